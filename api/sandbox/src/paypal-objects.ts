import { type Pence, parseDecimal, pence, toDecimal } from '@site/shared/money'
import { type Static, Type } from 'typebox'
import type { Result } from './answer-call'

export const missingOrder: Result = {
  status: 404,
  body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }], message: 'There is no such order.' },
}

export function refusedBy(issue: string): Result {
  return {
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }], message: 'The order cannot be processed.' },
  }
}

export const payPalId = (bytes: string): string => bytes.slice(0, 17).toUpperCase()

const money = Type.Object({ currency_code: Type.String(), value: Type.String() })
export const unitSchema = Type.Object({
  custom_id: Type.Optional(Type.String()),
  invoice_id: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  amount: money,
})
const amount = Type.Unsafe<Pence>(Type.Integer())
const refund = Type.Object({
  id: Type.String(),
  captureId: Type.String(),
  amount,
  status: Type.Enum(['PENDING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  customId: Type.Optional(Type.String()),
  createTime: Type.String(),
  updateTime: Type.Optional(Type.String()),
})
export type FakePayPalRefund = Static<typeof refund>

/** https://developer.paypal.com/docs/api/customer-disputes/v1/ */
const dispute = Type.Object({
  id: Type.String(),
  captureId: Type.String(),
  amount,
  status: Type.Enum(['WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW', 'RESOLVED']),
  outcome: Type.Optional(
    Type.Enum([
      'RESOLVED_BUYER_FAVOUR',
      'RESOLVED_SELLER_FAVOUR',
      'RESOLVED_WITH_PAYOUT',
      'CANCELED_BY_BUYER',
      'ACCEPTED',
      'DENIED',
      'NONE',
    ]),
  ),
  refunded: Type.Optional(amount),
  createTime: Type.String(),
  updateTime: Type.String(),
  dueTime: Type.Optional(Type.String()),
})
export type FakePayPalDispute = Static<typeof dispute>

export const orderSchema = Type.Object({
  id: Type.String(),
  status: Type.Enum(['CREATED', 'APPROVED', 'COMPLETED']),
  unit: unitSchema,
  funding: Type.Enum(['balance', 'declined', 'declined_once', 'pending', 'pending_denied']),
  captures: Type.Array(Type.Object({ id: Type.String(), status: Type.String(), createTime: Type.String() })),
  isRefunded: Type.Boolean(),
  refunds: Type.Array(refund),
  disputes: Type.Array(dispute),
  createTime: Type.String(),
  updateTime: Type.String(),
})
export type FakeOrder = Static<typeof orderSchema>
export type Funding = FakeOrder['funding']

const payer = {
  payer_id: 'SANDBOXBUYER1',
  email_address: 'buyer@example.com',
  name: { given_name: 'Sam', surname: 'Buyer' },
}

export const amountOf = ({ unit }: FakeOrder): Pence => parseDecimal(unit.amount.value) ?? pence(0)

/** Returns pence refunded or on their way; failed refunds do not count. */
export function returnedOf({ refunds }: Pick<FakeOrder, 'refunds'>): Pence {
  const isGone = ({ status }: FakePayPalRefund) => status === 'COMPLETED' || status === 'PENDING'
  return pence(refunds.filter(isGone).reduce((sum, { amount }) => sum + amount, 0))
}

export const relatedTo = ({ id }: FakeOrder) => ({ supplementary_data: { related_ids: { order_id: id } } })

export function showOrder(order: FakeOrder): Record<string, unknown> {
  const { id, status, unit, captures, refunds, createTime, updateTime } = order
  const payments = {
    captures: captures.map(({ createTime: create_time, ...capture }) => ({
      ...capture,
      create_time,
      amount: unit.amount,
    })),
    ...(refunds.length > 0 && { refunds: refunds.map((it) => showPayPalRefund(order, it)) }),
  }
  return {
    id,
    intent: 'CAPTURE',
    status,
    create_time: createTime,
    update_time: updateTime,
    purchase_units: [{ reference_id: 'default', ...unit, ...(captures.length > 0 && { payments }) }],
    ...(status !== 'CREATED' && { payer }),
  }
}

/** A refund names its capture only by link. */
export function showPayPalRefund({ unit }: FakeOrder, refund: FakePayPalRefund): Record<string, unknown> {
  const { id, captureId, amount, status, customId, createTime, updateTime = createTime } = refund
  return {
    id,
    status,
    amount: { currency_code: unit.amount.currency_code, value: toDecimal(amount) },
    create_time: createTime,
    update_time: updateTime,
    ...(customId !== undefined && { custom_id: customId }),
    links: [{ rel: 'up', href: `https://api.sandbox.paypal.com/v2/payments/captures/${captureId}` }],
  }
}

export function showPayPalDispute({ unit }: FakeOrder, dispute: FakePayPalDispute): Record<string, unknown> {
  const { id, captureId, amount, status, outcome, refunded, createTime, updateTime, dueTime } = dispute
  const money = (pence: Pence) => ({ currency_code: unit.amount.currency_code, value: toDecimal(pence) })
  const amount_refunded = refunded === undefined ? undefined : money(refunded)
  return {
    dispute_id: id,
    create_time: createTime,
    update_time: updateTime,
    disputed_transactions: [
      { seller_transaction_id: captureId, ...(unit.custom_id !== undefined && { custom: unit.custom_id }) },
    ],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status,
    dispute_amount: money(amount),
    ...(outcome && { dispute_outcome: { outcome_code: outcome, ...(amount_refunded && { amount_refunded }) } }),
    ...(status !== 'RESOLVED' && dueTime && { seller_response_due_date: dueTime }),
  }
}

/** Returns what a dispute took from the shop: the buyer's money less the shop's own refunds since. */
export function takenByDispute({ refunds }: FakeOrder, dispute: FakePayPalDispute): Pence {
  const { captureId, createTime, updateTime, outcome = '', refunded = pence(0) } = dispute
  if (outcome !== 'RESOLVED_BUYER_FAVOUR' && outcome !== 'ACCEPTED') return pence(0)
  const hadFailed = ({ status, updateTime: at = createTime }: FakePayPalRefund) =>
    (status === 'FAILED' || status === 'CANCELLED') && at <= updateTime
  const ours = refunds.filter(
    (it) => it.captureId === captureId && it.createTime >= createTime && it.createTime <= updateTime && !hadFailed(it),
  )
  const sent = ours.reduce((sum, { amount }) => sum + amount, 0)
  return pence(Math.max(0, refunded - sent))
}
