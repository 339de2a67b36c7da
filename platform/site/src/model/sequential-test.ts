export type Pair = { tried: number; stable: number }
/** Visits that began together. */
export type Trial = { base: Pair; met: Pair }

/** Rate ratios; the evidence is the mean over them. */
const RATIOS = { more: [2, 5, 20, 100], less: [0.5, 0.2, 0.05, 0.01] }
export type Direction = keyof typeof RATIOS

/** Odds that the tried one meets something more (or less) often than the stable one beside it. */
export function evidenceAgainst(trials: readonly Trial[], direction: Direction): number {
  return mean(RATIOS[direction].map((ratio) => Math.exp(sum(trials.map((trial) => logOdds(trial, ratio))))))
}

function logOdds({ base, met }: Trial, ratio: number): number {
  if (met.tried === 0 && met.stable === 0) return 0
  const part = base.tried / (base.tried + base.stable)
  if (!(part > 0 && part < 1)) return 0
  // The tried one's part would be ratio × part of (ratio × part + 1 − part): one logarithm says both.
  return met.tried * Math.log(ratio) - (met.tried + met.stable) * Math.log(ratio * part + 1 - part)
}

export type Rate = { base: number; met: number }

/** Used when the former release has hardly been seen. */
const UNSEEN_RATE = 0.02
const LOWEST_RATE = 0.005
const FEWEST_BEFORE = 20

/** Odds that the new release meets something bad more often than the one before. */
export function evidenceAfter(now: Rate, before: Rate): number {
  const expected = now.base * generousRate(before)
  return mean(RATIOS.more.map((ratio) => Math.exp(now.met * Math.log(ratio) - (ratio - 1) * expected)))
}

/** Three standard deviations above the observed rate. */
function generousRate({ base, met }: Rate): number {
  if (base < FEWEST_BEFORE) return UNSEEN_RATE
  return Math.max(LOWEST_RATE, (met + 3 * Math.sqrt(met + 1)) / base)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}
