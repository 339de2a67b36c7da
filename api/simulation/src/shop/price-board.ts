import { type PriceList, type Pricing, parsePriceList } from '@site/api/price-list'

type Course = { id: number; title: string; price: number }
/** One line of a basket, as pages send it: the price in pounds. */
export type Item = { id: number; quantity: number; price: number }

const first: readonly Course[] = [
  { id: 1, title: 'CITB Health & Safety Awareness', price: 99 },
  { id: 14, title: 'Manual Handling', price: 179 },
  { id: 17, title: 'Online CITB SSP', price: 299 },
]

/** What the live catalog sells and at which prices; they may change while a page is open. */
export function createPriceBoard() {
  let courses = first
  let isChanged = false
  let list = read(courses)
  return {
    pricing: (): Pricing => ({ lists: [list], present: list }),
    isChanged: () => isChanged,
    change(): void {
      isChanged = true
      courses = courses.map((course) => ({ ...course, price: course.price + 10 }))
      list = read(courses)
    },
    itemOf: (id: number, quantity: number): Item => ({
      id,
      quantity,
      price: courses.find((course) => course.id === id)?.price ?? 0,
    }),
  }
}

export type PriceBoard = ReturnType<typeof createPriceBoard>

/** What the basket costs in pounds, with 20 % VAT rounded to a whole pound, as the page shows it. */
export function totalOf(items: readonly Item[]): number {
  const net = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return net + Math.round(net / 5)
}

function read(courses: readonly Course[]): PriceList {
  const list = parsePriceList({ courses: courses.map(({ price, ...course }) => ({ ...course, prices: [price] })) })
  if (!list) throw new Error('The simulation has no price list')
  return list
}
