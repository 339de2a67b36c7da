import { render, screen } from '@testing-library/react'
import { PostDate } from './post-links'
import { categories, posts, relatedPosts } from './posts'

it('R75: there are five posts with different ids, newest first', () => {
  expect(new Set(posts.map(({ id }) => id)).size).toBe(5)
  const dates = posts.map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
})

it.each(posts)('R80: post $id has every field', (post) => {
  for (const text of [post.title, post.excerpt, post.content, post.author]) expect(text).toMatch(/\S/)
  expect(post.date).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(post.category.length).toBeGreaterThan(0)
})

it.each(posts)('R78: at most three posts are related to $id; they share a category and are others', (post) => {
  const sharing = posts.filter((other) => other !== post && other.category.some((name) => post.category.includes(name)))
  const related = relatedPosts(post)
  expect(related).toHaveLength(Math.min(3, sharing.length))
  expect(sharing).not.toHaveLength(0)
  expect(sharing).toEqual(expect.arrayContaining(related))
})

it('R78: a post that shares nothing has none', () => {
  const [first] = posts
  expect(first && relatedPosts({ ...first, id: '99', category: ['Gardening'] })).toEqual([])
})

it('R78: every category is named once, with all of its posts', () => {
  const names = categories.map(({ name }) => name)
  expect(names).toEqual([...new Set(posts.flatMap(({ category }) => category))].sort())
  expect(categories.flatMap((category) => category.posts)).toHaveLength(
    posts.flatMap(({ category }) => category).length,
  )
})

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
