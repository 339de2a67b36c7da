const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** `2026-11-05T09:07:00Z` → `5 November 2026`, where the visitor is. Not by `Intl`, which is slow to load its tables. */
export function dateOf(time: string): string {
  const date = new Date(time)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

/** … → `5 November 2026, 09:07`. */
export function timeOf(time: string): string {
  const date = new Date(time)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${dateOf(time)}, ${two(date.getHours())}:${two(date.getMinutes())}`
}
