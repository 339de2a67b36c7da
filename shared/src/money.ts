import { VAT_RATE } from './constants'

/**
 * Money in whole pounds, the unit of the price list, and in pence, the unit of orders and providers. One
 * function each for the cart, the checkout and the server, so that they can never disagree.
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

declare const unit: unique symbol
/** A whole number of pence. Sums of pence are numbers to the compiler: `pence(a + b)` says what they are. */
export type Pence = number & { readonly [unit]: 'pence' }

/** @throws RangeError for anything but a whole number. */
export function pence(amount: number): Pence {
  if (Number.isSafeInteger(amount)) return amount as Pence
  throw new RangeError(`${amount} is not a whole number of pence`)
}

/** Pounds to the nearest penny: a float such as 118.99999999999999 is meant as 119. */
export function fromPounds(pounds: number): Pence {
  return pence(Math.round(pounds * 100))
}

/** `'119.00'`, `119` → pence; `undefined` for what is not a number of pounds with at most two decimals. */
export function parseDecimal(pounds: number | string): Pence | undefined {
  const exact = pounds === '' ? Number.NaN : Number(pounds) * 100
  const nearest = Math.round(exact)
  return Number.isSafeInteger(nearest) && Math.abs(exact - nearest) < 1e-4 ? pence(nearest) : undefined
}

/** Pounds, for calls and stores that are in pounds. */
export function toPounds(amount: Pence): number {
  return amount / 100
}

/** `11900` → `119.00`, as a provider's call wants it. */
export function toDecimal(amount: Pence): string {
  return toPounds(amount).toFixed(2)
}

/** `11900` → `£119.00` (R104). */
export function formatPence(amount: Pence): string {
  return formatPounds(toPounds(amount))
}
