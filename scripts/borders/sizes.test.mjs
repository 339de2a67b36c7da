import { findTooLarge, formatSizes, measurePackages } from './sizes.mjs'
import { smallHouse } from './testing/small-house.mjs'

const lines = (count) => 'const a = 1\n'.repeat(count)

describe('the size of a package', () => {
  it('is its production lines', () => {
    const house = smallHouse(
      {
        'upper/src/a.ts': lines(3),
        'upper/src/a.test.ts': lines(50),
        'upper/src/testing/b.ts': lines(50),
        'upper/src/a.css': 'a {}\n',
        'upper/src/a.d.ts': lines(50),
        'upper/jest.config.cjs': lines(50),
        'upper/src/drawn/a.ts': lines(50),
        'ground/src/a.ts': lines(1),
      },
      { notCounted: ['upper/src/drawn/'] },
    )
    expect(measurePackages(house)).toEqual([
      { name: '@site/upper', lines: 3, share: 0.75 },
      { name: '@site/ground', lines: 1, share: 0.25 },
    ])
  })

  it('is a fifth of the house at most', () => {
    const sizes = [
      { name: 'a', lines: 201, share: 0.201 },
      { name: 'bb', lines: 200, share: 0.2 },
    ]
    const granted = [
      { name: 'c', lines: 220, share: 0.22, limit: 0.21 },
      { name: 'd', lines: 210, share: 0.21, limit: 0.21 },
    ]
    expect(findTooLarge(granted)).toEqual(['c is 22.0 % of the house (220 lines), 21.0 % are enough'])
    expect(findTooLarge(sizes)).toEqual(['a is 20.1 % of the house (201 lines), 20.0 % are enough'])
    expect(formatSizes(sizes)).toBe('a      201   20.1 %\nbb     200   20.0 %')
  })
})
