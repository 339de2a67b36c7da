import { fireEvent, render, screen } from '@testing-library/react'
import { CourseImage } from './course-image'

let warnings: jest.SpyInstance
beforeEach(() => {
  warnings = jest.spyOn(console, 'warn').mockImplementation(() => {})
})

const picture = () => screen.getByRole('img', { name: 'Manual Handling' })

// Pictures below the first view were once blank in a full-page picture and after a fast scroll.
it('R57: shows the image in its size, and never waits for the visitor to scroll', () => {
  render(<CourseImage src="/images/courses/14.svg" alt="Manual Handling" />)
  expect(picture()).toHaveAttribute('src', '/images/courses/14.svg')
  expect(picture()).toHaveAttribute('width', '480')
  expect(picture()).toHaveAttribute('height', '300')
  expect(picture()).not.toHaveAttribute('loading')
  expect(picture()).toHaveAttribute('fetchpriority', 'low')
  expect(warnings).not.toHaveBeenCalled()
})

it('R65: notices an image that had failed before the page came alive', () => {
  jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  render(<CourseImage src="/images/courses/14.svg" alt="Manual Handling" />)
  expect(picture()).toHaveAttribute('src', '/images/courses/placeholder.svg')
  expect(warnings).toHaveBeenCalledTimes(1)
})

it('R65: starts afresh for another course', () => {
  const { rerender } = render(<CourseImage src="/images/courses/14.svg" alt="Manual Handling" />)
  fireEvent.error(picture())
  rerender(<CourseImage src="/images/courses/5.svg" alt="Manual Handling" />)
  expect(picture()).toHaveAttribute('src', '/images/courses/5.svg')
})

const own = '/images/courses/5.svg'
const photo = 'https://photos.example.com/site.jpg'
const bare = '//photos.example.com/a.jpg'
const placeholder = '/images/courses/placeholder.svg'
const healthStock = '/images/categories/health.svg'
const defaultStock = '/images/categories/default.svg'

it.each([
  ['R65: placeholder and category picture in place of what fails', own, 'health', [own, placeholder, healthStock]],
  ['R65: the default picture without a category', own, undefined, [own, placeholder, defaultStock]],
  ['R14, R66: no placeholder for an image of the stock-photo host', photo, 'health', [photo, healthStock]],
  ['R66: the same for an address without a scheme', bare, undefined, [bare, defaultStock]],
  ['D-18: no second try of the placeholder', placeholder, 'health', [placeholder, healthStock]],
  ['D-18: no second try of the stock picture', healthStock, 'health', [healthStock, placeholder]],
  ['R65: the placeholder for a course without an image', '', 'health', [placeholder, healthStock]],
] as const)('R183: CourseImage shows %s, then its text, and logs each failure', (_, src, category, expected) => {
  render(<CourseImage src={src} alt="Manual Handling" category={category} />)
  for (const address of expected) {
    expect(picture()).toHaveAttribute('src', address)
    fireEvent.error(picture())
  }
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  expect(screen.getByText('Manual Handling')).toBeVisible()
  expect(warnings.mock.calls).toEqual(expected.map((address) => [`The course image ${address} could not be loaded`]))
})
