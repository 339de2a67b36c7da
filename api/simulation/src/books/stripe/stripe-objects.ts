/** Stripe's objects as its API reference describes them (docs.stripe.com/api), as far as the shop reads them. Pence; milliseconds. */

import { DAY } from '../../world/clock'

export type IntentStatus = 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

export type Refund = {
  id: string
  amount: number
  status: RefundStatus
  created: number
  metadata: Record<string, string>
  origin: 'shop' | 'dashboard'
  hasFailedLate: boolean
  wasSent: boolean
  /** When it was sent or has failed, where that was later. */
  endedAt: number | undefined
}

/** The part of the statuses a charge's dispute goes through. */
export type Dispute = {
  id: string
  amount: number
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  created: number
  closedAt: number | undefined
}

export type Intent = {
  id: string
  clientSecret: string
  amount: number
  currency: string
  description: string
  metadata: Record<string, string>
  status: IntentStatus
  created: number
  /** When its charge was made; absent while nothing is taken. */
  chargedAt: number | undefined
  lastError: { code: string; message: string } | undefined
  /** When it was tried, and when its bank has refused it late. */
  triedAt: number[]
  refusedLateAt: number[]
  refunds: Refund[]
  dispute: Dispute | undefined
}

const seconds = (ms: number) => Math.floor(ms / 1_000)

/** Refunds that failed or were cancelled are taken back from what a charge says was refunded. */
export function refundedOf({ refunds }: Intent): number {
  const counted = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  return counted.reduce((sum, { amount }) => sum + amount, 0)
}

export function chargeIdOf({ id }: Intent): string {
  return id.replace('pi_', 'ch_')
}

export function showIntent(intent: Intent, isExpanded: boolean) {
  const { id, amount, currency, description, metadata, status, created, clientSecret, lastError } = intent
  const charge = intent.chargedAt === undefined ? null : isExpanded ? showCharge(intent) : chargeIdOf(intent)
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: status === 'succeeded' ? amount : 0,
    client_secret: clientSecret,
    created: seconds(created),
    currency,
    description,
    livemode: false,
    metadata,
    status,
    last_payment_error: lastError ? { type: 'card_error', ...lastError } : null,
    latest_charge: charge,
    next_action: status === 'requires_action' ? { type: 'use_stripe_sdk' } : null,
  }
}

export function showCharge(intent: Intent) {
  const { id, amount, currency, metadata, dispute, chargedAt = 0 } = intent
  return {
    id: chargeIdOf(intent),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: refundedOf(intent),
    balance_transaction: `txn_${chargeIdOf(intent)}`,
    created: seconds(chargedAt),
    currency,
    disputed: dispute !== undefined,
    livemode: false,
    metadata,
    paid: true,
    payment_intent: id,
    refunded: refundedOf(intent) === amount,
    status: 'succeeded',
  }
}

export function showRefund(intent: Intent, { id, amount, status, created, metadata }: Refund) {
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: `txn_${id}`,
    charge: chargeIdOf(intent),
    created: seconds(created),
    currency: intent.currency,
    failure_reason: status === 'failed' ? 'expired_or_canceled_card' : undefined,
    metadata,
    payment_intent: intent.id,
    reason: null,
    status,
  }
}

/** When the shop has to have answered. */
export function dueOf({ created }: Dispute): number {
  return created + 7 * DAY
}

/** Stripe keeps this for every dispute in the UK, won or lost. */
export const DISPUTE_FEE_PENCE = 2_000

export function showDispute(intent: Intent, dispute: Dispute) {
  const { id, amount, status, created } = dispute
  const withdrawn = { id: `txn_${id}`, object: 'balance_transaction', amount: -amount, fee: DISPUTE_FEE_PENCE }
  const returned = { id: `txn_${id}_back`, object: 'balance_transaction', amount, fee: 0 }
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: status === 'won' ? [withdrawn, returned] : [withdrawn],
    charge: chargeIdOf(intent),
    created: seconds(created),
    currency: intent.currency,
    evidence_details: {
      due_by: seconds(dueOf(dispute)),
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'product_not_received',
    status,
  }
}
