import { readFileSync } from 'node:fs'
import path from 'node:path'
import { policies } from './policies'
import { fillPlaceholders, loadPolicyText } from './policy-text'

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length

describe('fillPlaceholders', () => {
  it.each([
    ['{{companyName}}', 'Safety Training Partners Ltd'],
    ['{{companyNumber}}', '00000000'],
    ['{{address}}', '1 Example Street, London, EC1A 1AA, United Kingdom'],
    ['{{email}}', 'hello@example.com'],
    ['{{phone}}', '020 7946 0123'],
    ['{{hrEmail}}', 'careers@example.com'],
  ])('D-05: replaces %s', (placeholder, fact) => {
    expect(fillPlaceholders(`<p>${placeholder}, ${placeholder}</p>`)).toBe(`<p>${fact}, ${fact}</p>`)
  })

  it.each(['{{fax}}', '{{constructor}}', '{{toString}}'])('R90: refuses %s', (placeholder) => {
    expect(() => fillPlaceholders(placeholder)).toThrow(`A policy asks for ${placeholder}`)
  })
})

describe.each(policies)('policy $id', (policy) => {
  it('R90: has at least 400 words and no open placeholder', async () => {
    const text = await loadPolicyText(policy)
    expect(wordsOf(text)).toBeGreaterThanOrEqual(400)
    expect(text).not.toMatch(/[{}]/)
  })

  it('R90: loses nothing to the allow-list', async () => {
    const written = readFileSync(path.join(__dirname, `texts/${policy.id}.html`), 'utf8')
    expect(await loadPolicyText(policy)).toBe(fillPlaceholders(written))
  })
})
