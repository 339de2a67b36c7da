import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  ABOVE,
  boundOf,
  type Failure,
  noFigures,
  noVisits,
  seventyFifth,
  sliceOf,
} from '@platform/site/model/health-figures'
import { fileCopy } from '@platform/site/store/file/file-copy'
import { merge } from '@platform/site/store/file/health-file'
import { createLocator } from './locate'
import { isPoor, originOf as originIn, type PageReport, parseReport } from './report'

const liveSince = '2026-03-01T09:00:00.000Z'
const releases = {
  catalog: { version: '1.6.0', digest: 'a', liveSince },
  shell: { version: '2.0.0', digest: 'b', liveSince },
}
const page = { sha256: 'c', bytes: 1, br: 'd', headers: {}, status: 200 as const, noindex: false }
const pages = { '/courses': { ...page, module: 'catalog/courses-page' }, '/': { ...page, module: 'shell/home-page' } }
const originOf = (report: PageReport) => originIn(report, { releases, pages })
const read = (report: object) => parseReport(JSON.stringify(report))
const location = '/releases/catalog/1.6.0/courses.js:1:20'

describe('a report', () => {
  it('is charged to the release of the innermost script of the site', () => {
    const stack = ['https://js.stripe.com/v3:1:1', location, '/releases/shell/2.0.0/main.js:1:9']
    expect(originOf(read({ composition: 7, kind: 'throw', stack }))).toEqual({
      ...{ package: 'catalog', release: '1.6.0', kind: 'throw', location },
    })
  })

  it("is charged to a script named in the words of the page's starter, which reports what fails before all else", () => {
    const message = `TypeError: dead at x (https://shop.example${location}) undefined`
    for (const [kind, meant] of [
      ['error', 'throw'],
      ['unhandledrejection', 'rejection'],
    ]) {
      const origin = originOf(read({ composition: 7, kind, message }))
      expect(origin).toEqual({ package: 'catalog', release: '1.6.0', kind: meant, location })
    }
  })

  it('is charged to what did not come, also as pages of earlier releases say it', () => {
    const message = '/releases/shell/2.0.0/vendor.js stalled'
    expect(originOf(read({ name: 'ChunkLoadError', message }))).toMatchObject({
      package: 'shell',
      kind: 'load',
    })
    expect(originOf(read({ message: 'Loading catalog/courses-page failed' }))).toMatchObject({
      ...{ package: 'catalog', release: '1.6.0', kind: 'load' },
    })
  })

  it("of a repair is charged to the page's own component, and around the pages to the shell's", () => {
    const part = '/releases/shell/2.0.0/main.js:1:9'
    const repaired = (url: string) => originOf(read({ composition: 7, kind: 'repair', url, stack: [part, location] }))
    expect(repaired('/courses')).toEqual({ package: 'catalog', release: '1.6.0', kind: 'repair', location })
    expect(repaired('/')).toEqual({ package: 'shell', release: '2.0.0', kind: 'repair', location: part })
  })

  it('of vitals names the elements they are about, and is poor beyond the limits of web.dev', () => {
    const vitals = { CLS: 0.25, INP: 500, LCP: 4_000, TTFB: 9_000 }
    const report = read({ composition: 7, vitals, targets: { INP: 'main>button\n' } })
    const { TTFB: _, ...known } = vitals
    expect(report).toMatchObject({ kind: 'vitals', vitals: known, targets: { INP: 'main>button ' } })
    expect(isPoor(report)).toBe(false)
    for (const poor of [{ CLS: 0.26 }, { INP: 501 }, { LCP: 4_001 }]) expect(isPoor(read({ vitals: poor }))).toBe(true)
  })

  it.each([
    [{ kind: 'throw', stack: ['chrome-extension://x/a.js:1:2'] }],
    [{ kind: 'throw', stack: ['/releases/catalog/1.5.0/courses.js:1:20'] }],
    [{ kind: 'throw', stack: ['/releases/__proto__/1.6.0/x.js:1:2'] }],
    [{ vitals: { LCP: 1 } }],
    [{ message: 'Loading constructor/x failed' }],
  ])('is charged to nobody: %j', (report) => {
    expect(originOf(read(report))).toBeUndefined()
  })

  it.each([
    [{ composition: 'x' }],
    [{ kind: 'other' }],
    [{ stack: Array(9).fill('x') }],
    [{ vitals: { XXX: 1 } }],
    [{ vitals: { LCP: -1 } }],
    [{ page: '../x' }],
  ])('that is not as pages send it is only logged: %j', (report) => {
    const { composition, stack, vitals } = read({ ...report, message: 'said' })
    expect({ composition, stack, vitals }).toEqual({ composition: undefined, stack: [], vitals: {} })
  })
})

describe('a place', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'maps-'))
  })
  afterAll(() => rm(root, { recursive: true }))

  it('is read by the map in the registry, and given as it is without one', async () => {
    const copy = fileCopy(root)
    const maps = path.join(copy.release('catalog', '1.6.0'), 'maps')
    await mkdir(maps, { recursive: true })
    const map = { version: 3, sources: ['catalog/src/a.tsx'], names: [], mappings: 'AA8BA' }
    await writeFile(path.join(maps, 'courses.js.map'), JSON.stringify(map))
    const locate = createLocator(copy)
    expect(await locate(location)).toBe('catalog/src/a.tsx:31')
    for (const other of ['/releases/catalog/1.5.0/courses.js:1:20', '/releases/catalog/../courses.js:1:2', 'x']) {
      expect(await locate(other)).toBe(other)
    }
  })
})

describe('figures', () => {
  const failure = (at: number, address: string): Failure => ({
    ...{ composition: 7, at, address, package: 'catalog', release: '1.6.0', kind: 'throw', location },
  })
  const none = noFigures
  const now = 1_000 * 600_000

  it('count an address once in ten minutes, add documents up and forget what is a day old', () => {
    const first = {
      ...none,
      failures: [failure(now, 'a')],
      documents: [{ composition: 7, minute: 10_000, documents: 2 }],
    }
    const more = {
      ...none,
      failures: [failure(now + 1, 'a'), failure(now + 2, 'b'), failure(now + 600_000, 'a')],
      documents: [{ composition: 7, minute: 10_000, documents: 3 }],
    }
    const merged = merge(first, more, now)
    expect(merged.failures.map(({ at, address }) => [at - now, address])).toEqual([
      [0, 'a'],
      [2, 'b'],
      [600_000, 'a'],
    ])
    expect(merged.documents).toEqual([{ composition: 7, minute: 10_000, documents: 5 }])
    expect(merge(merged, none, now + 2 * 86_400_000)).toEqual(none)
  })

  it('of visits are kept by ten seconds, after an hour by minutes, and are forgotten after a day', () => {
    const visits = [0, 1, 2].map((index) => ({ ...noVisits(7, sliceOf(now) + index), visits: 1, interactive: 0.5 }))
    const merged = merge(merge(none, { ...none, visits }, now), { ...none, visits }, now)
    expect(merged.visits.map((it) => [it.slice - sliceOf(now), it.visits, it.interactive])).toEqual([
      [0, 2, 1],
      [1, 2, 1],
      [2, 2, 1],
    ])
    const later = merge(merged, none, now + 2 * 3_600_000)
    expect(later.visits.map((it) => [it.slice - sliceOf(now), it.visits, it.interactive])).toEqual([[0, 6, 3]])
    expect(merge(later, none, now + 2 * 86_400_000).visits).toEqual([])
  })

  it('tell the range in which three of four visits are', () => {
    expect([boundOf('LCP', 2_500), boundOf('LCP', 1e6), boundOf('CLS', 0.1)]).toEqual([2_500, ABOVE, 0.1])
    expect(
      seventyFifth([
        { upperBound: 4_000, count: 1 },
        { upperBound: 2_500, count: 3 },
      ]),
    ).toBe(2_500)
    expect(seventyFifth([])).toBeUndefined()
  })
})
