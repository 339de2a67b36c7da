import { findCourses, noChoice } from './filters'
import { readChoice } from './listing-address'

const find = (choice: Partial<typeof noChoice>) => findCourses(undefined, { ...noChoice, ...choice })

it.each([
  ['part of a title', 'asbestos aware', [12]],
  ['any case', 'cOsHh', [13]],
  ['part of a short description', 'HACCP', [24]],
  ['text that stands nowhere', 'zebra', []],
  ['text that would be special in a pattern', '.*', []],
  ['titles that start with it first', 'first aid', [8, 7, 25, 26, 27]],
  ['descriptions that contain it last', 'site', [2, 3, 1, 10, 17]],
])('R60: finds %s', (_, search, ids) => {
  expect(find({ search }).map(({ id }) => id)).toEqual(ids)
})

it('R57: sorts by price, lowest first', () => {
  const prices = find({ sort: 'price' }).map(({ price }) => price)
  expect(prices).toHaveLength(27)
  expect(prices).toEqual([...prices].sort((a, b) => a - b))
})

it('R64: sorts by duration, shortest first and self-paced last', () => {
  const durations = find({ sort: 'duration' }).map(({ duration }) => duration)
  expect(durations).toHaveLength(27)
  const changes = durations.filter((duration, index) => duration !== durations[index - 1])
  expect(changes).toEqual(['Half Day', '1 Day', '2 Days', '3 Days', '5 Days', 'Self-paced'])
})

const all = { search: 'aid', sort: 'price', level: 'advanced', place: 'in-person' }

it.each([
  ['all from the query', 'q=aid&sort=price&level=advanced&place=in-person', null, all],
  ['what All Courses kept in the history', '', all, all],
  ['the query before the history', 'q=fire', { search: 'aid' }, { search: 'fire' }],
  ['unknown values as none', 'sort=newest&level=Any level&place=moon', null, {}],
  ['a foreign history entry as nothing', '', { search: 7, sort: {} }, {}],
  ['a history entry that is text as nothing', '', 'aid', {}],
])('R60: readChoice reads %s', (_, text, state, choice) => {
  expect(readChoice(new URLSearchParams(text), state)).toEqual({ ...noChoice, ...choice })
})
