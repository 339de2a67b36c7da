import { type Static, Type } from 'typebox'
import { INVALID, type Result, stripeError } from './answer-call'

export const ok = (body: unknown): Result => ({ status: 200, body })

export const missing = (id: string) => stripeError(404, INVALID, `There is no ${id}`, 'resource_missing')
export const invalid = (code: string, message: string) => stripeError(400, INVALID, message, code)

export function unexpected(intent: FakeIntent): Result {
  const message = `The payment intent has the status ${intent.status}`
  const about = { payment_intent: showIntent(intent) }
  return stripeError(400, INVALID, message, 'payment_intent_unexpected_state', about)
}

const error = Type.Object({
  type: Type.String(),
  code: Type.String(),
  decline_code: Type.Optional(Type.String()),
  message: Type.String(),
})

const text = Type.String({ maxLength: 300 })
export const newMethodSchema = Type.Object({
  number: Type.String({ maxLength: 30 }),
  expMonth: Type.Integer({ minimum: 1, maximum: 12 }),
  expYear: Type.Integer({ minimum: 2000, maximum: 2100 }),
  name: text,
  email: text,
})
export type NewMethod = Static<typeof newMethodSchema>
const added = { id: Type.String(), brand: Type.String(), last4: Type.String() }
export const methodSchema = Type.Object({ ...newMethodSchema.properties, ...added })
export type FakeMethod = Static<typeof methodSchema>

/** A succeeded refund can still fail (https://docs.stripe.com/refunds#refund-statuses). */
const refund = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  status: Type.Enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  metadata: Type.Record(Type.String(), Type.String()),
  created: Type.Integer(),
})
export type FakeRefund = Static<typeof refund>

/** https://docs.stripe.com/api/disputes/object */
const dispute = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  fee: Type.Integer(),
  status: Type.Enum(['warning_needs_response', 'warning_closed', 'needs_response', 'under_review', 'won', 'lost']),
  created: Type.Integer(),
})
export type FakeDispute = Static<typeof dispute>

export const intentSchema = Type.Object({
  id: Type.String(),
  clientSecret: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  description: Type.String(),
  metadata: Type.Record(Type.String(), Type.String()),
  status: Type.Enum(['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled']),
  created: Type.Integer(),
  methodId: Type.Optional(Type.String()),
  billing: Type.Optional(Type.Object({ name: Type.String(), email: Type.String() })),
  lastError: Type.Optional(error),
  /** 2 means a bug: money was taken twice. */
  charges: Type.Integer(),
  chargedAt: Type.Optional(Type.Integer()),
  isRefunded: Type.Boolean(),
  refunds: Type.Array(refund),
  disputes: Type.Array(dispute),
})
export type FakeIntent = Static<typeof intentSchema>
export type FakeError = Static<typeof error>

export function showIntent(intent: FakeIntent): Record<string, unknown> {
  const { id, clientSecret, amount, currency, description, metadata, status, created, methodId, lastError } = intent
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: status === 'succeeded' ? amount : 0,
    client_secret: clientSecret,
    created,
    currency,
    description,
    livemode: false,
    metadata,
    status,
    payment_method: methodId ?? null,
    last_payment_error: lastError ?? null,
    latest_charge: intent.charges > 0 ? showCharge(intent) : null,
    next_action: status === 'requires_action' ? { type: 'use_stripe_sdk' } : null,
  }
}

export function showCharge(intent: FakeIntent): Record<string, unknown> {
  const { id, amount, billing: billing_details = { name: null, email: null } } = intent
  const named = { id: `ch_${id}`, object: 'charge', payment_intent: id, billing_details }
  return { ...named, amount, amount_refunded: refundedOf(intent) }
}

export function showRefund({ id: intentId, currency }: FakeIntent, refund: FakeRefund): Record<string, unknown> {
  const { id, amount, status, metadata, created } = refund
  const failure = status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}
  const named = { payment_intent: intentId, charge: `ch_${intentId}` }
  return { id, object: 'refund', amount, currency, status, metadata, created, ...named, ...failure }
}

export function showDispute({ id: intentId, currency }: FakeIntent, dispute: FakeDispute): Record<string, unknown> {
  const { id, amount, fee, status, created } = dispute
  const isInquiry = status.startsWith('warning')
  const taken = { id: `txn_${id}`, object: 'balance_transaction', amount: -amount, fee, net: -amount - fee }
  const back = { id: `txn_${id}_back`, object: 'balance_transaction', amount, fee: 0, net: amount }
  return {
    id,
    object: 'dispute',
    amount,
    currency,
    status,
    created,
    reason: 'product_not_received',
    livemode: false,
    payment_intent: intentId,
    charge: `ch_${intentId}`,
    is_charge_refundable: isInquiry,
    balance_transactions: isInquiry ? [] : status === 'won' ? [taken, back] : [taken],
    evidence_details: { due_by: created + 7 * 24 * 3_600, has_evidence: false, past_due: false, submission_count: 0 },
  }
}

/** Returns pence refunded or on their way; failed refunds do not count. */
export function refundedOf({ refunds }: Pick<FakeIntent, 'refunds'>): number {
  const isGone = ({ status }: FakeRefund) => status !== 'failed' && status !== 'canceled'
  return refunds.filter(isGone).reduce((sum, { amount }) => sum + amount, 0)
}

export function showMethod({ id, brand, last4, expMonth, expYear, name, email }: FakeMethod) {
  return {
    id,
    object: 'payment_method',
    type: 'card',
    livemode: false,
    billing_details: { name, email },
    card: { brand, last4, exp_month: expMonth, exp_year: expYear },
  }
}
