import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  ABOVE,
  boundOf,
  type HealthFigures,
  type HealthStore,
  noFigures,
  noVisits,
  seventyFifth,
  sliceOf,
} from '@platform/site/model/health-figures'
import { fileCopy } from '@platform/site/store/file/file-copy'
import { merge } from '@platform/site/store/health-store'
import { createCollector, createPageMetrics } from './collect'
import { createLocator } from './page-reports'
import { isPoor, originOf as originIn, type PageReport, parseReport } from './report'
import { createVisitCounter } from './visits'

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
const part = '/releases/shell/2.0.0/main.js:1:9'
const starter = `TypeError: dead at x (https://shop.example${location}) undefined`

describe('a report', () => {
  it.each([
    [
      'the innermost script of the site',
      { kind: 'throw', stack: ['https://js.stripe.com/v3:1:1', location, part] },
      {},
    ],
    ['what the starter names', { kind: 'error', message: starter }, {}],
    ['what the starter names', { kind: 'unhandledrejection', message: starter }, { kind: 'rejection' }],
    [
      'a script that did not load',
      { name: 'ChunkLoadError', message: '/releases/shell/2.0.0/vendor.js stalled' },
      { package: 'shell', release: '2.0.0', kind: 'load', location: '/releases/shell/2.0.0/vendor.js' },
    ],
    ['a module that did not load', { message: 'Loading catalog/courses-page failed' }, { kind: 'load', location: '' }],
    ["the page's own component", { kind: 'repair', url: '/courses', stack: [part, location] }, { kind: 'repair' }],
    [
      'the part with the dead button',
      { kind: 'dead', url: '/courses', page: 'shell' },
      { package: 'shell', release: '2.0.0', kind: 'dead', location: '' },
    ],
    ["the page's package", { kind: 'hidden', url: '/courses' }, { kind: 'hidden', location: '' }],
    [
      "the shell's, around the pages",
      { kind: 'repair', url: '/', stack: [part, location] },
      { package: 'shell', release: '2.0.0', kind: 'repair', location: part },
    ],
  ])('is charged to %s: %j', (_, report, origin) => {
    const usual = { package: 'catalog', release: '1.6.0', kind: 'throw', location }
    expect(originOf(read({ composition: 7, ...report }))).toEqual({ ...usual, ...origin })
  })

  it.each([
    [{ kind: 'throw', stack: ['chrome-extension://x/a.js:1:2'] }],
    [{ kind: 'throw', stack: ['/releases/catalog/1.5.0/courses.js:1:20'] }],
    [{ kind: 'throw', stack: ['/releases/__proto__/1.6.0/x.js:1:2'] }],
    [{ vitals: { LCP: 1 } }],
    [{ kind: 'altered', url: '/courses', page: 'catalog', stack: [location] }],
    [{ kind: 'dead', page: 'constructor' }],
    [{ message: 'Loading constructor/x failed' }],
  ])('is charged to no release: %j', (report) => {
    expect(originOf(read(report))).toBeUndefined()
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

  it('names places by the maps in the registry, and others as they are', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'maps-'))
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
    // The map of a hostile release stopped the origin for as long as it was parsed.
    await writeFile(path.join(maps, 'evil.js.map'), JSON.stringify({ ...map, padding: 'x'.repeat(3_000_000) }))
    const evil = '/releases/catalog/1.6.0/evil.js:1:20'
    expect(await locate(evil)).toBe(evil)
    await rm(root, { recursive: true })
  })
})

describe('a visit', () => {
  const MINUTE = 60_000
  let now = 10 * MINUTE
  let counter: ReturnType<typeof createVisitCounter>
  beforeEach(() => {
    now = 10 * MINUTE
    counter = createVisitCounter(() => now)
  })

  const [address, other] = ['192.0.2.1', '2001:db8::1']
  const serve = (ip: string, composition = 1) => counter.served(composition, ip, () => ({ ip, family: 'other' }))
  const taken = () => {
    const all = { visits: 0, interactive: 0, failed: 0, cart: 0 }
    for (const it of counter.take()) {
      for (const name of ['visits', 'interactive', 'failed', 'cart'] as const) all[name] += it[name]
    }
    return all
  }

  it('counts reports of a network that was sent its composition, at most as many as documents; a /24 or /48 is one', () => {
    for (const ip of [address, other]) {
      expect(counter.reported(1, ip, 'failed')).toBe(false)
      serve(ip)
      serve(ip)
    }
    expect([1, 2, 3].map(() => counter.reported(1, address, 'failed'))).toEqual([true, true, false])
    expect([1, 2, 3].map((last) => counter.reported(1, `2001:db8:0:${last}::1`, 'failed'))).toEqual([true, true, false])
    expect(counter.reported(2, address, 'failed')).toBe(false)
    for (const ip of ['192.0.3.1', '2001:db8:1::1']) expect(counter.reported(1, ip, 'failed')).toBe(false)
  })

  it('counts them for as long as its window and the next, in its own time', () => {
    now += 10 * MINUTE - 1
    serve(address)
    now += 2
    expect(counter.reported(1, address, 'interactive')).toBe(true)
    const [visit] = counter.take()
    expect(visit).toMatchObject({ slice: Math.floor((20 * MINUTE - 1) / 10_000), interactive: 1 })
    now += 20 * MINUTE
    expect(counter.reported(1, address, 'cart')).toBe(false)
  })

  it('weighs one, may report ten times a document, and is handed over as what has changed', () => {
    expect(counter.mayReport(address)).toBe(false)
    for (let document = 0; document < 50; document += 1) serve(address)
    for (let report = 0; report < 500; report += 1) counter.reported(1, address, 'failed')
    counter.reported(1, address, 'interactive')
    expect(Array.from({ length: 600 }, () => counter.mayReport(address)).filter(Boolean)).toHaveLength(500)
    expect(taken()).toEqual({ visits: 1, interactive: 0.02, failed: 1, cart: 0 })
    expect(taken()).toEqual({ visits: 0, interactive: 0, failed: 0, cart: 0 })
    for (let document = 0; document < 50; document += 1) serve(address)
    counter.reported(1, address, 'cart')
    expect(taken()).toEqual({ visits: 0, interactive: -0.01, failed: -0.5, cart: 0.01 })
  })
})

describe('figures', () => {
  it('of visits are kept by ten seconds, after an hour by minutes, and are forgotten after a day', () => {
    const now = 1_000 * 600_000
    const [hour, day] = [3_600_000, 86_400_000]
    const visits = [0, 1].map((index) => ({ ...noVisits(7, sliceOf(now) + index), visits: 1, interactive: 0.5 }))
    const added = merge(merge(noFigures, { ...noFigures, visits }, now), { ...noFigures, visits }, now)
    const keptAfter = (ms: number) =>
      merge(added, noFigures, now + ms).visits.map((it) => [it.slice - sliceOf(now), it.visits, it.interactive])
    expect([0, 2 * hour, 2 * day].map(keptAfter)).toEqual([
      [
        [0, 2, 1],
        [1, 2, 1],
      ],
      [[0, 4, 2]],
      [],
    ])
  })

  // The file grew to 23 MB, and each write of it stopped the origin for a second.
  it('of vitals are kept by minute, and after an hour by hours', () => {
    const vital = { composition: 7, name: 'LCP', package: 'catalog', upperBound: 2_500, count: 1 }
    const vitals = Array.from({ length: 240 }, (_, minute) => ({ ...vital, minute: 10_000 + minute }))
    const kept = merge(noFigures, { ...noFigures, vitals }, 10_240 * 60_000).vitals
    expect(kept.length).toBeLessThan(70)
    expect(kept.reduce((sum, { count }) => sum + count, 0)).toBe(240)
  })

  it('of failures have one place for each address, so that one crowds out nobody', async () => {
    const metrics = createPageMetrics(async () => undefined)
    const collector = createCollector(() => 'salt', { take: () => [] }, metrics)
    const failure = { package: 'catalog', release: '1.6.0', kind: 'throw', location } as const
    for (let report = 0; report < 1_500; report += 1) collector.failed(7, failure, '203.0.113.1')
    collector.failed(7, failure, '198.51.100.1')
    const kept: HealthFigures[] = []
    await collector.flush({ add: async (change) => void kept.push(change) } as HealthStore)
    expect(kept[0]?.failures).toHaveLength(2)
  })

  it('tell the range in which three of four visits are', () => {
    expect([boundOf('LCP', 2_500), boundOf('LCP', 1e6), boundOf('CLS', 0.1)]).toEqual([2_500, ABOVE, 0.1])
    const counts = [4_000, 2_500].map((upperBound, index) => ({ upperBound, count: 1 + 2 * index }))
    expect([seventyFifth(counts), seventyFifth([])]).toEqual([2_500, undefined])
  })
})

it.each(['alerts.yaml', 'dashboard.json'])(
  'pages have every metric that deploy/monitoring/%s asks for',
  async (file) => {
    const known = await createPageMetrics(async () => 'the origin itself').describe()
    const text = await readFile(`${__dirname}/../../../../deploy/monitoring/${file}`, 'utf8')
    const asked = new Set(text.match(/\b(?:browser|release)_\w+/g)?.map((name) => name.replace(/_bucket$/, '')))
    expect(asked.size).toBeGreaterThan(1)
    for (const name of asked) expect(known).toContain(`# TYPE ${name} `)
    expect(known).toContain('release_hold{by="the origin itself"} 1')
  },
)
