import { courses } from '../courses'
import { filterCourses } from './filters'
import { noChoice, readChoice } from './listing-address'
import { sortCourses } from './sort'

it.each([
  ['part of a title', 'asbestos aware', [12]],
  ['any case', 'cOsHh', [13]],
  ['part of a short description', 'HACCP', [24]],
  ['text that stands nowhere', 'zebra', []],
  ['text that would be special in a pattern', '.*', []],
])('R60: filterCourses finds %s', (_, search, ids) => {
  expect(filterCourses(courses, { category: undefined, search }).map(({ id }) => id)).toEqual(ids)
})

describe('sortCourses', () => {
  it('R60: puts titles that start with the search first, then titles that contain it', () => {
    const found = courses.filter(({ id }) => [7, 8, 22, 25].includes(id))
    expect(sortCourses(found, 'relevance', 'first aid').map(({ id }) => id)).toEqual([8, 7, 25, 22])
  })

  it('R57: sorts by price, lowest first', () => {
    const prices = courses.map(({ price }) => price)
    expect(prices).toHaveLength(27)
    expect(sortCourses(courses, 'price', '').map(({ price }) => price)).toEqual([...prices].sort((a, b) => a - b))
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
})

const all = { search: 'aid', sort: 'price', level: 'advanced', place: 'in-person' } as const

it.each([
  ['nothing', '', null, noChoice],
  ['all from the query', 'q=aid&sort=price&level=advanced&place=in-person', null, all],
  ['what All Courses kept in the history', '', all, all],
  ['the query before the history', 'q=fire', { search: 'aid' }, { search: 'fire' }],
  ['unknown values as none', 'sort=newest&level=Any level&place=moon', null, noChoice],
  ['a foreign history entry as nothing', '', { search: 7, sort: {} }, noChoice],
  ['a history entry that is text as nothing', '', 'aid', noChoice],
] as const)('R60: readChoice reads %s', (_, text, state, choice) => {
  expect(readChoice(new URLSearchParams(text), state)).toEqual({ ...noChoice, ...choice })
})
