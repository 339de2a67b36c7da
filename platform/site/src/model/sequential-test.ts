/** Documents served and failures met in one interval. */
export type Interval = { documents: number; failures: number }
/** The same interval of what is tried and of what it is compared with. */
export type Pair = { tried: Interval; stable: Interval }

/** How many times as often the tried one may fail; the evidence is the mean over them, so none need be known ahead. */
const RATIOS = [2, 5, 20, 100]
/**
 * The chance that something that is as good is ever dropped, however long and however often it is looked at: by Ville's
 * inequality a product whose mean never grows exceeds 1,000 at any time with a chance of at most one in a thousand.
 */
export const ENOUGH_EVIDENCE = 1_000
/** Below these nothing is decided: one household or one office is not the public. */
export const FEWEST_ADDRESSES = 3
export const FEWEST_DOCUMENTS = 20
/** A rate of failures that no comparison takes for less, when what was live before has hardly been seen. */
const UNSEEN_RATE = 0.02
const LOWEST_RATE = 0.005

/**
 * Evidence that the tried one fails more often than the stable one beside it, as odds. If it does not, each failure is
 * the tried one's with a chance no greater than its part of the documents; so each failure multiplies the odds by how
 * much likelier a worse one would have made it. Outages that meet both alike say nothing by that.
 * @param pairs one after the other, the latest last
 */
export function evidenceAgainst(pairs: readonly Pair[]): number {
  return mean(
    RATIOS.map((ratio) =>
      Math.exp(sum(pairs.map((pair, index) => logOdds(pair, partOf(pair, pairs[index - 1]), ratio)))),
    ),
  )
}

/**
 * The tried one's part of the documents: of this interval or of the one before, since a report follows its document by
 * seconds. The larger one, because whatever is met speaks the less against the tried one the larger its part is: with a
 * handful of documents a minute a mean of both drops one sound canary in thirty.
 */
function partOf(pair: Pair, before: Pair | undefined): number {
  return Math.max(ownPart(pair), before ? ownPart(before) : 0)
}

function ownPart({ tried, stable }: Pair): number {
  const all = tried.documents + stable.documents
  return all === 0 ? 0 : tried.documents / all
}

function logOdds({ tried, stable }: Pair, part: number, ratio: number): number {
  // Where one of both was not served at all there is nothing to compare.
  if (part <= 0 || part >= 1) return 0
  const worse = (ratio * part) / (ratio * part + 1 - part)
  return tried.failures * Math.log(worse / part) + stable.failures * Math.log((1 - worse) / (1 - part))
}

/**
 * Evidence that what is live now fails more often than what was live before it, as odds: failures against those that the
 * rate before, taken generously, would have made.
 */
export function evidenceAfter(now: Interval, before: Interval): number {
  const expected = now.documents * generousRate(before)
  return mean(RATIOS.map((ratio) => Math.exp(now.failures * Math.log(ratio) - (ratio - 1) * expected)))
}

/** What the true rate hardly exceeds: three standard deviations above the one that was seen. */
function generousRate({ documents, failures }: Interval): number {
  if (documents < FEWEST_DOCUMENTS) return UNSEEN_RATE
  return Math.max(LOWEST_RATE, (failures + 3 * Math.sqrt(failures + 1)) / documents)
}

/** Whether it is time to act. */
export function isEnough(evidence: number, tried: Interval, addresses: number): boolean {
  return evidence >= ENOUGH_EVIDENCE && addresses >= FEWEST_ADDRESSES && tried.documents >= FEWEST_DOCUMENTS
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}
