export function addText(html: string, added: string): string {
  return added ? html.replace('</body>', () => `${added}</body>`) : html
}

export function takeText(html: string, added: string): string {
  return added ? html.replace(`${added}</body>`, () => '</body>') : html
}
