export const VITALS = ['CLS', 'INP', 'LCP'] as const
export type VitalName = (typeof VITALS)[number]

export const POOR_ABOVE: Readonly<Record<VitalName, number>> = { CLS: 0.25, INP: 500, LCP: 4_000 }

/** "Good" by web.dev; a release that makes more visits miss it is worse. */
export const GOOD_UP_TO: Readonly<Record<VitalName, number>> = { CLS: 0.1, INP: 200, LCP: 2_500 }

export const BOUNDS: Readonly<Record<string, readonly number[]>> = {
  CLS: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5],
  INP: [50, 100, 200, 350, 500, 1_000],
  LCP: [500, 1_000, 1_800, 2_500, 4_000, 8_000],
}
/** Bound of the open bucket; JSON has no infinity. */
export const ABOVE = 1e9

export function boundOf(name: string, value: number): number {
  return BOUNDS[name]?.find((upperBound) => value <= upperBound) ?? ABOVE
}

/** Upper bound of the bucket with the 75th percentile. */
export function seventyFifth(counts: readonly { upperBound: number; count: number }[]): number | undefined {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { upperBound, count } of [...counts].sort((a, b) => a.upperBound - b.upperBound)) {
    seen += count
    if (seen >= total * 0.75) return upperBound
  }
  return undefined
}

/** `hidden`: heading or main part cannot be seen; `busy`: the page stops answering; `dead`: a press changes nothing. */
export type FailureKind = 'load' | 'throw' | 'rejection' | 'repair' | 'hidden' | 'busy' | 'dead'

/** Package and release of the first own script on the stack. */
export type FailureOrigin = { package: string; release: string; kind: FailureKind; location: string }

/** A network counts once per composition in this time. */
export const WINDOW_MS = 10 * 60_000
export const MINUTE_MS = 60_000
export const KEPT_MS = 24 * 60 * 60_000

/** `address` is a digest of the network that differs by composition. */
export type Failure = FailureOrigin & Occurrence
type Occurrence = { composition: number; at: number; address: string }
export type VitalCount = {
  composition: number
  minute: number
  name: string
  package: string
  upperBound: number
  count: number
}
export type Documents = { composition: number; minute: number; documents: number }

export const SIGNALS = ['interactive', 'failed', 'cart', 'payment', 'apiFailed', 'slow'] as const
export type Signal = (typeof SIGNALS)[number]

/** Canary and stable are compared among visits of equal age. */
export const SLICE_MS = 10_000

/** Engines that fail apart; each is compared by itself, too. */
export const FAMILIES = ['chromium', 'firefox', 'webkit'] as const
export type Family = (typeof FAMILIES)[number] | 'other'

/** A network weighs 1 in ten minutes, so counts are fractions. `slice` counts from 1970. */
export type Visits = { composition: number; slice: number; family: Family; visits: number } & Record<Signal, number>

export type HealthFigures = { documents: Documents[]; visits: Visits[]; failures: Failure[]; vitals: VitalCount[] }
export const noFigures: HealthFigures = { documents: [], visits: [], failures: [], vitals: [] }

export type HealthStore = {
  /** Ignores failures of a network that has counted in its window. */
  add: (change: HealthFigures) => Promise<void>
  /** `since` in ms. */
  read: (since: number) => Promise<HealthFigures>
}

export const windowOf = (at: number): number => Math.floor(at / WINDOW_MS)
export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS)
export const sliceOf = (at: number): number => Math.floor(at / SLICE_MS)

export function addVisits(a: Visits, b: Visits): Visits {
  // Written out, because spread objects are slow and thousands are summed for each decision.
  return {
    composition: a.composition,
    slice: a.slice,
    family: a.family,
    visits: a.visits + b.visits,
    interactive: a.interactive + b.interactive,
    failed: a.failed + b.failed,
    cart: a.cart + b.cart,
    payment: a.payment + b.payment,
    apiFailed: a.apiFailed + b.apiFailed,
    slow: a.slow + b.slow,
  }
}

export function noVisits(composition: number, slice: number, family: Family = 'other'): Visits {
  const none = { visits: 0, interactive: 0, failed: 0, cart: 0, payment: 0, apiFailed: 0, slow: 0 }
  return { composition, slice, family, ...none }
}

export function markOf({ composition, at, address }: Occurrence): string {
  return `${composition} ${windowOf(at)} ${address}`
}

/** Two minutes later than the clock. */
const AHEAD_MS = 2 * MINUTE_MS

/** Finds rows that no origin can have counted. @param highest number of any composition */
export function findImpossible({ documents, visits, failures, vitals }: HealthFigures, now: number, highest: number) {
  const latest = now + AHEAD_MS
  // Sums of fractions are inexact.
  const isNoSum = (it: Visits) => Math.max(it.interactive, it.failed) > it.visits + 0.001
  const isLess = (it: Visits) => Math.min(it.visits, it.interactive, it.failed) < 0
  const find = <Row extends { composition: number }>(table: string, rows: Row[], isImpossible: (row: Row) => boolean) =>
    rows
      .filter((row) => row.composition > highest || isImpossible(row))
      .map((row) => `A row of ${table}, of composition ${row.composition}, cannot be what an origin counted`)
  const found = [
    ...find('site_served', documents, (it) => it.documents < 0 || it.minute * MINUTE_MS > latest),
    ...find('site_visits', visits, (it) => isLess(it) || isNoSum(it) || it.slice * SLICE_MS > latest),
    ...find('site_failures', failures, (it) => it.at > latest),
    ...find('site_vitals', vitals, (it) => it.count < 0 || it.minute * MINUTE_MS > latest),
  ]
  return [...new Set(found)]
}
