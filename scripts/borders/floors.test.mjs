import { findFloorOffences } from './floors.mjs'
import { smallHouse } from './testing/small-house.mjs'

const floors = [['model'], ['store', 'queries', 'store/remote'], ['open', '.']]
const others = Object.fromEntries(
  ['model/m', 'store/s', 'store/deep/d', 'store/remote/r', 'queries/q', 'open/o', 'main', 'testing/t', 'lost/l'].map(
    (name) => [`upper/src/${name}.ts`, ''],
  ),
)
const offencesOf = (path, text, upper = { floors }) =>
  findFloorOffences(smallHouse({ ...others, [path]: text }, { upper })).filter(
    (one) => !one.startsWith('upper/src/lost:'),
  )

describe('a folder of a package with floors', () => {
  it.each([
    ['a floor below', 'upper/src/open/a.ts', `import '../model/m'`],
    ['its own folder', 'upper/src/store/a.ts', `import './s'`],
    ['a folder within it', 'upper/src/store/a.ts', `import './deep/d'`],
    ['the folder it stands in', 'upper/src/store/deep/a.ts', `import '../s'`],
    ['what is below the files at the top', 'upper/src/main.ts', `import './queries/q'`],
    ['another package', 'upper/src/model/a.ts', `import '@site/ground/wall'`],
  ])('imports %s', (_, path, text) => {
    expect(offencesOf(path, text)).toEqual([])
  })

  it.each([
    ['a floor above', 'model/a.ts', `import '../queries/q'`, 'model may not import queries, above it (../queries/q)'],
    ['its types', 'model/a.ts', `import type { Q } from '../queries/q'`, 'model may not import queries, above it'],
    ['a neighbour', 'store/a.ts', `import '../queries/q'`, 'store may not import queries, on the same floor'],
    [
      'a listed folder within it',
      'store/a.ts',
      `import './remote/r'`,
      'store may not import store/remote, on the same',
    ],
    ['the files at the top', 'open/a.ts', `import '../main'`, 'open may not import ., on the same floor'],
    ['what is for tests', 'store/a.ts', `import '../testing/t'`, 'store may not import testing, on no floor'],
  ])('does not import %s', (_, path, text, problem) => {
    expect(offencesOf(`upper/src/${path}`, text)).toEqual([expect.stringContaining(`upper/src/${path}: ${problem}`)])
  })

  it('is free in tests and in what is made for them', () => {
    expect(offencesOf('upper/src/model/a.test.ts', `import '../open/o'`)).toEqual([])
    expect(offencesOf('upper/src/testing/a.ts', `import '../open/o'`)).toEqual([])
  })

  it('stands on a floor', () => {
    expect(findFloorOffences(smallHouse(others, { upper: { floors } }))).toEqual([
      'upper/src/lost: on no floor of @site/upper in borders.json',
    ])
  })

  it('has five floors below it at most, more only where borders.json says so', () => {
    const six = { floors: [['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['.']] }
    expect(findFloorOffences(smallHouse({}, { upper: six }))).toEqual([
      '@site/upper has 6 floors of folders, 5 are enough',
    ])
    expect(findFloorOffences(smallHouse({}, { upper: { ...six, floorLimit: 6 } }))).toEqual([])
  })
})
