/**
 * Every refusal and failure of the API has one shape. `message` is written for the visitor and may be
 * shown as it is; `code` is for programs and is stable. A reply without this shape does not come from
 * the API (a proxy, for example): treat it as a failure without a message.
 *
 * | status | codes |
 * |---|---|
 * | 400 | `validation`, `invalid_json`, `payment_not_confirmed` |
 * | 401 | `wrong_credentials` |
 * | 402 | `payment_refused` (the provider's own words) |
 * | 403 | `cross_site` |
 * | 404 | `not_found`, `payment_not_found` |
 * | 409 | `order_paid`, `order_conflict`, `payment_processing`, `payment_mismatch`, `account_exists` |
 * | 413, 415 | `body_too_large`, `unsupported_media_type` |
 * | 422 | `price_changed`, `weak_password` |
 * | 429 | `throttled`, with `Retry-After` in seconds |
 * | 503 | `provider_unavailable`, `unavailable` |
 *
 * The browser imports types only from this folder, so no schema reaches a visitor.
 */
import { type Static, Type } from 'typebox'

export const errorReplySchema = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
})

/** The one shape of every refusal and failure of the API. */
export type ErrorReply = Static<typeof errorReplySchema>
