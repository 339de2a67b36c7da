import type { PriceListData } from '@site/shared/contracts/price-list'
import { totalsOf } from '@site/shared/money'

/** In pounds, without and with VAT. */
export function listedPrices({ courses }: PriceListData): ReadonlySet<number> {
  return withVat(courses.flatMap(({ prices }) => prices))
}

export function pricesOfCourse({ courses }: PriceListData, name: string): ReadonlySet<number> | undefined {
  const course = courses.find(({ title }) => title === name)
  return course && withVat(course.prices)
}

function withVat(prices: readonly number[]): ReadonlySet<number> {
  return new Set([...prices, ...prices.map((price) => totalsOf([{ price, quantity: 1 }]).total)])
}
