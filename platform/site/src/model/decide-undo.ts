import {
  type Compared,
  describe,
  ENOUGH_EVIDENCE,
  evidenceAfter,
  FEWEST_VISITS,
  formatOdds,
  isEnough,
  networksFor,
  OFTEN,
  type Rate,
  shareOf,
  visitsOf,
  visitsWithin,
  weighCanary,
} from './canary-evidence'
import { FAMILIES, type Failure, type Family, type HealthFigures, type Visits } from './health-figures'
import type { Pointer } from './pointer'

export const PROBATION_MS = 10 * 60_000
export const BASELINE_MS = 60 * 60_000
/** Time in which a page reports its load, or never does. */
const SETTLED_MS = 30_000
/** Below this part of the former rate the release is dead. */
const DEAD = 0.5

/** Two comparisons share the false-alarm chance, of all browsers and of each family. */
const enoughOf = (family?: Family) => 4 * ENOUGH_EVIDENCE * (family ? FAMILIES.length : 1)

export type UndoDecision = { action: 'drop canary' | 'roll back'; composition: number; reason: string }

/** A hold does not prevent the undo. */
export function decideUndo(pointer: Pointer, figures: HealthFigures, now: number): UndoDecision | undefined {
  return pointer.canary
    ? decideForCanary(pointer, pointer.canary, figures, now)
    : decideForProbation(pointer, figures, now)
}

function decideForCanary(
  { live }: Pointer,
  canary: NonNullable<Pointer['canary']>,
  figures: HealthFigures,
  now: number,
): UndoDecision | undefined {
  const { composition } = canary
  const { compared } = weighCanary(live, canary, figures)
  const failures = failuresWithin(figures, composition, Date.parse(canary.startedAt), now)
  const [worst] = compared
    .filter((it) => isEnough(it, countNetworks(failures)))
    .sort((a: Compared, b: Compared) => b.odds - a.odds)
  if (!worst) return undefined
  const reason =
    `${describe(worst)} of composition ${composition} than of composition ${live}; odds ${formatOdds(worst.odds)} to 1` +
    mostOften(failures)
  return { action: 'drop canary', composition, reason }
}

/** Only a composition that was never live before is on probation. */
function decideForProbation(
  { live, since, history, lastLive }: Pointer,
  figures: HealthFigures,
  now: number,
): UndoDecision | undefined {
  const [former] = history
  if (former === undefined || since === undefined || lastLive?.[live] !== undefined) return undefined
  const start = Date.parse(since)
  if (now - start > PROBATION_MS) return undefined
  const failures = failuresWithin(figures, live, start, now)
  const [what] = [undefined, ...FAMILIES].flatMap((family) => {
    const visits = visitsOf(figures, family)
    const enough = enoughOf(family)
    const before = visitsWithin(visits, former, start - BASELINE_MS, start)
    const fresh = visitsWithin(visits, live, start, now)
    const settled = visitsWithin(visits, live, start, now - SETTLED_MS)
    const found = findFailed(fresh, before, countNetworks(failures), enough) ?? findDead(settled, before, enough)
    return found ? [family ? `in ${family}, ${found}` : found] : []
  })
  if (!what) return undefined
  return {
    action: 'roll back',
    composition: live,
    reason: `${what} than of composition ${former}${mostOften(failures)}`,
  }
}

function findFailed(now: Visits, before: Visits, networks: number, enough: number): string | undefined {
  const failed: Rate = { base: now.visits, met: now.failed }
  const odds = evidenceAfter(failed, { base: before.visits, met: before.failed })
  if (odds < enough || now.visits < FEWEST_VISITS || networks < networksFor(enough)) return undefined
  if (shareOf(failed) < OFTEN) return undefined
  return `${explain(failed)} failed; odds ${formatOdds(odds)} to 1 that more fail`
}

/** Too few earlier visits do not show how many have scripts. */
function findDead(now: Visits, before: Visits, enough: number): string | undefined {
  const silent = (it: Visits): Rate => ({ base: it.visits, met: it.visits - it.interactive })
  const started = (it: Visits): Rate => ({ base: it.visits, met: it.interactive })
  if (Math.min(now.visits, before.visits) < FEWEST_VISITS) return undefined
  if (shareOf(started(now)) > DEAD * shareOf(started(before))) return undefined
  const odds = evidenceAfter(silent(now), silent(before))
  if (odds < enough) return undefined
  return `${explain(started(now))} became interactive; odds ${formatOdds(odds)} to 1 that fewer do`
}

const explain = ({ base, met }: Rate): string => `${Math.round(met)} of ${Math.round(base)} visits`

function failuresWithin({ failures }: HealthFigures, composition: number, from: number, to: number): Failure[] {
  return failures.filter((it) => it.composition === composition && it.at >= from && it.at <= to)
}

function countNetworks(failures: readonly Failure[]): number {
  return new Set(failures.map(({ address }) => address)).size
}

function mostOften(failures: readonly Failure[]): string {
  const counts = new Map<string, number>()
  for (const { package: name, release, kind, location } of failures) {
    const what = `${name}@${release} (${kind}${location && ` at ${location}`})`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const [worst] = [...counts].sort(([, a], [, b]) => b - a)
  return worst ? `; most often ${worst[0]}` : ''
}
