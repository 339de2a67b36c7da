import { type Static, Type } from 'typebox'

const error = Type.Object({
  type: Type.String(),
  code: Type.String(),
  decline_code: Type.Optional(Type.String()),
  message: Type.String(),
})

export const methodSchema = Type.Object({
  id: Type.String(),
  /** Of a test card: nothing here is anybody's. */
  number: Type.String(),
  brand: Type.String(),
  last4: Type.String(),
  expMonth: Type.Integer(),
  expYear: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
})
export type FakeMethod = Static<typeof methodSchema>

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
  lastError: Type.Optional(error),
  /** How often money was taken; a provider that is right never makes it 2. */
  charges: Type.Integer(),
  isRefunded: Type.Boolean(),
  refundedPence: Type.Optional(Type.Integer()),
})
export type FakeIntent = Static<typeof intentSchema>
export type FakeError = Static<typeof error>

/** As Stripe's API shows a payment intent. */
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

/** As Stripe's events show what was charged. */
export function showCharge(intent: FakeIntent): Record<string, unknown> {
  const { id, amount } = intent
  return { id: `ch_${id}`, object: 'charge', amount, amount_refunded: refundedOf(intent), payment_intent: id }
}

/** Pence. */
export function refundedOf({ amount, isRefunded, refundedPence }: FakeIntent): number {
  return refundedPence ?? (isRefunded ? amount : 0)
}

/** As Stripe's API shows a card. */
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
