import { findDeadPaths } from './document-paths.mjs'

const FILES = [
  'README.md',
  'ground/README.md',
  'ground/src/wall/wall.ts',
  'ground/src/wall/wall-faults.test.ts',
  'ground/src/release.ts',
  'docs/contract.md',
  'docs/decisions/README.md',
  '.github/workflows/check.yml',
]
const deadIn = (text, document = 'README.md') => findDeadPaths({ [document]: text }, FILES)

describe('a path in a document', () => {
  it.each([
    ['a file', '`ground/src/wall/wall.ts`'],
    ['a folder, with or without a slash', '`ground/src/wall/`, `ground/src/wall` and `.github/workflows`'],
    ['the name of a file alone', '`wall.ts`'],
    ['any of several', '`<package>/src/release.ts`, `ground/src/wall/*-faults.test.ts`'],
    ['what a build makes in a package', '`ground/dist/server.cjs`'],
    [
      'a link, to a part of a document too',
      '[how](docs/contract.md#costs), [here](#here), [there](https://example.com/a.md)',
    ],
  ])('leads to %s', (_, text) => {
    expect(deadIn(text)).toEqual([])
  })

  it.each([
    ['a folder that was moved', '`origin/src/wall/`', 'origin/src/wall/'],
    ['a file that is gone', '`ground/src/wall/door.ts`', 'ground/src/wall/door.ts'],
    ['a name that no file has', '`door.ts`', 'door.ts'],
    ['none of several', '`ground/src/*-door.ts`', 'ground/src/*-door.ts'],
    ['what a package that is gone would make', '`origin/dist/server.cjs`', 'origin/dist/server.cjs'],
    ['no document', '[how](docs/gone.md#costs)', 'docs/gone.md#costs'],
  ])('is an offence when it leads to %s', (_, text, dead) => {
    expect(deadIn(`One.\n\nSee ${text}.`)).toEqual([`README.md:3: ${dead} is not there`])
  })

  it.each([
    '`/api/payments`',
    '`@site/shared/ui`',
    '`react-router/dom`',
    '`.site/current`',
    '`-page.tsx`',
    '`.module.css`',
    '`npm run site -- status`',
    '`origin/src or so`',
    '```sh\ncat origin/src/gone.ts `gone.ts`\n```',
  ])('is none in %s', (text) => {
    expect(deadIn(text)).toEqual([])
  })

  it('is read from the folder of its document or one above it, a link from its folder alone', () => {
    expect(deadIn('`src/wall/wall.ts`, `ground/src`, [up](../README.md)', 'ground/README.md')).toEqual([])
    expect(deadIn('[up](ground/README.md)', 'ground/README.md')).toEqual([
      'ground/README.md:1: ground/README.md is not there',
    ])
    expect(deadIn('`contract.md`, [one](decisions/README.md)', 'docs/contract.md')).toEqual([])
  })
})

// After a package's first release every next one was refused: its list of changes names commits.
it('is not looked for in the list of changes that a release writes', () => {
  const text = '* sort by duration ([5094036](///shop/commits/5094036))'
  expect(deadIn(text, 'catalog/CHANGELOG.md')).toEqual([])
  expect(deadIn(text)).not.toEqual([])
})
