// Not `Intl`: a formatter of dates takes the main thread of a slow phone 50 ms when it is first made.
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `2025-11-18` → 18 November 2025, the same on the server and in every time zone. */
export function PostDate({ date }: { date: string }) {
  const [year, month = 1, day] = date.split('-').map(Number)
  return <time dateTime={date}>{`${day} ${months[month - 1]} ${year}`}</time>
}
