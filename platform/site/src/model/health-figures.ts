/**
 * What kind of failure a page reports: a script that did not come, an error that was thrown, a promise nobody caught, a part
 * that was not what the server had sent and was made anew.
 */
export type FailureKind = 'load' | 'throw' | 'rejection' | 'repair'

/** Who failed, as far as the report says: the package and release of the first script of the site on the stack. */
export type FailureOrigin = {
  package: string
  release: string
  kind: FailureKind
  /** `catalog/src/courses/course-card.tsx:31`; of the built file without a map, and empty when none is known. */
  location: string
}

/** One visitor's address counts once in so long for one composition, whatever it sends. */
export const WINDOW_MS = 10 * 60_000
export const MINUTE_MS = 60_000
/** Figures are kept for so long. */
export const KEPT_MS = 24 * 60 * 60_000

/** A failure that counts. `address` is a digest that means something within its composition alone. */
export type Failure = FailureOrigin & Occurrence
type Occurrence = { composition: number; at: number; address: string }
/** How often a browser measured a vital in one range; `upperBound` is the range's upper end. */
export type VitalCount = {
  composition: number
  minute: number
  name: string
  package: string
  upperBound: number
  count: number
}
/** Documents that were served in one minute (since 1970). */
export type Documents = { composition: number; minute: number; documents: number }

/** What a visit can say of itself, besides that it was served. */
export const SIGNALS = ['interactive', 'failed', 'cart', 'payment', 'apiFailed'] as const
export type Signal = (typeof SIGNALS)[number]

/** Visits are counted by when they began, to ten seconds: those of canary and stable that are compared are equally old. */
export const SLICE_MS = 10_000

/**
 * Visits that began in one slice (since 1970). A visit is one address in ten minutes and weighs 1, whatever it sends: of
 * two documents of which one failed, it is half a visit that failed. So none of these is a whole number.
 */
export type Visits = { composition: number; slice: number; visits: number } & Record<Signal, number>

export type HealthFigures = {
  documents: Documents[]
  visits: Visits[]
  failures: Failure[]
  vitals: VitalCount[]
}
export const noFigures: HealthFigures = { documents: [], visits: [], failures: [], vitals: [] }
/** What one origin adds. */
export type HealthChange = HealthFigures

/** Where the origins of one site keep what they count, for all of them and for `site health`. */
export type HealthStore = {
  /** A failure whose address has counted in its window already changes nothing. */
  add: (change: HealthChange) => Promise<void>
  /** @param since ms; nothing older is given */
  read: (since: number) => Promise<HealthFigures>
}

export function windowOf(at: number): number {
  return Math.floor(at / WINDOW_MS)
}

export function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS)
}

export function sliceOf(at: number): number {
  return Math.floor(at / SLICE_MS)
}

/** Both together, of whichever compositions and slices. */
export function addVisits(a: Visits, b: Visits): Visits {
  // Every field written out: thousands are added up for each judgement, and a spread object is slow for ever after.
  return {
    composition: a.composition,
    slice: a.slice,
    visits: a.visits + b.visits,
    interactive: a.interactive + b.interactive,
    failed: a.failed + b.failed,
    cart: a.cart + b.cart,
    payment: a.payment + b.payment,
    apiFailed: a.apiFailed + b.apiFailed,
  }
}

export function noVisits(composition: number, slice: number): Visits {
  return { composition, slice, visits: 0, interactive: 0, failed: 0, cart: 0, payment: 0, apiFailed: 0 }
}

/** The same for two failures of which one counts. */
export function markOf({ composition, at, address }: Occurrence): string {
  return `${composition} ${windowOf(at)} ${address}`
}
