/** Customer text must not move the cursor or change the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?')
}

export function minute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}
