import { type Pence, parseDecimal, pence, toDecimal } from '@site/shared/money'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { CallOptions, Gateway, ProviderPayment, ProviderStatus } from './gateway'
import { createPayPalAfterSale, refundSchema, refundStatusOf } from './paypal-after-sale'
import { money, optional, type PayPalClient, type PayPalReply, parseReply, refuseError } from './paypal-client'

const createdSchema = Compile(Type.Object({ id: Type.String() }))
const payerSchema = Type.Object({
  email_address: optional,
  name: Type.Optional(Type.Object({ given_name: optional, surname: optional })),
})
const orderSchema = Compile(
  Type.Object({
    id: Type.String(),
    status: Type.String(),
    payer: Type.Optional(payerSchema),
    purchase_units: Type.Array(
      Type.Object({
        custom_id: optional,
        amount: Type.Optional(money),
        payments: Type.Optional(
          Type.Object({
            captures: Type.Optional(
              Type.Array(Type.Object({ id: Type.String(), status: Type.String(), amount: money })),
            ),
            refunds: Type.Optional(Type.Array(refundSchema)),
          }),
        ),
      }),
      { minItems: 1 },
    ),
  }),
)

/** https://developer.paypal.com/docs/api/payments/v2/#captures_get */
const captureSchema = Compile(
  Type.Object({ supplementary_data: Type.Object({ related_ids: Type.Object({ order_id: Type.String() }) }) }),
)

const captureStatuses: Readonly<Record<string, ProviderStatus>> = {
  COMPLETED: 'succeeded',
  PENDING: 'processing',
  DECLINED: 'declined',
  FAILED: 'declined',
  REFUNDED: 'succeeded',
  PARTIALLY_REFUNDED: 'succeeded',
}
const orderStatuses: Readonly<Record<string, ProviderStatus>> = { APPROVED: 'approved', VOIDED: 'closed' }

export function createPayPalGateway(call: PayPalClient): Gateway {
  const orders = '/v2/checkout/orders'

  const read = async (providerId: string, options: CallOptions = {}) =>
    describe(await call({ method: 'GET', path: `${orders}/${encodeURIComponent(providerId)}`, ...options }))

  return {
    read,
    async readByCharge(chargeId) {
      const reply = await call({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(chargeId)}` })
      return read(parseReply(captureSchema, refuseError(reply).body).supplementary_data.related_ids.order_id)
    },
    async start({ orderId, attempt, amountPence, idempotencyKey, timeoutMs }) {
      const unit = {
        custom_id: idempotencyKey,
        // PayPal refuses a second payment with the same invoice id, even after a refund.
        invoice_id: `${orderId}:${attempt}`,
        description: `Order ${orderId}`,
        amount: { currency_code: 'GBP', value: toDecimal(amountPence) },
      }
      const reply = await call({
        path: orders,
        body: JSON.stringify({
          intent: 'CAPTURE',
          purchase_units: [unit],
          application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
        }),
        idempotencyKey,
        ...(timeoutMs !== undefined && { timeoutMs }),
      })
      const { id } = parseReply(createdSchema, refuseError(reply).body)
      const asked = { amountPence, currency: 'gbp', reference: idempotencyKey }
      return { provider: 'paypal', providerId: id, ...asked, status: 'open', isOurMode: true }
    },
    // PayPal cannot close an order; it expires after some hours.
    close: read,
    ...createPayPalAfterSale(call),
  }
}

function describe(reply: PayPalReply): ProviderPayment {
  const { id, status, payer, purchase_units } = parseReply(orderSchema, refuseError(reply).body)
  const [unit] = purchase_units
  const captures = unit?.payments?.captures ?? []
  // A successful capture may follow a declined one.
  const capture = captures.find((it) => captureStatuses[it.status] !== 'declined') ?? captures.at(-1)
  const amount = capture?.amount ?? unit?.amount
  return {
    provider: 'paypal',
    providerId: id,
    reference: unit?.custom_id,
    amountPence: parseDecimal(amount?.value ?? '') ?? pence(0),
    currency: (amount?.currency_code ?? '').toLowerCase(),
    status: capture ? (captureStatuses[capture.status] ?? 'open') : (orderStatuses[status] ?? 'open'),
    isOurMode: true,
    ...payerOf(payer),
    ...(capture && { chargeId: capture.id, refundedPence: refundedOf(capture, unit?.payments?.refunds ?? []) }),
  }
}

function payerOf(payer: Static<typeof payerSchema> | undefined): Pick<ProviderPayment, 'payer'> {
  const { email_address: email, name } = payer ?? {}
  return email ? { payer: { email, name: [name?.given_name, name?.surname].filter(Boolean).join(' ') } } : {}
}

type Money = { status: string; amount: { value: string } }

function refundedOf(capture: Money, refunds: readonly Money[]): Pence {
  if (capture.status === 'REFUNDED') return parseDecimal(capture.amount.value) ?? pence(0)
  const done = refunds.filter(({ status }) => refundStatusOf(status) !== 'failed')
  return pence(done.reduce((sum, { amount }) => sum + (parseDecimal(amount.value) ?? 0), 0))
}
