import { createRandom } from '@platform/base/testing/random'
import { ENOUGH_EVIDENCE, evidenceAfter, FEWEST_FOR_STEP, stepWaitsFor } from './canary-evidence'
import { decideUndo } from './decide-undo'
import {
  type Failure,
  type HealthFigures,
  noFigures,
  noVisits,
  SIGNALS,
  type Signal,
  sliceOf,
  type Visits,
} from './health-figures'
import type { Pointer } from './pointer'

const random = createRandom(20_261_122)
const START = Date.parse('2026-11-22T12:00:00Z')
const SECOND = 1_000
const [STABLE, TRIED] = [1, 2]
const pointer: Pointer = {
  live: STABLE,
  history: [],
  canary: { composition: TRIED, share: 25, salt: 'salt', startedAt: new Date(START).toISOString() },
}
const failure = (at: number, address: string, composition = TRIED): Failure => ({
  ...{ composition, at, address, package: 'catalog', release: '2.0.0', kind: 'throw', location: 'a.tsx:1' },
})
/** Failures are counted by address; each simulated visit has its own. */
const withAddresses = (figures: HealthFigures, now: number): HealthFigures => {
  const failed = figures.visits.filter((it) => it.composition === TRIED).reduce((sum, it) => sum + it.failed, 0)
  return { ...figures, failures: Array.from({ length: failed }, (_, index) => failure(now, `address ${index}`)) }
}

/** Probability per visit; cart, payment and API errors only once interactive. */
type Chances = Record<Signal, number>
/** A sound release, with bots and impatient visitors. */
const SOUND: Chances = { interactive: 0.85, failed: 0.002, cart: 0.1, payment: 0.02, apiFailed: 0.002, slow: 0.01 }
/** Latest report after the first document, ms; uniformly distributed. */
const LATEST: Record<Signal, number> = {
  ...{ interactive: 5_000, failed: 8_000, cart: 45_000 },
  ...{ payment: 90_000, apiFailed: 60_000, slow: 90_000 },
}
/** `share`: part that gets the canary, from 0 to 1. */
type World = { visitsPerSecond: number; share: number; chances: Chances }

function simulateVisits({ visitsPerSecond, share, chances }: World, forMs: number) {
  const rows = new Map<string, Visits>()
  const events: { at: number; visit: Visits; signal: Signal | 'visits' }[] = []
  const gap = () => (-Math.log(1 - random.uniform()) / visitsPerSecond) * SECOND
  for (let at = START + gap(); at < START + forMs; at += gap()) {
    const composition = random.chance(share) ? TRIED : STABLE
    const visit = rows.get(`${composition} ${sliceOf(at)}`) ?? noVisits(composition, sliceOf(at))
    rows.set(`${composition} ${sliceOf(at)}`, visit)
    events.push({ at, visit, signal: 'visits' })
    const isInteractive = random.chance(chances.interactive)
    for (const signal of SIGNALS) {
      const isMet = signal === 'interactive' ? isInteractive : random.chance(chances[signal])
      if (!isMet || !(isInteractive || signal === 'failed')) continue
      events.push({ at: at + random.uniform() * LATEST[signal], visit, signal })
    }
  }
  events.sort((a, b) => a.at - b.at)
  let next = 0
  return (now: number): HealthFigures => {
    for (let event = events[next]; event && event.at <= now; event = events[++next]) event.visit[event.signal] += 1
    return { ...noFigures, visits: [...rows.values()].filter(({ visits }) => visits > 0) }
  }
}

function isDropped(world: World, forMs: number, lookMs: number): boolean {
  const figuresAt = simulateVisits(world, forMs)
  for (let now = START + lookMs; now <= START + forMs; now += lookMs) {
    if (decideUndo(pointer, withAddresses(figuresAt(now), now), now)) return true
  }
  return false
}

// automation.test.ts of the origin has what broken canaries do to visitors.
describe('a sound canary', () => {
  const noisy: Chances = { interactive: 0.5, failed: 0.1, cart: 0.3, payment: 0.1, apiFailed: 0.05, slow: 0.03 }
  it.each([
    { visitsPerSecond: 20, share: 0.25, minutes: 5, chances: SOUND },
    { visitsPerSecond: 1, share: 0.05, minutes: 60, chances: SOUND },
    { visitsPerSecond: 1, share: 0.5, minutes: 60, chances: noisy },
    { visitsPerSecond: 0.2, share: 0.25, minutes: 60, chances: noisy },
    { visitsPerSecond: 0.05, share: 0.25, minutes: 60, chances: noisy },
  ])('is left alone: %j', ({ minutes, ...world }) => {
    // Decision 22 has the figures for RANDOM_RUNS=10000.
    const runs = Number(process.env.RANDOM_RUNS ?? 20)
    const dropped = Array.from({ length: runs }, () => isDropped(world, minutes * 60 * SECOND, 60 * SECOND))
    const count = dropped.filter(Boolean).length
    if (process.env.RANDOM_RUNS) console.log(JSON.stringify({ ...world, minutes, runs, count }))
    expect(count).toBeLessThanOrEqual(Math.ceil(runs / 1_000))
  })

  it('is left alone when an outage of the API meets both', () => {
    const outage = { ...SOUND, apiFailed: 0.6, cart: 0.01, payment: 0 }
    expect(isDropped({ visitsPerSecond: 20, share: 0.25, chances: outage }, 120 * SECOND, 5 * SECOND)).toBe(false)
  })
})

const visitsOf = (composition: number, met: Partial<Visits>, at = START + 20 * SECOND): Visits => ({
  ...noVisits(composition, sliceOf(at)),
  ...met,
})
const stable = visitsOf(STABLE, { visits: 900, interactive: 800, cart: 80 })

describe('who wants a sound canary dropped', () => {
  it('needs as many silent addresses as it has visitors', () => {
    const silent = (addresses: number) => {
      const tried = visitsOf(TRIED, { visits: 300 + addresses, interactive: 267, cart: 27 })
      return decideUndo(pointer, { ...noFigures, visits: [stable, tried] }, START + 60 * SECOND)
    }
    expect([silent(200), silent(250)]).toEqual([undefined, undefined])
    expect(silent(350)?.reason).toMatch('fewer visits became interactive')
  })

  it('needs two addresses that fail for a hundred visits, and three at least', () => {
    const failing = (addresses: number, visits: number) => {
      const tried = visitsOf(TRIED, { visits, interactive: visits * 0.9, cart: visits * 0.09, failed: addresses })
      const failures = Array.from({ length: addresses }, (_, index) => failure(START + 30 * SECOND, `${index}`))
      return decideUndo(pointer, { ...noFigures, visits: [stable, tried], failures }, START + 60 * SECOND)
    }
    expect([failing(2, 20), failing(9, 600)]).toEqual([undefined, undefined])
    expect(failing(12, 600)?.reason).toMatch('more visits failed')
  })

  it('is not helped by one address that fails in window after window', () => {
    const slices = Array.from({ length: 12 }, (_, index) => START + (index * 600 + 20) * SECOND)
    const visits = slices.flatMap((at) => [
      visitsOf(TRIED, { visits: 10, interactive: 9, failed: 1 }, at),
      visitsOf(STABLE, { visits: 30, interactive: 27 }, at),
    ])
    const failures = slices.map((at) => failure(at, 'one'))
    expect(decideUndo(pointer, { ...noFigures, visits, failures }, START + 7_200 * SECOND)).toBeUndefined()
  })
})

// A release that was blank in one browser, or that only slowed its pages down, was given to everybody.
describe.each<Pointer>([
  { ...pointer, live: STABLE, history: [] },
  { live: TRIED, history: [STABLE], since: new Date(START).toISOString() },
])('D5: what is tried (%j)', (shown) => {
  const at = START + (shown.canary ? 20 : -600) * SECOND
  const known = [visitsOf(STABLE, { visits: 900, interactive: 800 }, at)]
  const webkit = visitsOf(STABLE, { family: 'webkit', visits: 100, interactive: 90 }, at)
  const decided = (met: Partial<Visits>) => {
    const tried = [visitsOf(TRIED, { visits: 1_000, interactive: 890 }), visitsOf(TRIED, { family: 'webkit', ...met })]
    const failures = Array.from({ length: met.failed ?? 0 }, (_, index) => failure(START + 30 * SECOND, `${index}`))
    return decideUndo(shown, { ...noFigures, visits: [...known, webkit, ...tried], failures }, START + 90 * SECOND)
  }

  it.each<[string, Partial<Visits>]>([
    ['became interactive', { visits: 40, interactive: 0 }],
    ['failed', { visits: 40, interactive: 30, failed: 12 }],
  ])('is dropped when it is worse in one family: %s', (what, met) => {
    expect(decided(met)?.reason).toMatch(new RegExp(`${what}.*webkit|webkit.*${what}`))
  })

  it('is left alone when that family is as well as before', () => {
    expect(decided({ visits: 40, interactive: 35, failed: 1 })).toBeUndefined()
  })
})

it.each<[Partial<Visits>, string]>([
  [{ slow: 20 }, 'measured a web vital that is not good'],
  [{ apiFailed: 20 }, 'met an error of the API'],
])('D5: a canary is dropped when more of its visits report %j', (met, reason) => {
  const tried = visitsOf(TRIED, { visits: 300, interactive: 267, cart: 27, ...met })
  const known = { ...noFigures, visits: [{ ...stable, slow: 5, apiFailed: 5 }, tried] }
  expect(decideUndo(pointer, known, START + 60 * SECOND)?.reason).toMatch(reason)
})

it('what became live without a canary is left alone while it loads, when it starts as before, and when nothing is known', () => {
  const fresh: Pointer = { live: TRIED, history: [STABLE], since: new Date(START).toISOString() }
  const before = visitsOf(STABLE, { visits: 600, interactive: 510 }, START - 600 * SECOND)
  const decided = (met: Partial<Visits>, at = START + 20 * SECOND, now = START + 90 * SECOND) =>
    decideUndo(fresh, { ...noFigures, visits: [before, visitsOf(TRIED, met, at)] }, now)
  expect(decided({ visits: 100 }, START + 80 * SECOND)).toBeUndefined()
  expect(decided({ visits: 100, interactive: 80 })).toBeUndefined()
  const visits = [visitsOf(TRIED, { visits: 100 })]
  expect(decideUndo(fresh, { ...noFigures, visits }, START + 90 * SECOND)).toBeUndefined()
})

describe('a step', () => {
  const EVERY_MS = 60 * SECOND
  const due: Pointer = {
    ...pointer,
    canary: {
      ...{ composition: TRIED, share: 5, salt: 'salt', startedAt: new Date(START).toISOString() },
      steps: { shares: [25], everyMs: EVERY_MS, nextAt: new Date(START + EVERY_MS).toISOString() },
    },
  }
  const waits = (...visits: Visits[]) => stepWaitsFor(due, { ...noFigures, visits }, START + EVERY_MS)

  // Missing reports counted as good: a silent canary went to all visitors.
  it('is taken with enough news, but not of visits before the last step', () => {
    const enough = { visits: 120, interactive: 105, cart: 11 }
    expect(waits(stable, visitsOf(TRIED, enough))).toBeUndefined()
    const fewer = { ...enough, interactive: FEWEST_FOR_STEP - 1 }
    expect(waits(stable, visitsOf(TRIED, fewer))).toMatch(`interactive in 99 of the ${FEWEST_FOR_STEP} visits`)
    expect(waits(stable, visitsOf(TRIED, enough, START - 60 * SECOND))).toMatch('in 0 of the')
  })

  it('waits while what was counted speaks against it, and while the site is held', () => {
    expect(waits(stable, visitsOf(TRIED, { visits: 120, interactive: 105 }))).toMatch(
      /^odds of [\d,]+ to 1 that fewer visits put something into the cart \(0\.0 % of 105, beside 10\.0 % of 800\)$/,
    )
    const hold = { since: '', by: 'ada', reason: 'a bad night' }
    expect(stepWaitsFor({ ...due, hold }, noFigures, START)).toBe('the site is held: a bad night')
  })
})

const count = (tries: number, probability: number) =>
  Array.from({ length: tries }, () => random.chance(probability)).filter(Boolean).length

it('a release that fails as often as the one before is not taken back in 100 hours of probations, one that fails for 30 % is', () => {
  const dropped = Array.from({ length: 600 }, () => {
    const before = { base: 600, met: count(600, 0.02) }
    const now = { base: 0, met: 0 }
    for (let minute = 0; minute < 10; minute += 1) {
      now.base += 30
      now.met += count(30, 0.02)
      if (evidenceAfter(now, before) >= 8 * ENOUGH_EVIDENCE) return true
    }
    return false
  })
  expect(dropped.filter(Boolean)).toEqual([])
  expect(evidenceAfter({ base: 40, met: 12 }, { base: 5_000, met: 10 })).toBeGreaterThan(8 * ENOUGH_EVIDENCE)
})
