import { checkWords } from './check-words.mjs'

it('names each habit with its file, in comments and documents only', () => {
  const source = `const text = 'Nobody // Whoever'\n/** What is sent. */\n// Whoever reads it\n`
  expect(checkWords([['shell/a.ts', source]])).toEqual([
    'shell/a.ts: "/** What": start with the thing',
    'shell/a.ts: "// Whoever": start with the thing',
    'shell/a.ts: "Whoever": name the actor',
  ])
  expect(checkWords([['docs/a.md', 'Nobody asks.\n```\nnobody\n```\n']])).toEqual([
    'docs/a.md: "Nobody": name the actor',
  ])
})

// Bug: an area without a budget of its own could grow without limit.
it.each(['catalog', 'events'])('names an area with more words than its budget: %s', (area) => {
  expect(checkWords([[`${area}/a.ts`, `// ${'word '.repeat(5_000)}`]])).toEqual([
    expect.stringMatching(`^${area}: 5000 words of comments, at most \\d+$`),
  ])
})
