import { priceListSchema } from '@site/shared/contracts/price-list'
import { Compile } from 'typebox/compile'

/** Pages may offer one course at several prices (D-19). */
export type PricedCourse = { title: string; prices: readonly number[] }
/** By course id, in pounds. */
export type PriceList = ReadonlyMap<number, PricedCourse>

/** `lists`: the page's own composition first, then the live one. `present`: current prices for a refusal. */
export type Pricing = { lists: readonly PriceList[]; present: PriceList }

export type PageOrigin = {
  composition?: number | undefined
  cookies?: string | undefined
}

const checker = Compile(priceListSchema)

export function parsePriceList(catalog: unknown): PriceList | undefined {
  if (!checker.Check(catalog)) return undefined
  return new Map(catalog.courses.map(({ id, title, prices }) => [id, { title, prices }]))
}
