/**
 * POST `/api/account/…`. All but `sign-out`, `request-reset` and `reset` need the token as `Authorization: Bearer …`
 * and its cookie (R193), else 401 `signed_out`. 403 `cross_site`; 404 `not_found` for another account's order; 410
 * `link_not_valid`; 401 `wrong_credentials`; 429 `throttled`. Pounds and ISO 8601.
 */
import { type Static, Type } from 'typebox'
import { emailSchema, knownEmailSchema, nameSchema, passwordSchema, userSchema } from './accounts'

const strict = { additionalProperties: false }
const orderId = Type.String({ pattern: '^order_[A-Za-z0-9_-]{6,64}$' })
/** As it stood behind the `#`. */
const token = Type.String({ minLength: 1, maxLength: 1024, pattern: '^[A-Za-z0-9_.-]+$' })

export const emptySchema = Type.Object({}, strict)
export const doneReplySchema = Type.Object({ success: Type.Literal(true) })

export const accountReplySchema = Type.Object({
  user: userSchema,
  /** True if orders made with the address are shown (R195). */
  isEmailConfirmed: Type.Boolean(),
  /** Pending change of the address, and who has agreed (R197). */
  change: Type.Union([
    Type.Null(),
    Type.Object({ email: Type.String(), isOldConfirmed: Type.Boolean(), isNewConfirmed: Type.Boolean() }),
  ]),
  /** Without mail no address can be confirmed or changed. */
  isMailed: Type.Boolean(),
  /** Where the account is signed in, the latest first. */
  sessions: Type.Array(Type.Object({ since: Type.String(), lastSeen: Type.String(), isThis: Type.Boolean() })),
})
export type AccountReply = Static<typeof accountReplySchema>

export const listOrdersSchema = Type.Object({ before: Type.Optional(orderId) }, strict)

const orderState = Type.Union([
  Type.Literal('created'),
  Type.Literal('pending'),
  Type.Literal('processing'),
  Type.Literal('paid'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
  Type.Literal('needs_attention'),
  Type.Literal('refunded'),
  Type.Literal('charged_back'),
])

const summary = {
  orderId: Type.String(),
  state: orderState,
  placedAt: Type.String(),
  total: Type.Number(),
  /** Sent back so far, in pounds. */
  refunded: Type.Number(),
}
export const orderListReplySchema = Type.Object({
  /** The latest first; `places` is the number of places on all courses. */
  orders: Type.Array(Type.Object({ ...summary, titles: Type.Array(Type.String()), places: Type.Integer() })),
  /** Ask for older ones with `before` and the last id. */
  hasMore: Type.Boolean(),
})
/** Of `orders`. */
export type OrderListReply = Static<typeof orderListReplySchema>

export const readOrderSchema = Type.Object({ orderId }, strict)

export const orderReplySchema = Type.Object({
  ...summary,
  paidAt: Type.Union([Type.Null(), Type.String()]),
  paidBy: Type.Union([Type.Null(), Type.Literal('card'), Type.Literal('paypal')]),
  /** `null` where only an amount was paid. */
  vat: Type.Union([Type.Null(), Type.Number()]),
  lines: Type.Array(
    Type.Object({ courseId: Type.Integer(), title: Type.String(), price: Type.Number(), quantity: Type.Integer() }),
  ),
  refunds: Type.Array(
    Type.Object({
      amount: Type.Number(),
      state: Type.Union([Type.Literal('on_its_way'), Type.Literal('sent'), Type.Literal('failed')]),
      at: Type.String(),
    }),
  ),
  /** The oldest first; `total` includes VAT. */
  papers: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('receipt'), Type.Literal('credit_note')]),
      number: Type.String(),
      issuedAt: Type.String(),
      total: Type.Number(),
    }),
  ),
  /** Key of its booking. */
  booking: Type.String(),
})
export type OrderReply = Static<typeof orderReplySchema>

export const readPaperSchema = Type.Object({ number: Type.String({ pattern: '^[RC]-[0-9]{6,9}$' }) }, strict)
export const paperReplySchema = Type.Object({ fileName: Type.String(), content: Type.String() })

export const changeNameSchema = Type.Object({ firstName: nameSchema, lastName: nameSchema }, strict)
export const changeEmailSchema = Type.Object({ email: emailSchema, password: passwordSchema }, strict)
export const changePasswordSchema = Type.Object({ password: passwordSchema, newPassword: passwordSchema }, strict)
export const withPasswordSchema = Type.Object({ password: passwordSchema }, strict)
export const requestResetSchema = Type.Object({ email: knownEmailSchema }, strict)
export const useLinkSchema = Type.Object({ token }, strict)
export const resetPasswordSchema = Type.Object({ token, password: passwordSchema }, strict)

export const confirmEmailReplySchema = Type.Object({
  outcome: Type.Union([Type.Literal('confirmed'), Type.Literal('half'), Type.Literal('changed')]),
  user: userSchema,
})
export type ConfirmEmailReply = Static<typeof confirmEmailReplySchema>
