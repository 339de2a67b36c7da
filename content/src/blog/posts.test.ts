import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadPostText } from './post-text'
import { posts } from './posts'

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length

it('R75: there are five posts with different ids, newest first', () => {
  expect(new Set(posts.map(({ id }) => id)).size).toBe(5)
  const dates = posts.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().reverse())
})

describe.each(posts)('post $id', (post) => {
  it('R80: has every field', () => {
    for (const text of [post.title, post.excerpt, post.content, post.author]) expect(text).toMatch(/\S/)
    expect(post.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(post.category.length).toBeGreaterThan(0)
    expect(post.readTime).toMatch(/^\d+ min read$/)
  })

  it('R80: has a picture that exists, and one for link previews', () => {
    for (const file of [post.image, `og/blog-${post.id}.jpg`]) {
      expect(existsSync(path.join(__dirname, '../../public', file))).toBe(true)
    }
  })

  it('R80: has an excerpt that fits into a search result', () => {
    expect(post.excerpt.length).toBeGreaterThanOrEqual(50)
    expect(post.excerpt.length).toBeLessThanOrEqual(160)
  })

  it('R78: has at least 600 words and a reading time that fits them', async () => {
    const words = wordsOf(await loadPostText(post))
    expect(words).toBeGreaterThanOrEqual(600)
    expect(Math.abs(Number.parseInt(post.readTime, 10) - words / 200)).toBeLessThanOrEqual(1)
  })

  it('R78: loses nothing to the allow-list', async () => {
    const written = readFileSync(path.join(__dirname, `posts/${post.id}.html`), 'utf8')
    expect(await loadPostText(post)).toBe(written)
  })
})
