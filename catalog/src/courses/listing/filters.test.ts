import { courses } from '../courses'
import { categoryFilters, filterCourses, parseCategory } from './filters'

const idsFound = (category: string | null, search = '') =>
  filterCourses(courses, { category: parseCategory(category), search }).map(({ id }) => id)

describe('parseCategory', () => {
  it.each(['construction', 'health', 'food', 'mentalhealth', 'paediatric', 'online', 'management'])(
    'R53: accepts %s',
    (value) => {
      expect(parseCategory(value)).toBe(value)
    },
  )

  it.each([null, '', 'all', 'Food', 'food ', 'toString', 'cookery'])('R53: takes %p as all courses', (value) => {
    expect(parseCategory(value)).toBeUndefined()
  })
})

describe('filterCourses', () => {
  it('R53: shows all 27 courses without a category', () => {
    expect(idsFound(null)).toHaveLength(27)
  })

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
})
