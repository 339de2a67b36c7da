import { MINUTE_MS, noVisits, sliceOf } from '@platform/site/model/health-figures'
import { figuresOf } from './canary-figures'

describe('the figures of a canary', () => {
  const minute = 1_000
  const failure = {
    package: 'catalog',
    release: '1.6.0',
    kind: 'throw' as const,
    address: 'a',
    location: 'catalog/src/a.tsx:1',
  }
  const figures = figuresOf(
    {
      documents: [
        { composition: 1, minute, documents: 100 },
        { composition: 2, minute: minute + 2, documents: 10 },
      ],
      visits: [
        { ...noVisits(1, sliceOf(minute * MINUTE_MS)), visits: 10, interactive: 8 },
        { ...noVisits(2, sliceOf((minute + 2) * MINUTE_MS + 50_000)), visits: 2, interactive: 1 },
      ],
      failures: [
        { ...failure, composition: 1, at: minute * MINUTE_MS },
        { ...failure, composition: 2, at: (minute + 2) * MINUTE_MS },
        { ...failure, composition: 2, at: (minute + 2) * MINUTE_MS + 1 },
      ],
      vitals: [{ composition: 2, minute: minute + 2, name: 'LCP', package: 'catalog', upperBound: 1_200, count: 4 }],
    },
    { live: 1, canary: 2 },
    (minute + 3) * MINUTE_MS,
  )

  it('stand beside those of what is live, minute by minute', () => {
    const [failed, interactive, documents] = figures
    expect(interactive?.points.map(({ canary, stable }) => [canary, stable])).toEqual([
      [undefined, 80],
      [undefined, undefined],
      [50, undefined],
    ])
    expect(failed?.points.map(({ canary, stable }) => [canary, stable])).toEqual([
      [undefined, 1],
      [undefined, undefined],
      [20, undefined],
    ])
    expect(documents?.points.map(({ canary, stable }) => [canary, stable])).toEqual([
      [undefined, 100],
      [undefined, 0],
      [10, 0],
    ])
  })

  it('have the vitals three of four visits keep to', () => {
    const lcp = figures.find(({ name }) => name.startsWith('LCP'))
    expect(lcp?.points.map(({ canary }) => canary)).toEqual([undefined, undefined, 1_200])
  })
})
