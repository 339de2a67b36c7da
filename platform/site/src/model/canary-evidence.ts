import {
  addVisits,
  FAMILIES,
  type Family,
  type HealthFigures,
  noVisits,
  type Signal,
  SLICE_MS,
  type Visits,
} from './health-figures'
import type { Canary, Pointer } from './pointer'

/** Rate ratios; the evidence is their mean. */
const RATIOS = { more: [2, 5, 20, 100], less: [0.5, 0.2, 0.05, 0.01] }
type Direction = keyof typeof RATIOS

function evidenceAgainst(groups: readonly Group[], { signal, of, direction }: Comparison): number {
  return mean(RATIOS[direction].map((ratio) => Math.exp(sum(groups.map(logOdds(signal, of, ratio))))))
}

const logOdds =
  (signal: Signal, of: Comparison['of'], ratio: number) =>
  ({ tried, stable }: Group): number => {
    if (tried[signal] === 0 && stable[signal] === 0) return 0
    const part = tried[of] / (tried[of] + stable[of])
    if (!(part > 0 && part < 1)) return 0
    // Log-likelihood ratio for a tried part of ratio × part / (ratio × part + 1 − part).
    return tried[signal] * Math.log(ratio) - (tried[signal] + stable[signal]) * Math.log(ratio * part + 1 - part)
  }

export type Rate = { base: number; met: number }

/** A sound release fails less often; default for a former one with few visits. */
const UNSEEN_RATE = 0.01
const LOWEST_RATE = 0.005
const FEWEST_BEFORE = 20

export function evidenceAfter(now: Rate, before: Rate): number {
  const expected = now.base * generousRate(before)
  return mean(RATIOS.more.map((ratio) => Math.exp(now.met * Math.log(ratio) - (ratio - 1) * expected)))
}

function generousRate({ base, met }: Rate): number {
  if (base < FEWEST_BEFORE) return UNSEEN_RATE
  return Math.max(LOWEST_RATE, Math.min(UNSEEN_RATE, 3 / base), (met + 3 * Math.sqrt(met)) / base)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]): number => sum(values) / values.length

export const FEWEST_FOR_STEP = 100
/** Higher odds against the canary postpone the step. */
const DOUBTFUL_ODDS = 20

export function stepWaitsFor(pointer: Pointer, figures: HealthFigures, now: number): string | undefined {
  const { canary, live, hold } = pointer
  if (!canary?.steps) return undefined
  if (hold) return `the site is held: ${hold.reason}`
  const since = Math.max(Date.parse(canary.startedAt), Date.parse(canary.steps.nextAt) - canary.steps.everyMs)
  const { interactive } = visitsWithin(figures, canary.composition, since - SLICE_MS, now)
  if (interactive < FEWEST_FOR_STEP) {
    return `the canary became interactive in ${Math.floor(interactive)} of the ${FEWEST_FOR_STEP} visits that a step needs`
  }
  const doubt = weighCanary(live, canary, figures).compared.find(({ odds }) => odds >= DOUBTFUL_ODDS)
  return doubt && `odds of ${formatOdds(doubt.odds)} to 1 that ${describe(doubt)}`
}

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

type Comparison = {
  signal: Signal
  /** Absent: all browsers. */
  family?: Family
  of: 'visits' | 'interactive'
  direction: Direction
  /** Part of the false-alarm chance. Failures get most, because few must suffice. */
  weight: number
  means: string
}

export const COMPARISONS: readonly Comparison[] = [
  { signal: 'interactive', of: 'visits', direction: 'less', weight: 1 / 8, means: 'became interactive' },
  { signal: 'failed', of: 'visits', direction: 'more', weight: 3 / 8, means: 'failed' },
  { signal: 'cart', of: 'interactive', direction: 'less', weight: 1 / 16, means: 'put something into the cart' },
  { signal: 'payment', of: 'interactive', direction: 'less', weight: 1 / 16, means: 'began a payment' },
  { signal: 'apiFailed', of: 'interactive', direction: 'more', weight: 1 / 16, means: 'met an error of the API' },
  {
    signal: 'slow',
    of: 'interactive',
    direction: 'more',
    weight: 1 / 16,
    means: 'measured a web vital that is not good',
  },
  ...FAMILIES.flatMap((family): Comparison[] => [
    {
      signal: 'interactive',
      family,
      of: 'visits',
      direction: 'less',
      weight: 1 / 24,
      means: `became interactive in ${family}`,
    },
    { signal: 'failed', family, of: 'visits', direction: 'more', weight: 1 / 24, means: `failed in ${family}` },
  ]),
]

/** At most one in this many sound canaries is ever dropped; all comparisons and looks share it. */
export const ENOUGH_EVIDENCE = 1_000
/** One network that fails, honest or forged, is worth at most these odds. */
const ODDS_OF_A_NETWORK = 6
export const FEWEST_VISITS = 20
/** Smallest differences that matter; an attacker needs as many dishonest visitors. */
const RARE = 0.5
export const OFTEN = 0.02
const FEWEST_IN_GROUP = 5

export type Compared = Comparison & { odds: number; visits: number; tried: Rate; stable: Rate }
export type CanaryEvidence = { tried: Visits; stable: Visits; compared: Compared[] }

export function weighCanary(live: number, canary: Canary, figures: HealthFigures): CanaryEvidence {
  const since = Date.parse(canary.startedAt)
  const summed = (family?: Family) => {
    const groups = groupVisits(visitsOf(figures, family), canary.composition, live, since)
    return { groups, tried: total(groups.map((it) => it.tried)), stable: total(groups.map((it) => it.stable)) }
  }
  const all = summed()
  const byFamily = new Map(FAMILIES.map((family) => [family as Family, summed(family)]))
  const compared = COMPARISONS.map((comparison): Compared => {
    const { signal, of, family } = comparison
    const { groups, tried, stable } = (family && byFamily.get(family)) ?? all
    return {
      ...comparison,
      odds: evidenceAgainst(groups, comparison),
      visits: tried.visits,
      tried: { base: tried[of], met: tried[signal] },
      stable: { base: stable[of], met: stable[signal] },
    }
  })
  return { tried: all.tried, stable: all.stable, compared }
}

export function visitsOf(figures: HealthFigures, family: Family | undefined): HealthFigures {
  return family ? { ...figures, visits: figures.visits.filter((it) => it.family === family) } : figures
}

export function isEnough({ signal, direction, weight, odds, visits, tried, stable }: Compared, networks: number) {
  const needed = ENOUGH_EVIDENCE / weight
  if (odds < needed || visits < FEWEST_VISITS) return false
  if (direction === 'less') return shareOf(tried) <= RARE * shareOf(stable)
  const met = signal === 'failed' ? Math.min(networks, tried.met) : tried.met
  return met >= networksFor(needed) && tried.met >= OFTEN * tried.base
}

/** Independent networks that must have met a failure before odds of `needed` to 1 count. */
export const networksFor = (needed: number): number => Math.ceil(Math.log(needed) / Math.log(ODDS_OF_A_NETWORK))

type Group = { tried: Visits; stable: Visits }

function groupVisits({ visits }: HealthFigures, tried: number, stable: number, since: number): Group[] {
  const first = Math.ceil(since / SLICE_MS)
  const bySlice = new Map<number, Group>()
  const none = () => ({ tried: noVisits(tried, 0), stable: noVisits(stable, 0) })
  for (const it of visits) {
    if (it.slice < first || (it.composition !== tried && it.composition !== stable)) continue
    const group = bySlice.get(it.slice) ?? none()
    const role = it.composition === tried ? 'tried' : 'stable'
    group[role] = addVisits(group[role], it)
    bySlice.set(it.slice, group)
  }
  const groups: Group[] = []
  let open = none()
  for (const [, next] of [...bySlice].sort(([a], [b]) => a - b)) {
    open = { tried: addVisits(open.tried, next.tried), stable: addVisits(open.stable, next.stable) }
    if (Math.min(open.tried.visits, open.stable.visits) < FEWEST_IN_GROUP) continue
    groups.push(open)
    open = none()
  }
  return [...groups, open]
}

function total(visits: readonly Visits[]): Visits {
  return visits.reduce(addVisits, noVisits(visits[0]?.composition ?? 0, 0))
}

export const shareOf = ({ base, met }: Rate): number => (base > 0 ? met / base : 0)

/** `from` and `to` in ms. */
export function visitsWithin({ visits }: HealthFigures, composition: number, from: number, to: number): Visits {
  const isWithin = (it: Visits) =>
    it.composition === composition && it.slice * SLICE_MS >= from && it.slice * SLICE_MS < to
  return total(visits.filter(isWithin))
}

export function describe({ direction, means, tried, stable }: Compared): string {
  const share = (rate: Rate) => `${percent.format(shareOf(rate)).replace('%', ' %')} of ${Math.round(rate.base)}`
  return `${direction === 'less' ? 'fewer' : 'more'} visits ${means} (${share(tried)}, beside ${share(stable)})`
}

export function formatOdds(odds: number): string {
  return odds >= 1e9 ? 'more than a billion' : Math.floor(odds).toLocaleString('en-GB')
}
