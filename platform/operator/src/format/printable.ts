/** Characters that move the cursor, change the terminal or turn the text around; not those of a CSV file. */
const UNSEEN = /(?!\r?\n|\t|^\ufeff)[\p{Cc}\p{Cf}]/gu

/** Escapes are those of JSON, so that `--json` says the same. */
export const terminal = {
  print: (text: string) => console.log(text.replace(UNSEEN, escapeUnits)),
  warn: (text: string) => console.error(text.replace(UNSEEN, escapeUnits)),
}

function escapeUnits(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.split('').map(escapeUnit).join('')
}

/** Customer text must not move the cursor or change the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?')
}

/** In the time of buyers and courses. */
const formatBy = (timeStyle: 'short' | 'medium') => {
  const times = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle, timeZone: 'Europe/London' })
  return (iso: string): string => times.format(new Date(iso))
}
export const minute = formatBy('short')
export const second = formatBy('medium')
