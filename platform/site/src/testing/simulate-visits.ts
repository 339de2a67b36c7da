import type { Random } from '@platform/base/testing/random'
import { type HealthFigures, noFigures, noVisits, type Signal, sliceOf, type Visits } from '../model/health-figures'

/** Probability per visit; cart, payment and API errors only once interactive. */
export type Chances = Record<Signal, number>
/** A sound release, with bots and impatient visitors. */
export const SOUND: Chances = {
  interactive: 0.85,
  failed: 0.002,
  cart: 0.1,
  payment: 0.02,
  apiFailed: 0.002,
  slow: 0.01,
}

export type World = {
  visitsPerSecond: number
  /** Part that gets the canary, from 0 to 1. */
  share: number
  stable: Chances
  tried: Chances
}
export const TRIED = 2
export const STABLE = 1

/** Latest report after the first document, ms; uniformly distributed. */
const LATEST: Record<Signal, number> = {
  interactive: 5_000,
  failed: 8_000,
  cart: 45_000,
  payment: 90_000,
  apiFailed: 60_000,
  slow: 90_000,
}

type Event = { at: number; visit: Visits; signal: Signal | 'visits' }

export function simulateVisits(world: World, startedAt: number, forMs: number, random: Random) {
  const rows = new Map<string, Visits>()
  const rowOf = (composition: number, at: number): Visits => {
    const slice = sliceOf(at)
    const row = rows.get(`${composition} ${slice}`) ?? noVisits(composition, slice)
    rows.set(`${composition} ${slice}`, row)
    return row
  }
  const events: Event[] = []
  const gap = () => (-Math.log(1 - random.uniform()) / world.visitsPerSecond) * 1_000
  for (let at = startedAt + gap(); at < startedAt + forMs; at += gap()) {
    const isTried = random.chance(world.share)
    const visit = rowOf(isTried ? TRIED : STABLE, at)
    events.push({ at, visit, signal: 'visits' })
    for (const signal of signalsOf(isTried ? world.tried : world.stable, random)) {
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

function signalsOf(chances: Chances, { chance }: Random): Signal[] {
  const isInteractive = chance(chances.interactive)
  const later = (['cart', 'payment', 'apiFailed', 'slow'] as const).filter(
    (signal) => isInteractive && chance(chances[signal]),
  )
  return [
    ...(isInteractive ? (['interactive'] as const) : []),
    ...(chance(chances.failed) ? (['failed'] as const) : []),
    ...later,
  ]
}
