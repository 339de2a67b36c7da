/**
 * Every refusal of the calls of pages. `message` may be shown to the visitor; `code` is stable, for programs. A reply
 * without this shape comes from something else, such as a proxy. Browsers import types only from this folder.
 *
 * | status | codes |
 * |---|---|
 * | 400 | `validation`, `invalid_json`, `payment_not_confirmed` |
 * | 401 | `wrong_credentials`, `signed_out` |
 * | 402 | `payment_refused` (when begun: the provider's own words) |
 * | 403 | `cross_site`, `preview` |
 * | 404 | `not_found`, `payment_not_found` |
 * | 409 | `order_paid`, `order_conflict`, `payment_processing`, `payment_mismatch`, `payment_returned`, `similar_order`, `account_exists`, `order_moving`, `booking_changed`, `booking_confirmed` |
 * | 410 | `link_not_valid` |
 * | 413, 415 | `body_too_large`, `unsupported_media_type` |
 * | 422 | `price_changed` (with `data` when items were sent), `items_required`, `weak_password` |
 * | 429 | `throttled`, with `Retry-After` in seconds |
 * | 503 | `provider_unavailable`, `unavailable` |
 */
import { type Static, Type } from 'typebox'

/** With 422 `price_changed`. */
export const presentPricesSchema = Type.Object({
  lines: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** Pounds; `null`: no longer sold. */
      price: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
})
export type PresentPrices = Static<typeof presentPricesSchema>

export const errorReplySchema = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
  data: Type.Optional(presentPricesSchema),
})

/** The one shape of every refusal. */
export type ErrorReply = Static<typeof errorReplySchema>
