/** The same of what is tried and of what it is compared with. */
export type Pair = { tried: number; stable: number }
/** One group of visits that began together: how many of each could have met something, and how many did. */
export type Trial = { base: Pair; met: Pair }

/**
 * How many times as often the tried one may meet something; the evidence is the mean over them, so none need be known
 * ahead. `less`: what is good, and may become rare.
 */
const RATIOS = { more: [2, 5, 20, 100], less: [0.5, 0.2, 0.05, 0.01] }
export type Direction = keyof typeof RATIOS

/** Evidence, as odds, that the tried one meets something more (or less) often than the stable one beside it. */
export function evidenceAgainst(trials: readonly Trial[], direction: Direction): number {
  return mean(RATIOS[direction].map((ratio) => Math.exp(sum(trials.map((trial) => logOdds(trial, ratio))))))
}

function logOdds({ base, met }: Trial, ratio: number): number {
  if (met.tried === 0 && met.stable === 0) return 0
  const part = base.tried / (base.tried + base.stable)
  // Where one of both was not there at all there is nothing to compare.
  if (!(part > 0 && part < 1)) return 0
  // The tried one's part would be ratio × part of (ratio × part + 1 − part): one logarithm says both.
  return met.tried * Math.log(ratio) - (met.tried + met.stable) * Math.log(ratio * part + 1 - part)
}

/** What some visits met: of so many, so many. */
export type Rate = { base: number; met: number }

/** A rate that no comparison takes for less, when what was live before has hardly been seen. */
const UNSEEN_RATE = 0.02
const LOWEST_RATE = 0.005
const FEWEST_BEFORE = 20

/**
 * Evidence that what is live now meets something bad more often than what was live before it, as odds: what it met
 * against what the rate before, taken generously, would have made.
 */
export function evidenceAfter(now: Rate, before: Rate): number {
  const expected = now.base * generousRate(before)
  return mean(RATIOS.more.map((ratio) => Math.exp(now.met * Math.log(ratio) - (ratio - 1) * expected)))
}

/** What the true rate hardly exceeds: three standard deviations above the one that was seen. */
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
