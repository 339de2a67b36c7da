import { problemsIn } from './judge-types.mjs'

describe('what the type checker says', () => {
  it('is a problem for each error, with its place, that does not cover the page', () => {
    const output = [
      "catalog/src/courses/sort.ts(12,7): error TS2322: Type 'string' is not assignable to type 'number'.",
      '  more of the same error',
      "catalog/src/release.ts(3,1): error TS2304: Cannot find name 'x'.",
    ].join('\n')
    expect(problemsIn(output)).toEqual([
      {
        title: 'Types do not fit',
        place: 'catalog/src/courses/sort.ts:12:7',
        text: "TS2322: Type 'string' is not assignable to type 'number'.",
        isNotice: true,
      },
      {
        title: 'Types do not fit',
        place: 'catalog/src/release.ts:3:1',
        text: "TS2304: Cannot find name 'x'.",
        isNotice: true,
      },
    ])
  })
})
