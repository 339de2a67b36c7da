import { type Pence, pence } from '@site/shared/money'

/**
 * Shares an amount out by weight, to the penny: what rounding down leaves over goes to those that lost most by it, the first
 * of equals before the others. The shares add up to the amount; without any weight the first has all of it.
 */
export function sharePence(amount: Pence, weights: readonly number[]): Pence[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole <= 0) return weights.map((_, index) => (index === 0 ? amount : pence(0)))
  const shares = weights.map((weight) => divide(amount * weight, whole))
  const left = amount - shares.reduce((sum, { quotient }) => sum + quotient, 0)
  const order = shares.map((_, index) => index).sort((a, b) => remainderOf(b) - remainderOf(a) || a - b)
  const extra = new Set(order.slice(0, left))
  return shares.map(({ quotient }, index) => pence(quotient + (extra.has(index) ? 1 : 0)))

  function remainderOf(index: number): number {
    return shares[index]?.remainder ?? 0
  }
}

/** Exact while amount times weight is below 2^53, which is some £900,000 times £900,000. */
function divide(dividend: number, divisor: number): { quotient: number; remainder: number } {
  const quotient = Math.floor(dividend / divisor)
  return { quotient, remainder: dividend - quotient * divisor }
}
