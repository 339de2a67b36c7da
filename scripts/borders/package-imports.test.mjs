import { findPackageOffences } from './package-imports.mjs'
import { smallHouse } from './testing/small-house.mjs'

const offencesOf = (path, text, options) => findPackageOffences(smallHouse({ [path]: text }, options))

describe('what a package may import', () => {
  it.each([
    ['a public module of an allowed package', `import { wall } from '@site/ground/wall'`],
    ['one that a pattern makes public', `import { door } from '@site/ground/parts/door'`],
    ['a file of its own', `import { other } from './other'`],
    ['what is installed', `import { parse } from 'parse5'`],
    ['what Node brings', `import path from 'node:path'`],
    ['nothing, in a comment', `// import '@site/aside'`],
  ])('is %s', (_, text) => {
    expect(offencesOf('upper/src/a.ts', text)).toEqual([])
  })

  it.each([
    ['a package above', `import { up } from '@site/upper/up'`],
    ['its type', `import type { Up } from '@site/upper/up'`],
    ['its type within a type', `type Up = import('@site/upper/up').Up`],
    ['what it exports', `export { up } from '@site/upper/up'`],
    ['it by require', `const up = require('@site/upper/up')`],
    ['it later', `const up = () => import('@site/upper/up')`],
    ['a file of it', `import { up } from '../../upper/src/up'`],
  ])('is not %s', (_, text) => {
    expect(offencesOf('ground/src/a.ts', text)).toEqual([
      expect.stringMatching(/^ground\/src\/a\.ts: @site\/ground may not import @site\/upper \(/),
    ])
  })

  it('is not what an allowed package keeps to itself', () => {
    expect(offencesOf('upper/src/a.ts', `import '@site/ground/cellar'`)).toEqual([
      'upper/src/a.ts: @site/ground does not export @site/ground/cellar: its package.json lists what is public',
    ])
  })

  it('is not a file of an allowed package by its path', () => {
    expect(offencesOf('upper/src/a.ts', `import '../../ground/src/wall'`)).toEqual([
      'upper/src/a.ts: import ../../ground/src/wall by its name, @site/ground/…',
    ])
  })

  it('is bound by the innermost package a file stands in', () => {
    expect(offencesOf('upper/aside/src/a.ts', `import '@site/ground/wall'`)).toEqual([
      'upper/aside/src/a.ts: @site/aside may not import @site/ground (@site/ground/wall)',
    ])
  })

  it('can be a part of a package alone', () => {
    const upper = { mayImport: ['@site/ground/parts'] }
    expect(offencesOf('upper/src/a.ts', `import '@site/ground/parts/door'`, { upper })).toEqual([])
    expect(offencesOf('upper/src/a.ts', `import '@site/ground/wall'`, { upper })).toHaveLength(1)
  })

  it('can be a package that is only imported when it is needed, or only in tests', () => {
    const upper = { mayImport: [], mayImportDynamically: ['@site/aside'], testsMayImport: ['@site/ground'] }
    expect(offencesOf('upper/src/a.ts', `await import('@site/aside')`, { upper })).toEqual([])
    expect(offencesOf('upper/src/a.ts', `import type { A } from '@site/aside'`, { upper })).toEqual([])
    expect(offencesOf('upper/src/a.ts', `import '@site/aside'`, { upper })).toHaveLength(1)
    expect(offencesOf('upper/src/a.test.ts', `import '@site/ground/wall'`, { upper })).toEqual([])
    expect(offencesOf('upper/src/testing/a.ts', `import '@site/ground/wall'`, { upper })).toEqual([])
    expect(offencesOf('upper/src/a.ts', `import '@site/ground/wall'`, { upper })).toHaveLength(1)
  })
})

describe('a source file', () => {
  it('stands in a package of borders.json', () => {
    expect(offencesOf('newcomer/src/a.ts', '')).toEqual(['newcomer/src/a.ts: in no package of borders.json'])
    expect(offencesOf('later/src/a.ts', '')).toEqual(['later/src/a.ts: in no package of borders.json'])
  })
})

describe('the scripts', () => {
  it('are for a package’s configuration and for tests of the build, not for its code', () => {
    const text = `require('../../webpack.base.cjs')`
    const testsOfBuild = ['upper/src/build.test.ts']
    expect(offencesOf('upper/webpack.config.cjs', `require('../webpack.base.cjs')`)).toEqual([])
    expect(offencesOf('upper/src/build.test.ts', text, { testsOfBuild })).toEqual([])
    expect(offencesOf('upper/src/other.test.ts', text, { testsOfBuild })).toEqual([
      'upper/src/other.test.ts: @site/upper may not import scripts (../../webpack.base.cjs)',
    ])
  })
})
