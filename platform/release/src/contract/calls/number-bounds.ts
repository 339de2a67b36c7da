import type { Schema } from './schema'

type Names = { minimum: string; maximum: string }

/** Bounds that `accepted` sets and `sent` does not keep; `floor` is a lower bound that always holds. */
export function boundProblems(
  sent: Schema,
  accepted: Schema,
  { minimum, maximum }: Names,
  floor = -Infinity,
): string[] {
  const lowest = strictest(numberOf(sent[minimum]) ?? floor, numberOf(sent.exclusiveMinimum), 1)
  const highest = strictest(numberOf(sent[maximum]) ?? Infinity, numberOf(sent.exclusiveMaximum), -1)
  const allowedLow = strictest(numberOf(accepted[minimum]) ?? floor, numberOf(accepted.exclusiveMinimum), 1)
  const allowedHigh = strictest(numberOf(accepted[maximum]) ?? Infinity, numberOf(accepted.exclusiveMaximum), -1)
  return [
    ...(isWithin(lowest, allowedLow, 1) ? [] : [`has no ${minimum} of ${allowedLow.value}`]),
    ...(isWithin(highest, allowedHigh, -1) ? [] : [`has no ${maximum} of ${allowedHigh.value}`]),
  ]
}

type Bound = { value: number; isExclusive: boolean }

/** Of an inclusive and an exclusive bound the one that leaves less; `sign` is 1 for lower bounds. */
function strictest(inclusive: number, exclusive: number | undefined, sign: 1 | -1): Bound {
  if (exclusive !== undefined && sign * exclusive >= sign * inclusive) return { value: exclusive, isExclusive: true }
  return { value: inclusive, isExclusive: false }
}

function isWithin(sent: Bound, accepted: Bound, sign: 1 | -1): boolean {
  if (sent.value === accepted.value) return sent.isExclusive || !accepted.isExclusive
  return sign * sent.value > sign * accepted.value
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
