import { VAT_RATE } from './constants'

/**
 * Pounds are the unit of the price list, pence of orders and providers. Cart, checkout and server share these
 * functions.
 */

export type PricedLine = { price: number; quantity: number }

/** Pounds (R95). */
export type Totals = { subtotal: number; vat: number; total: number }

/** `1119` → `£1,119.00` (R104). Not by `Intl`, whose tables load slowly. */
export function formatPounds(amount: number): string {
  return `${amount < 0 ? '-' : ''}£${Math.abs(amount)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',')}`
}

/** Pounds: 20 % of the subtotal, rounded to a whole pound (R103, D-26). */
export const vatOf = (subtotal: number): number => Math.round(subtotal * VAT_RATE)

/** Pounds (R102, R103). */
export function totalsOf(lines: readonly PricedLine[]): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
  const vat = vatOf(subtotal)
  return { subtotal, vat, total: subtotal + vat }
}

declare const unit: unique symbol
/** Sums of pence are numbers to the compiler: `pence(a + b)`. */
export type Pence = number & { readonly [unit]: 'pence' }

/** @throws RangeError for anything but a whole number. */
export function pence(amount: number): Pence {
  if (Number.isSafeInteger(amount)) return amount as Pence
  throw new RangeError(`${amount} is not a whole number of pence`)
}

/** To the nearest penny: 118.99999999999999 means 119. */
export const fromPounds = (pounds: number): Pence => pence(Math.round(pounds * 100))

/** `'119.00'`, `119` → pence; `undefined` for more than two decimals. */
export function parseDecimal(pounds: number | string): Pence | undefined {
  const exact = pounds === '' ? Number.NaN : Number(pounds) * 100
  const nearest = Math.round(exact)
  return Number.isSafeInteger(nearest) && Math.abs(exact - nearest) < 1e-4 ? pence(nearest) : undefined
}

/** As people write amounts: `49.5`, `£49.50`, `1,072`. */
export function parseAmount(text: string): Pence | undefined {
  const [, whole, part = '0'] = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : parseDecimal(`${whole.replaceAll(',', '')}.${part}`)
}

/** For calls and stores that are in pounds. */
export const toPounds = (amount: Pence): number => amount / 100

/** `11900` → `119.00`, as a provider's call wants it. */
export const toDecimal = (amount: Pence): string => toPounds(amount).toFixed(2)

/** `11900` → `£119.00` (R104). */
export const formatPence = (amount: Pence): string => formatPounds(toPounds(amount))
