import { render } from '@testing-library/react'
import { courses } from '../courses'
import { categoryFilters, filterCourses, parseCategory } from './filters'
import { filterLink, noChoice, readChoice, writeChoice } from './listing-address'
import { ListingHead } from './listing-head'
import { parseSortOrder, sortCourses } from './sort'

const idsFound = (category: string | null, search = '', narrowing = {}) =>
  filterCourses(courses, { category: parseCategory(category), search, ...narrowing }).map(({ id }) => id)

describe('filterCourses', () => {
  it('R52: puts every course under exactly one filter', () => {
    expect(categoryFilters.flatMap(({ value }) => idsFound(value)).sort((a, b) => a - b)).toEqual(
      courses.map(({ id }) => id),
    )
  })

  it.each([
    ['part of a title', 'asbestos aware', [12]],
    ['any case', 'cOsHh', [13]],
    ['part of a short description', 'HACCP', [24]],
    ['white space around it', '  coshh ', [13]],
    ['text that stands nowhere', 'zebra', []],
    ['text that would be special in a pattern', '.*', []],
  ])('R60: finds %s', (_, search, ids) => {
    expect(idsFound(null, search)).toEqual(ids)
  })

  it('R60: asks for the category and the search together', () => {
    expect(idsFound(null, 'fire')).toEqual([9, 19])
    expect(idsFound('online', 'fire')).toEqual([19])
    expect(idsFound('food', 'fire')).toEqual([])
  })

  it('narrows a category by level', () => {
    expect(idsFound('construction', '', { level: 'advanced' })).toEqual([3, 4])
    expect(idsFound(null, 'fire', { level: 'beginner' })).toEqual([9, 19])
  })
})

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

const query = (text: string) => new URLSearchParams(text)

const all = { search: 'aid', sort: 'price', level: 'advanced', place: 'in-person' } as const

describe('readChoice', () => {
  it.each([
    ['nothing', '', null, noChoice],
    ['all from the query', 'q=aid&sort=price&level=advanced&place=in-person', null, all],
    ['what All Courses kept in the history', '', all, all],
    ['the query before the history', 'q=fire', { search: 'aid' }, { search: 'fire' }],
    ['unknown values as none', 'sort=newest&level=Any level&place=moon', null, noChoice],
    ['a foreign history entry as nothing', '', { search: 7, sort: {} }, noChoice],
    ['a history entry that is text as nothing', '', 'aid', noChoice],
  ] as const)('R60: reads %s', (_, text, state, choice) => {
    expect(readChoice(query(text), state)).toEqual({ ...noChoice, ...choice })
  })
})

describe('writeChoice', () => {
  it.each([
    ['adds all', '', all, 'q=aid&sort=price&level=advanced&place=in-person'],
    [
      'keeps the category and type',
      'category=online&type=food',
      { search: 'aid', sort: 'relevance' },
      'category=online&type=food&q=aid',
    ],
    ['leaves nothing of an empty choice', 'q=aid&sort=price', noChoice, ''],
    ['takes white space as no search', '', { search: '  ', sort: 'relevance' }, ''],
  ] as const)('R60: %s', (_, before, choice, after) => {
    expect(writeChoice(query(before), { ...noChoice, ...choice }).toString()).toBe(after)
  })
})

describe('filterLink', () => {
  it.each([
    ['a category', 'food', noChoice, { to: '/courses?category=food' }],
    [
      'a category and a search',
      'food',
      { search: 'level 1', sort: 'price' },
      { to: '/courses?category=food&q=level+1&sort=price' },
    ],
    ['all courses', undefined, noChoice, { to: '/courses' }],
    ['all courses with a search, still without a query', undefined, all, { to: '/courses', state: all }],
  ] as const)('R55: leads to %s', (_, category, choice, link) => {
    expect(filterLink(category, { ...noChoice, ...choice })).toEqual(link)
  })
})

function headOf(category?: Parameters<typeof ListingHead>[0]['category']) {
  const { unmount } = render(<ListingHead category={category} />)
  const content = (selector: string, attribute: string) =>
    document.head.querySelector(selector)?.getAttribute(attribute)
  const head = {
    title: document.title,
    description: content('meta[name="description"]', 'content') ?? '',
    canonical: content('link[rel="canonical"]', 'href'),
  }
  unmount()
  return head
}

describe('ListingHead', () => {
  it('R53: presents each category as a page of its own', () => {
    expect(headOf('food')).toEqual({
      title: 'Food Safety courses | Safety Training Partners',
      description:
        'Food Safety courses from £79.00 plus VAT, with the length and level of each. Book a place online for yourself, or train a whole team.',
      canonical: '/courses?category=food',
    })
  })
})
