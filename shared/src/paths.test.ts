import { blogPostPath, coursesPath } from './paths'

it.each([
  ['1', '/blog/1'],
  ['a b', '/blog/a%20b'],
  ['../cart', '/blog/..%2Fcart'],
  ['1?x=<y>', '/blog/1%3Fx%3D%3Cy%3E'],
])('R77: the address of post %p is %p', (id, expected) => {
  expect(blogPostPath(id)).toBe(expected)
})

it('R55: the address of all courses has no query', () => {
  expect(coursesPath()).toBe('/courses')
})

it.each(['construction', 'health', 'food', 'mentalhealth', 'paediatric', 'online', 'management'] as const)(
  'R53, D-14: names the category %s in the query',
  (category) => {
    expect(coursesPath(category)).toBe(`/courses?category=${category}`)
  },
)
