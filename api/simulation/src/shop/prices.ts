import { type PriceList, type Pricing, parsePriceList } from '@site/api/price-list'

export type Item = { id: number; quantity: number; price: number }

const courses = [
  { id: 1, title: 'CITB Health & Safety Awareness', prices: [99] },
  { id: 14, title: 'Manual Handling', prices: [179] },
  { id: 17, title: 'Online CITB SSP', prices: [299] },
]

export const baskets: readonly [Item, ...Item[]] = [
  { id: 14, quantity: 1, price: 179 },
  { id: 1, quantity: 1, price: 99 },
  { id: 17, quantity: 2, price: 299 },
  { id: 1, quantity: 5, price: 99 },
]

export function readPricing(): Pricing {
  const list: PriceList | undefined = parsePriceList({ courses })
  if (!list) throw new Error('The simulation has no price list')
  return { lists: [list], present: list }
}

export function totalOf({ price, quantity }: Item): number {
  return price * quantity + Math.round((price * quantity) / 5)
}
