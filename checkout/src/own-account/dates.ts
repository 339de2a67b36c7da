const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** In the visitor's time zone. Not by `Intl`, whose tables load slowly. */
export function dateOf(time: string): string {
  const date = new Date(time)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

export function timeOf(time: string): string {
  const date = new Date(time)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${dateOf(time)}, ${two(date.getHours())}:${two(date.getMinutes())}`
}
