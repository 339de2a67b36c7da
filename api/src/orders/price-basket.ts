import type { PresentPrices } from '@site/shared/contracts/errors'
import { totalsOf } from '@site/shared/money'
import type { PriceList } from './price-list'

export type BasketItem = { id: number; quantity: number; price: number }
export type BasketLine = { courseId: number; title: string; unitPence: number; quantity: number }
export type PricedBasket = { lines: BasketLine[]; vatPence: number; amountPence: number }

/**
 * Prices the basket from the live price list (R102, R103, D-38). What the browser asked for is compared,
 * never believed: `undefined` when a course, a price or the amount (in pence) is not ours.
 */
export function priceBasket(
  items: readonly BasketItem[],
  amountPence: number,
  prices: PriceList,
): PricedBasket | undefined {
  const lines: BasketLine[] = []
  for (const { id, quantity, price } of items) {
    const course = prices.get(id)
    if (!course?.prices.includes(price) || lines.some((line) => line.courseId === id)) return undefined
    lines.push({ courseId: id, title: course.title, unitPence: toPence(price), quantity })
  }
  const { vat, total } = totalsOf(items)
  if (toPence(total) !== amountPence) return undefined
  return { lines, vatPence: toPence(vat), amountPence }
}

/** What each course of a basket costs now, in pounds; a price that still holds is left as it was asked (D-19). */
export function presentPrices(items: readonly BasketItem[], prices: PriceList): PresentPrices {
  return {
    lines: items.map(({ id, price }) => {
      const offered = prices.get(id)?.prices ?? []
      return { id, price: offered.includes(price) ? price : (offered[0] ?? null) }
    }),
  }
}

/** Pounds to pence; a float such as 118.99999999999999 is meant as 119. */
export function toPence(pounds: number): number {
  return Math.round(pounds * 100)
}

/** `119`, `'119.00'` → pence; `undefined` when it is not a whole number of them. */
export function parsePence(pounds: number | string): number | undefined {
  const value = Number(pounds)
  const pence = toPence(value)
  return Number.isSafeInteger(pence) && pence > 0 && Math.abs(value * 100 - pence) < 1e-4 ? pence : undefined
}
