import { priceListSchema } from '@site/shared/contracts/price-list'
import { Compile } from 'typebox/compile'

/** A course as the live catalog sells it; more than one price when pages offer it at several (D-19). */
export type PricedCourse = { title: string; prices: readonly number[] }
/** By course id. Prices in pounds. */
export type PriceList = ReadonlyMap<number, PricedCourse>

/**
 * How a basket from a page is priced. `lists`: by the first in which it fits; that of the composition the page came from
 * stands before that of the live one. `present`: what is said to cost now when it fits in none.
 */
export type Pricing = { lists: readonly PriceList[]; present: PriceList }

/** What is known of the page that begins a payment. */
export type PageOrigin = {
  /** Number of its composition, as it says itself. */
  composition?: number | undefined
  cookies?: string | undefined
}

const checker = Compile(priceListSchema)

/** Reads what the catalog's release says about its courses; `undefined` when that is not a price list. */
export function parsePriceList(catalog: unknown): PriceList | undefined {
  if (!checker.Check(catalog)) return undefined
  return new Map(catalog.courses.map(({ id, title, prices }) => [id, { title, prices }]))
}
