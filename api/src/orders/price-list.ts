import { priceListSchema } from '@site/shared/contracts/price-list'
import { Compile } from 'typebox/compile'

/** A course as the live catalog sells it; more than one price when pages offer it at several (D-19). */
export type PricedCourse = { title: string; prices: readonly number[] }
/** By course id. Prices in pounds. */
export type PriceList = ReadonlyMap<number, PricedCourse>

const checker = Compile(priceListSchema)

/** Reads what the catalog's release says about its courses; `undefined` when that is not a price list. */
export function parsePriceList(catalog: unknown): PriceList | undefined {
  if (!checker.Check(catalog)) return undefined
  return new Map(catalog.courses.map(({ id, title, prices }) => [id, { title, prices }]))
}
