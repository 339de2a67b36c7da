import { filterLink, noChoice, readChoice, writeChoice } from './listing-address'

const query = (text: string) => new URLSearchParams(text)

describe('readChoice', () => {
  it.each([
    ['nothing', '', null, noChoice],
    ['both from the query', 'q=first+aid&sort=price', null, { search: 'first aid', sort: 'price' }],
    ['what All Courses kept in the history', '', { search: 'aid', sort: 'price' }, { search: 'aid', sort: 'price' }],
    ['the query before the history', 'q=fire', { search: 'aid' }, { search: 'fire', sort: 'relevance' }],
    ['an unknown order as relevance', 'sort=newest', null, noChoice],
    ['a foreign history entry as nothing', '', { search: 7, sort: {} }, noChoice],
    ['a history entry that is text as nothing', '', 'aid', noChoice],
  ] as const)('R60: reads %s', (_, text, state, choice) => {
    expect(readChoice(query(text), state)).toEqual(choice)
  })
})

describe('writeChoice', () => {
  it.each([
    ['adds both', '', { search: 'aid', sort: 'price' }, 'q=aid&sort=price'],
    [
      'keeps the category and type',
      'category=online&type=food',
      { search: 'aid', sort: 'relevance' },
      'category=online&type=food&q=aid',
    ],
    ['leaves nothing of an empty choice', 'q=aid&sort=price', noChoice, ''],
    ['takes white space as no search', '', { search: '  ', sort: 'relevance' }, ''],
  ] as const)('R60: %s', (_, before, choice, after) => {
    expect(writeChoice(query(before), choice).toString()).toBe(after)
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
    [
      'all courses with a search, still without a query',
      undefined,
      { search: 'aid', sort: 'price' },
      { to: '/courses', state: { search: 'aid', sort: 'price' } },
    ],
  ] as const)('R55: leads to %s', (_, category, choice, link) => {
    expect(filterLink(category, choice)).toEqual(link)
  })
})
