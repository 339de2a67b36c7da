import { VAT_RATE } from './constants'

/**
 * Money in whole pounds, the unit of the price list. One function each for the cart, the checkout
 * and the server, so that they can never disagree.
 */

export type PricedLine = { price: number; quantity: number }

/** Totals in pounds (R95). */
export type Totals = { subtotal: number; vat: number; total: number }

/** `119` → `£119.00` (R104). Not by `Intl`, whose tables take longer to load than a page of prices to hydrate. */
export function formatPounds(amount: number): string {
  return `${amount < 0 ? '-' : ''}£${Math.abs(amount).toFixed(2)}`
}

/** VAT in pounds: 20 % of the subtotal rounded to a whole pound (R103, D-26). */
export function vatOf(subtotal: number): number {
  return Math.round(subtotal * VAT_RATE)
}

/** Subtotal, VAT and total of the lines, in pounds (R102, R103). */
export function totalsOf(lines: readonly PricedLine[]): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
  const vat = vatOf(subtotal)
  return { subtotal, vat, total: subtotal + vat }
}
