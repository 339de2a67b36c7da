import { courses } from '../courses'
import { parseSortOrder, sortCourses } from './sort'

describe('sortCourses', () => {
  it('R57: keeps the order of the catalogue when nothing is searched for', () => {
    expect(sortCourses(courses, 'relevance', '')).toEqual(courses)
  })

  it('R60: puts titles that start with the search first, then titles that contain it', () => {
    const found = courses.filter(({ id }) => [7, 8, 22, 25].includes(id))
    expect(sortCourses(found, 'relevance', 'first aid').map(({ id }) => id)).toEqual([8, 7, 25, 22])
  })

  it('R57: sorts by price, lowest first', () => {
    const prices = courses.map(({ price }) => price)
    expect(prices).toHaveLength(27)
    expect(sortCourses(courses, 'price', '').map(({ price }) => price)).toEqual(prices.toSorted((a, b) => a - b))
  })

  it('R64: sorts by duration, shortest first and self-paced last', () => {
    const durations = sortCourses(courses, 'duration', '').map(({ duration }) => duration)
    expect(durations).toHaveLength(27)
    expect(durations.filter((duration, index) => duration !== durations[index - 1])).toEqual([
      'Half Day',
      '1 Day',
      '2 Days',
      '3 Days',
      '5 Days',
      'Self-paced',
    ])
  })

  it('R61: leaves the list it is given as it was', () => {
    sortCourses(courses, 'price', '')
    expect(courses.map(({ id }) => id)).toEqual(Array.from({ length: 27 }, (_, index) => index + 1))
  })
})

describe('parseSortOrder', () => {
  it.each([
    ['price', 'price'],
    ['duration', 'duration'],
    ['relevance', 'relevance'],
    ['newest', 'relevance'],
    [null, 'relevance'],
    [undefined, 'relevance'],
  ])('R57: reads %p as %s', (value, order) => {
    expect(parseSortOrder(value)).toBe(order)
  })
})
