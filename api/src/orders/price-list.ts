import type { PresentPrices } from '@site/shared/contracts/errors'
import { priceListSchema } from '@site/shared/contracts/price-list'
import { fromPounds, type Pence, totalsOf } from '@site/shared/money'
import { Compile } from 'typebox/compile'

/** Pages may offer one course at several prices (D-19). */
export type PricedCourse = { title: string; titles?: readonly string[]; prices: readonly number[] }
/** By course id, in pounds. */
export type PriceList = ReadonlyMap<number, PricedCourse>

/** `lists`: the page's own composition first, then the live one. `present`: current prices for a refusal. */
export type Pricing = { lists: readonly PriceList[]; present: PriceList }

export type PageOrigin = { composition?: number | undefined; cookies?: string | undefined }

const checker = Compile(priceListSchema)

export function parsePriceList(catalog: unknown): PriceList | undefined {
  if (!checker.Check(catalog)) return undefined
  return new Map(catalog.courses.map((course) => [course.id, course]))
}

export type BasketItem = { id: number; quantity: number; price: number }
export type BasketLine = { courseId: number; title: string; unitPence: Pence; quantity: number }
type PricedBasket = { lines: BasketLine[]; vatPence: Pence; amountPence: Pence }

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
    const title = course.titles?.[course.prices.indexOf(price)] ?? course.title
    lines.push({ courseId: id, title, unitPence: fromPounds(price), quantity })
  }
  const { vat, total } = totalsOf(items)
  if (fromPounds(total) !== amountPence) return undefined
  return { lines, vatPence: fromPounds(vat), amountPence }
}

/** In pounds: the nearest of a course's prices, so that one that is still valid stays (D-19). */
export function presentPrices(items: readonly BasketItem[], prices: PriceList): PresentPrices {
  return {
    lines: items.map(({ id, price }) => {
      const nearest = prices.get(id)?.prices.toSorted((a, b) => Math.abs(a - price) - Math.abs(b - price))
      return { id, price: nearest?.[0] ?? null }
    }),
  }
}
