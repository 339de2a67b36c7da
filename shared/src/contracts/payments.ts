/**
 * The four payment calls (R184) and three of our own, below `{api}/payments`. All are POST with
 * `Content-Type: application/json` and `X-Requested-With`; the sign-in token is never sent (R136). Unknown
 * fields are refused with 400. Refusals are `ErrorReply` (see `./errors`). Each call may be answered with 429
 * `throttled`; of a confirming one that says nothing about the money: ask again later.
 *
 * `create-payment-intent` (R144): the order is kept before the card provider is called. The same `orderId`
 * with the same basket gives the same client secret, however often and however parallel it is asked for;
 * with another basket a new attempt begins and the old one is ended for good. 409 `order_paid` when it is
 * paid already. 409 `payment_processing` while the bank decides: never offer to pay again, ask `status`.
 * 422 `price_changed` when the items or the amount are not what the server works out; its `data` has the
 * present prices. 403 `preview`: the page is a preview, where nothing can be paid. 422 `items_required` when only an amount is sent to a shop that sells for real.
 * 409 `similar_order`: the same e-mail has begun or paid the same basket under another order id within 30
 * minutes. Ask the buyer, then send the call again with `confirmRepeat: true`. The other
 * order is left to its own page, which can still pay it; the server no longer takes its approved wallet
 * money by itself. (It is not ended, and nothing is said of it: an e-mail address proves nobody, and a stranger must
 * neither end a payment nor learn of one.)
 *
 * `confirm-stripe-payment` (R146): 200 = the money is there and the order is kept; safe to repeat.
 * 400 `payment_not_confirmed`: no money moved. 404 `payment_not_found`: the card provider is sure that there
 * is no such payment; nothing was taken. 409 `payment_processing`. 409 `order_paid`: another payment has paid
 * this order, this one is sent back. 409 `payment_returned`: the payment was given up before its money came,
 * or all of it was refunded since: it is sent back and the order is not paid, so the buyer may try again. 503: it is not known whether money
 * moved: say so and ask again with the same two ids (D-47).
 *
 * `paypal-create-order` (R155) behaves like `create-payment-intent`; what is still open for this order at the
 * card provider is ended first, so that an order is never paid twice.
 *
 * `paypal-approved`: the buyer has approved and this page is about to capture, to be called **before**
 * `actions.order.capture()`. 200: capture. 409, 404: the payment was given up or paid meanwhile, capture nothing.
 * After it nothing but another approval of the buyer moves the money of a capture that came to nothing.
 *
 * `paypal-capture` (R156): both ids are PayPal's (D-43). With `isApproved: true`, which only PayPal's `onApprove`
 * may send, the server captures an order that is approved only; without it the call looks and captures nothing.
 * Answers as `confirm-stripe-payment` does, and 409 `payment_processing` while approved money is still to be taken.
 * 402 `instrument_declined` when PayPal declined the source of the money: restart the same PayPal order
 * (`actions.restart()`) so that the buyer chooses another, then call again. 402 `payment_refused`: PayPal will not take
 * this payment at all; begin another one. Either is kept before it is answered: nothing is captured any more unless
 * the buyer approves again. With `isDeclined: true` (PayPal told the browser so) nothing is captured either.
 *
 * `abandon`: ends every open attempt of an order for good before it answers, also while a provider is away.
 * Money that arrives for such an attempt all the same is sent back at once. 200 also for an order that is not
 * known: nothing can be paid for it. The same `orderId` may be started again. 409 `order_paid` when money was
 * taken after all, 409 `payment_processing` while a bank decides or PayPal is taking it: ask `status`.
 * The order id is proof enough: it is random, and only its own browser and the shop know it.
 *
 * `status`: how an order stands, to be asked every few seconds while it is `processing`. An order that is not
 * known is `unpaid`. 503: the provider does not say, so money may have moved. It tells nothing else, so the
 * order id is proof enough here too.
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
    /** The browser's own capture was declined: the decline is kept and nothing is captured. */
    isDeclined: Type.Optional(Type.Literal(true)),
    /** The buyer has just approved in PayPal's window: only this lets the server capture. */
    isApproved: Type.Optional(Type.Literal(true)),
  },
  strict,
)
export type CapturePayPal = Static<typeof capturePayPalSchema>

export const approvePayPalSchema = Type.Object({ paypalOrderId: payPalId }, strict)
export type ApprovePayPal = Static<typeof approvePayPalSchema>

export const approvalReplySchema = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ orderId: Type.String() }),
})
export type ApprovalReply = Static<typeof approvalReplySchema>

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
 * `unpaid`: no money has moved and none is moving, so it may be paid. `processing`: a bank decides; ask again.
 * `refunded`: the shop has sent the money back.
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
