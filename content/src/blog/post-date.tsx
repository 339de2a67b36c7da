// Not `Intl`: making a date formatter takes a slow phone 50 ms.
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

export function PostDate({ date }: { date: string }) {
  const [year, month = 1, day] = date.split('-').map(Number)
  return <time dateTime={date}>{`${day} ${months[month - 1]} ${year}`}</time>
}
