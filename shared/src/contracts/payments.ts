/**
 * POST below `{api}/payments` with `X-Requested-With`, never with the sign-in token (R136, R184). Unknown fields are
 * refused. 429 `throttled` says nothing about the money.
 *
 * - `create-payment-intent` (R144), `paypal-create-order` (R155): one order id with one basket gives one payment;
 *   another basket or provider ends the old attempt for good. 402 `payment_refused`; 409 `order_paid`,
 *   `order_conflict`; 409 `payment_processing`: ask `status`, never offer to pay again; 409 `similar_order`: the same
 *   e-mail ordered the same basket within 30 minutes, ask the buyer and send `confirmRepeat`; 422 `price_changed`,
 *   `items_required`; 403 `preview`.
 * - `confirm-stripe-payment` (R146), `paypal-capture` (R156): look at what the provider has; may be repeated. 400
 *   `payment_not_confirmed`: no money moved; 402 `payment_refused`; 404 `payment_not_found`; 409 `payment_processing`;
 *   409 `order_paid`: another payment paid, this one is sent back; 409 `payment_returned`: given up or refunded;
 *   503: money may have moved (D-47).
 * - `abandon`: ends every open attempt for good; later money is sent back. 409 `order_paid`, `payment_processing`.
 * - `status`: what the provider says now; an unknown order is `unpaid`. 503: money may have moved.
 */
import { type Static, type TSchema, Type } from 'typebox'
import { MAX_COURSE_ID } from '../course'
import { emailSchema, NAME_MESSAGE, namePattern } from './accounts'

/** Of the form `order_` + time + random (R133). */
export const ORDER_ID_PATTERN = '^order_[A-Za-z0-9_-]{6,64}$'

/** Of one order; which courses exist is the live catalogue's business. */
export const MAX_COURSES = 200

const strict = { additionalProperties: false }
const replyWith = <Data extends TSchema>(data: Data) =>
  Type.Object({ success: Type.Literal(true), message: Type.String(), data })
/** No control characters: these reach mail headers and the providers. */
const line = (maxLength: number, minLength = 1) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
const orderId = Type.String({ pattern: ORDER_ID_PATTERN })
const item = Type.Object(
  {
    id: Type.Integer({ minimum: 1, maximum: MAX_COURSE_ID }),
    quantity: Type.Integer({ minimum: 1, maximum: 5 }),
    /** Pounds. */
    price: Type.Number({ minimum: 0, maximum: 100_000 }),
  },
  strict,
)
/** Priced again by the server (D-38). Without items, where a shop allows it, a paid order waits for a person. */
const items = Type.Optional(Type.Array(item, { minItems: 1, maxItems: MAX_COURSES }))

/** The page's composition: its prices are charged while it is live and for an hour after. Absent: live prices. */
const composition = Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 }))

/** The buyer was asked after 409 `similar_order` and means it. */
const confirmRepeat = Type.Optional(Type.Literal(true))

const customerName = Type.String({ minLength: 1, maxLength: 200, pattern: namePattern, refusal: NAME_MESSAGE })
const customer = { customerEmail: emailSchema, customerName, description: line(500, 0) }

export const createPaymentIntentSchema = Type.Object(
  {
    amount: Type.Number({ exclusiveMinimum: 0, maximum: 999_999.99 }),
    currency: Type.Literal('gbp'),
    orderId,
    ...customer,
    paymentMethodId: Type.String({ pattern: '^pm_[A-Za-z0-9_]{1,250}$' }),
    items,
    composition,
    confirmRepeat,
  },
  strict,
)
export type CreatePaymentIntent = Static<typeof createPaymentIntentSchema>

export const paymentIntentReplySchema = replyWith(Type.Object({ clientSecret: Type.String() }))

export const confirmStripePaymentSchema = Type.Object(
  { paymentIntentId: Type.String({ pattern: '^[A-Za-z0-9_]{1,255}$' }), orderId },
  strict,
)
export type ConfirmStripePayment = Static<typeof confirmStripePaymentSchema>

/** `needs_attention`: paid, but a person compares it with the basket first. */
export const paymentStatusSchema = Type.Union([Type.Literal('paid'), Type.Literal('needs_attention')])

/** The browser takes any 2xx as success (D-46). */
export const paymentReplySchema = replyWith(
  Type.Object({
    orderId: Type.String(),
    status: paymentStatusSchema,
    /** Only then may the page promise a mail. */
    isMailed: Type.Boolean(),
  }),
)

export const createPayPalOrderSchema = Type.Object(
  {
    /** Pounds with two decimals: `119.00` (R155). */
    amount: Type.String({ pattern: '^\\d{1,6}\\.\\d{2}$' }),
    currency: Type.Literal('GBP'),
    orderId,
    ...customer,
    /** Sent as specified, not used. */
    merchantEmail: emailSchema,
    items,
    composition,
    confirmRepeat,
  },
  strict,
)
export type CreatePayPalOrder = Static<typeof createPayPalOrderSchema>

export const payPalOrderReplySchema = replyWith(Type.Object({ paypalOrderId: Type.String() }))

const payPalId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,80}$' })

export const capturePayPalSchema = Type.Object(
  {
    paypalOrderId: payPalId,
    /** The same value (D-43); the site's own order id is accepted too. */
    orderId: payPalId,
    /** Sent as specified, not used. */
    payerEmail: Type.String({ maxLength: 254 }),
    payerName: Type.String({ maxLength: 300 }),
    amount: Type.Union([Type.String({ maxLength: 20 }), Type.Number()]),
    currency: Type.String({ maxLength: 3 }),
  },
  strict,
)
export type CapturePayPal = Static<typeof capturePayPalSchema>

export const abandonOrderSchema = Type.Object({ orderId }, strict)
export type AbandonOrder = Static<typeof abandonOrderSchema>

export const abandonReplySchema = replyWith(Type.Object({ orderId: Type.String(), status: Type.Literal('abandoned') }))

export const readOrderStatusSchema = Type.Object({ orderId }, strict)
export type ReadOrderStatus = Static<typeof readOrderStatusSchema>

/**
 * `unpaid`: may be paid. `processing`: a bank decides, or a capture may be under way. `refunded`: the money has gone
 * back.
 */
export const orderStatusSchema = Type.Union([
  Type.Literal('unpaid'),
  Type.Literal('processing'),
  paymentStatusSchema,
  Type.Literal('refunded'),
])

export const orderStatusReplySchema = replyWith(
  Type.Object({ orderId: Type.String(), status: orderStatusSchema, isMailed: Type.Boolean() }),
)
export type OrderStatusReply = Static<typeof orderStatusReplySchema>
