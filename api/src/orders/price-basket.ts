import type { PresentPrices } from '@site/shared/contracts/errors'
import { fromPounds, type Pence, totalsOf } from '@site/shared/money'
import type { PriceList } from './price-list'

export type BasketItem = { id: number; quantity: number; price: number }
export type BasketLine = { courseId: number; title: string; unitPence: Pence; quantity: number }
export type PricedBasket = { lines: BasketLine[]; vatPence: Pence; amountPence: Pence }

/** @returns `undefined` when a course, a price or the amount (in pence) differs (R102, R103, D-38) */
export function priceBasket(
  items: readonly BasketItem[],
  amountPence: Pence,
  prices: PriceList,
): PricedBasket | undefined {
  const lines: BasketLine[] = []
  for (const { id, quantity, price } of items) {
    const course = prices.get(id)
    if (!course?.prices.includes(price) || lines.some((line) => line.courseId === id)) return undefined
    lines.push({ courseId: id, title: course.title, unitPence: fromPounds(price), quantity })
  }
  const { vat, total } = totalsOf(items)
  if (fromPounds(total) !== amountPence) return undefined
  return { lines, vatPence: fromPounds(vat), amountPence }
}

/** Prices are in pounds; one that is still valid stays (D-19). */
export function presentPrices(items: readonly BasketItem[], prices: PriceList): PresentPrices {
  return {
    lines: items.map(({ id, price }) => {
      const offered = prices.get(id)?.prices ?? []
      return { id, price: offered.includes(price) ? price : (offered[0] ?? null) }
    }),
  }
}
