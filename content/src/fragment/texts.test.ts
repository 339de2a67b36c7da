import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadPostText } from '../blog/post-text'
import { posts } from '../blog/posts'
import { fillPlaceholders, loadPolicyText, policies } from '../policies/policies'

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length

describe.each([
  ...posts.map((post) => ({ file: `blog/posts/${post.id}.html`, least: 600, load: () => loadPostText(post.id) })),
  ...policies.map((policy) => ({
    file: `policies/texts/${policy.id}.html`,
    least: 400,
    load: () => loadPolicyText(policy),
  })),
])('R78, R90: $file', ({ file, least, load }) => {
  it('has its words and no open placeholder', async () => {
    const text = await load()
    expect(wordsOf(text)).toBeGreaterThanOrEqual(least)
    expect(text).not.toMatch(/[{}]/)
  })

  it('loses nothing to the allow-list', async () => {
    const written = readFileSync(path.join(__dirname, '..', file), 'utf8')
    expect((await load()).replaceAll(/ (id|tabindex)="[\w-]+"/g, '')).toBe(fillPlaceholders(written))
  })
})

it.each(posts)('R80: post $id names a reading time that fits its words', async ({ id, readTime }) => {
  expect(readTime).toMatch(/^\d+ min read$/)
  expect(Math.abs(Number.parseInt(readTime, 10) - wordsOf(await loadPostText(id)) / 200)).toBeLessThanOrEqual(1)
})
