import { type Pence, parseDecimal, pence, toDecimal } from '@site/shared/money'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { CallOptions, Gateway, ProviderPayment, ProviderStatus } from './gateway'
import { createPayPalAfterSale, refundSchema, refundStatusOf } from './paypal-after-sale'
import { type PayPalClient, type PayPalReply, parseReply, refuseError } from './paypal-client'

const money = Type.Object({ currency_code: Type.String(), value: Type.String() })
const createdSchema = Compile(Type.Object({ id: Type.String() }))
const orderSchema = Compile(
  Type.Object({
    id: Type.String(),
    status: Type.String(),
    purchase_units: Type.Array(
      Type.Object({
        custom_id: Type.Optional(Type.String()),
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

  const read = async (providerId: string, { timeoutMs }: CallOptions = {}) =>
    describe(
      await call({
        method: 'GET',
        path: `${orders}/${encodeURIComponent(providerId)}`,
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    )

  return {
    provider: 'paypal',
    read,
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
  const { id, status, purchase_units } = parseReply(orderSchema, refuseError(reply).body)
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
    ...(capture && { chargeId: capture.id, refundedPence: refundedOf(capture, unit?.payments?.refunds ?? []) }),
  }
}

type Money = { status: string; amount: { value: string } }

function refundedOf(capture: Money, refunds: readonly Money[]): Pence {
  if (capture.status === 'REFUNDED') return parseDecimal(capture.amount.value) ?? pence(0)
  const done = refunds.filter(({ status }) => refundStatusOf(status) !== 'failed')
  return pence(done.reduce((sum, { amount }) => sum + (parseDecimal(amount.value) ?? 0), 0))
}
