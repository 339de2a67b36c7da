import { categories, latestPosts, relatedPosts } from './post-lists'
import { posts } from './posts'

it('R76: the latest posts are the first three', () => {
  expect(latestPosts).toEqual(posts.slice(0, 3))
})

describe.each(posts)('posts related to $id', (post) => {
  const related = relatedPosts(post)
  const sharing = posts.filter((other) => other !== post && other.category.some((name) => post.category.includes(name)))

  it('R78: are at most three and never the post itself', () => {
    expect(related).toHaveLength(Math.min(3, sharing.length))
    expect(related).not.toContain(post)
  })

  it('R78: share a category with it', () => {
    expect(sharing).not.toHaveLength(0)
    expect(sharing).toEqual(expect.arrayContaining(related))
  })
})

it('R78: the post that shares most comes first', () => {
  const [second] = posts.slice(1)
  expect(second && relatedPosts(second).map(({ id }) => id)).toEqual(['1', '5', '3'])
})

it('R78: a post that shares nothing has none', () => {
  const [first] = posts
  expect(first && relatedPosts({ ...first, id: '99', category: ['Gardening'] })).toEqual([])
})

it('R78: every category is named once, with all of its posts', () => {
  const names = categories.map(({ name }) => name)
  expect(names).toEqual([...new Set(posts.flatMap(({ category }) => category))].toSorted())
  expect(categories.flatMap((category) => category.posts)).toHaveLength(
    posts.flatMap(({ category }) => category).length,
  )
})
