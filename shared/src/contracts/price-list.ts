/** What the catalog's release tells the API about its courses: `data` of its `release.json`. */
import { type Static, Type } from 'typebox'
import { FIRST_COURSE_ID, LAST_COURSE_ID } from '../constants'

/** Unit price in pounds; more than zero. */
const price = Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })

export const priceListSchema = Type.Object({
  courses: Type.Array(
    Type.Object({
      id: Type.Integer({ minimum: FIRST_COURSE_ID, maximum: LAST_COURSE_ID }),
      title: Type.String({ minLength: 1 }),
      /** More than one when pages offer the course at several (D-19). */
      prices: Type.Array(price, { minItems: 1 }),
      duration: Type.Optional(Type.String({ minLength: 1 })),
    }),
    { minItems: 1 },
  ),
})
export type PriceListData = Static<typeof priceListSchema>
