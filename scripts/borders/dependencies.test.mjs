import { findUndeclared } from './dependencies.mjs'
import { smallHouse } from './testing/small-house.mjs'

const offencesOf = (path, text, options) => findUndeclared(smallHouse({ [path]: text }, options))

describe('what a file imports', () => {
  it.each([
    ['a dependency', 'upper/src/a.ts', `import { useState } from 'react'`],
    ['a part of one', 'upper/src/a.ts', `import { jsx } from 'react/jsx-runtime'`],
    ['another package of the house', 'upper/src/a.ts', `import '@site/ground/wall'`],
    ['one for tests, in a test', 'upper/src/a.test.ts', `import { list } from 'tar'`],
    ['one of the root, in a test', 'upper/src/a.test.ts', `import { jest } from 'jest'`],
    ['one of the root, in configuration', 'upper/jest.config.cjs', `require('jest')`],
    ['one of the root, in the scripts', 'scripts/a.mjs', `import { jest } from 'jest'`],
    ['what Node brings', 'upper/src/a.ts', `import fs from 'fs'`],
  ])('may be %s', (_, path, text) => {
    expect(offencesOf(path, text)).toEqual([])
  })

  it.each([
    ['what nobody declares', `import { parse } from 'parse5'`, 'parse5'],
    ['its types', `import type { Node } from 'parse5'`, 'parse5'],
    ['what is declared for tests', `import { list } from 'tar'`, 'tar'],
    ['what the root declares', `import { jest } from 'jest'`, 'jest'],
  ])('may in production not be %s', (_, text, name) => {
    expect(offencesOf('upper/src/a.ts', text)).toEqual([
      `upper/src/a.ts: ${name} is not among the dependencies of @site/upper`,
    ])
  })

  it('may not be a package of the house that is not declared', () => {
    expect(offencesOf('upper/src/a.ts', `import '@site/ground/wall'`, { manifest: { dependencies: {} } })).toEqual([
      'upper/src/a.ts: @site/ground is not among the dependencies of @site/upper',
    ])
  })

  it('may be undeclared where borders.json says why', () => {
    const upper = { undeclared: { parse5: 'the build puts it in' } }
    expect(offencesOf('upper/src/a.ts', `import 'parse5'`, { upper })).toEqual([])
  })
})
