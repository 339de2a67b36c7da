/**
 * Every refusal and failure of the API has one shape. `message` is written for the visitor and may be
 * shown as it is; `code` is for programs and is stable. A reply without this shape does not come from
 * the API (a proxy, for example): treat it as a failure without a message.
 *
 * | status | codes |
 * |---|---|
 * | 400 | `validation`, `invalid_json`, `payment_not_confirmed` |
 * | 401 | `wrong_credentials`, `signed_out` |
 * | 402 | `payment_refused` (the provider's own words), `instrument_declined` |
 * | 403 | `cross_site`, `preview` |
 * | 404 | `not_found`, `payment_not_found` |
 * | 409 | `order_paid`, `order_conflict`, `payment_processing`, `payment_mismatch`, `payment_returned`, `similar_order`, `account_exists`, `order_moving` |
 * | 410 | `link_not_valid` |
 * | 413, 415 | `body_too_large`, `unsupported_media_type` |
 * | 422 | `price_changed` (with `data` when items were sent), `items_required`, `weak_password` |
 * | 429 | `throttled`, with `Retry-After` in seconds |
 * | 503 | `provider_unavailable`, `unavailable` |
 *
 * The browser imports types only from this folder, so no schema reaches a visitor.
 */
import { type Static, Type } from 'typebox'

/** Of 422 `price_changed`: what each course of the basket costs now. */
export const presentPricesSchema = Type.Object({
  lines: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** Unit price in pounds; the one that was sent where it still holds. `null`: it is no longer sold. */
      price: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
})
export type PresentPrices = Static<typeof presentPricesSchema>

export const errorReplySchema = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
  /** Only with the code that says so. */
  data: Type.Optional(presentPricesSchema),
})

/** The one shape of every refusal and failure of the API. */
export type ErrorReply = Static<typeof errorReplySchema>
