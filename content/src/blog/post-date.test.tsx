import { render, screen } from '@testing-library/react'
import { PostDate } from './post-date'

it.each([
  ['2025-01-05', '5 January 2025'],
  ['2025-11-18', '18 November 2025'],
  ['2024-02-29', '29 February 2024'],
  ['2025-12-31', '31 December 2025'],
])('%s is written as British readers write it: %s', (date, written) => {
  render(<PostDate date={date} />)
  expect(screen.getByText(written)).toHaveAttribute('dateTime', date)
  expect(written).toBe(new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date)))
})
