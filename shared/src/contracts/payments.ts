/**
 * The four payment calls (R184) and two of our own, below `{api}/payments`. All are POST with
 * `Content-Type: application/json` and `X-Requested-With`; the sign-in token is never sent (R136). Unknown
 * fields are refused with 400. Refusals are `ErrorReply` (see `./errors`). Each call may be answered with 429
 * `throttled`; of a confirming one that says nothing about the money: ask again later.
 *
 * `create-payment-intent` (R144), `paypal-create-order` (R155): the order is kept before a provider is called. The
 * same `orderId` with the same basket gives the same payment, however often and however parallel it is asked for;
 * another basket or provider begins a new attempt and ends the old one for good. 409 `order_paid`. 409
 * `payment_processing`: never offer to pay again, ask `status`. 422 `price_changed`: `data` has the present prices.
 * 403 `preview`: nothing can be paid on a preview. 422 `items_required`: a shop that sells for real takes no bare
 * amount. 409 `similar_order`: the same e-mail has begun or paid the same basket under another id within 30 minutes;
 * ask the buyer, then send the call again with `confirmRepeat: true`. Nothing else is said of the other order: an
 * e-mail address proves nobody.
 *
 * `confirm-stripe-payment` (R146), `paypal-capture` (R156): look at what the provider has; neither takes money, the
 * browser captures. 200 = the money is there and the order is kept; safe to repeat. 400 `payment_not_confirmed`: no
 * money moved. 402 `payment_refused`: the provider declined it. 404 `payment_not_found`: it is sure not to know the
 * payment. 409 `payment_processing`: a bank decides, or an approval may be being captured; the buyer is written to
 * when nothing comes of it. 409 `order_paid`: another payment has paid this order, this one is sent back. 409
 * `payment_returned`: it was given up before its money came, or was refunded since. 503: it is not known whether
 * money moved: say so and ask again (D-47).
 *
 * `abandon`: ends every open attempt of an order for good before it answers, also while a provider is away; money that
 * arrives all the same is sent back at once. 200 also for an unknown order. 409 `order_paid`, or 409
 * `payment_processing` while a bank decides: ask `status`.
 *
 * `status`: how an order stands, by what the provider says now. An unknown order is `unpaid`. 503: the provider does
 * not say, so money may have moved. For both the order id is proof enough: it is random, and only its own browser
 * and the shop know it.
 */
import { type Static, Type } from 'typebox'

/** Of the form `order_` + time + random (R133). */
export const ORDER_ID_PATTERN = '^order_[A-Za-z0-9_-]{6,64}$'

const strict = { additionalProperties: false }
/** No line breaks or other control characters: these reach mail headers and the providers. */
const line = (maxLength: number, minLength = 1) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
/** The pattern of R159 without control characters, which no mail header and no database takes. */
const email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+\\.[^\\s@\\u0000-\\u001f\\u007f]+$',
})
const orderId = Type.String({ pattern: ORDER_ID_PATTERN })
const item = Type.Object(
  {
    id: Type.Integer({ minimum: 1, maximum: 27 }),
    quantity: Type.Integer({ minimum: 1, maximum: 5 }),
    /** Unit price in pounds. */
    price: Type.Number({ minimum: 0, maximum: 100_000 }),
  },
  strict,
)
/**
 * What is bought, to be priced again by the server (D-38). The sandbox, and a shop whose settings allow it,
 * take an amount without items; such an order waits for a person once it is paid.
 */
const items = Type.Optional(Type.Array(item, { minItems: 1, maxItems: 27 }))

/**
 * The composition the page was sent in, as it was said beside its document: what that page shows is what is charged, while it
 * is shown to anybody and for an hour after. A page that does not say is priced by what is live.
 */
const composition = Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 }))

/** The buyer was asked after 409 `similar_order` and means it. */
const confirmRepeat = Type.Optional(Type.Literal(true))

const customer = { customerEmail: email, customerName: line(200), description: line(500, 0) }

export const createPaymentIntentSchema = Type.Object(
  {
    /** Pounds: 119 or 119.5 (D-38). */
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

export const paymentIntentReplySchema = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ clientSecret: Type.String() }),
})
export type PaymentIntentReply = Static<typeof paymentIntentReplySchema>

export const confirmStripePaymentSchema = Type.Object(
  { paymentIntentId: Type.String({ pattern: '^[A-Za-z0-9_]{1,255}$' }), orderId },
  strict,
)
export type ConfirmStripePayment = Static<typeof confirmStripePaymentSchema>

/** `needs_attention`: paid, but a person compares it with the basket before it is confirmed. */
export const paymentStatusSchema = Type.Union([Type.Literal('paid'), Type.Literal('needs_attention')])

/** Of both confirming calls; the browser takes any 2xx as success and need not read it (D-46). */
export const paymentReplySchema = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({
    orderId: Type.String(),
    status: paymentStatusSchema,
    /** Whether this shop sends mails: only then may the page promise one. */
    isMailed: Type.Boolean(),
  }),
})
export type PaymentReply = Static<typeof paymentReplySchema>

export const createPayPalOrderSchema = Type.Object(
  {
    /** Pounds with two decimals: `119.00` (R155). */
    amount: Type.String({ pattern: '^\\d{1,6}\\.\\d{2}$' }),
    currency: Type.Literal('GBP'),
    orderId,
    ...customer,
    /** Sent as specified and not used: the money goes to the account the server holds the keys of. */
    merchantEmail: email,
    items,
    composition,
    confirmRepeat,
  },
  strict,
)
export type CreatePayPalOrder = Static<typeof createPayPalOrderSchema>

export const payPalOrderReplySchema = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ paypalOrderId: Type.String() }),
})
export type PayPalOrderReply = Static<typeof payPalOrderReplySchema>

const payPalId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,80}$' })

export const capturePayPalSchema = Type.Object(
  {
    paypalOrderId: payPalId,
    /** The same value (D-43); the site's own order id is accepted too. */
    orderId: payPalId,
    /** What the browser was told of payer and amount: kept for the record, never believed. */
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

export const abandonReplySchema = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ orderId: Type.String(), status: Type.Literal('abandoned') }),
})
export type AbandonReply = Static<typeof abandonReplySchema>

export const readOrderStatusSchema = Type.Object({ orderId }, strict)
export type ReadOrderStatus = Static<typeof readOrderStatusSchema>

/**
 * `unpaid`: no money has moved and none is moving, so it may be paid. `processing`: a bank decides, or an approval may
 * be being captured. `refunded`: the money has gone back.
 */
export const orderStatusSchema = Type.Union([
  Type.Literal('unpaid'),
  Type.Literal('processing'),
  paymentStatusSchema,
  Type.Literal('refunded'),
])

export const orderStatusReplySchema = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ orderId: Type.String(), status: orderStatusSchema, isMailed: Type.Boolean() }),
})
export type OrderStatusReply = Static<typeof orderStatusReplySchema>
