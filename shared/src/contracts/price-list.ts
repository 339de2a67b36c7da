/** `data` of the catalog's `release.json`. */
import { type Static, Type } from 'typebox'

/** Pounds. */
const price = Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })

export const priceListSchema = Type.Object({
  courses: Type.Array(
    Type.Object({
      id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      title: Type.String({ minLength: 1 }),
      /** Several when pages offer the course at several (D-19). */
      prices: Type.Array(price, { minItems: 1 }),
      /** Of the course at each of its prices. */
      titles: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
      duration: Type.Optional(Type.String({ minLength: 1 })),
    }),
    { minItems: 1 },
  ),
})
export type PriceListData = Static<typeof priceListSchema>
