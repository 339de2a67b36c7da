import { describe, formatOdds, visitsWithin, weighCanary } from './canary-evidence'
import { type HealthFigures, SLICE_MS } from './health-figures'
import type { Pointer } from './pointer'

/** A step needs so many visits in which the canary became interactive since the step before. */
export const FEWEST_FOR_STEP = 100
/** Nor is one taken while it stands worse than this: what is dropped soon reaches nobody else before. */
const DOUBTFUL_ODDS = 20

/** Why the next share is not given yet, whenever it is due; `undefined`: nothing speaks against it. */
export function stepWaitsFor(pointer: Pointer, figures: HealthFigures, now: number): string | undefined {
  const { canary, live, hold } = pointer
  if (!canary?.steps) return undefined
  if (hold) return `the site is held: ${hold.reason}`
  const since = Math.max(Date.parse(canary.startedAt), Date.parse(canary.steps.nextAt) - canary.steps.everyMs)
  // Those too that began in the ten seconds of the step itself.
  const { interactive } = visitsWithin(figures, canary.composition, since - SLICE_MS, now)
  if (interactive < FEWEST_FOR_STEP) {
    return `the canary became interactive in ${Math.floor(interactive)} of the ${FEWEST_FOR_STEP} visits that a step needs`
  }
  const doubt = weighCanary(live, canary, figures).compared.find(({ odds }) => odds >= DOUBTFUL_ODDS)
  return doubt && `odds of ${formatOdds(doubt.odds)} to 1 that ${describe(doubt)}`
}
