import type { BookLine } from '../book-line'
import {
  chargeIdOf,
  DISPUTE_FEE_PENCE,
  type Intent,
  type Refund,
  showCharge,
  showDispute,
  showRefund,
} from './stripe-objects'

const seconds = (ms: number) => Math.floor(ms / 1_000)

/** 1.5 % and 20 pence (stripe.com/gb/pricing, cards of the UK). */
export function feeOf(amountPence: number): number {
  return Math.round(amountPence * 0.015) + 20
}

type Line = { id: string; type: string; amount: number; fee: number; at: number; source: unknown }

/** Every movement of Stripe's balance that comes of one payment (docs.stripe.com/reports/balance-transaction-types). */
export function showBalance(intent: Intent) {
  const charge = showCharge(intent)
  const line = { id: `txn_${chargeIdOf(intent)}`, type: 'charge', amount: intent.amount, fee: feeOf(intent.amount) }
  const lines: Line[] = [
    { ...line, at: intent.chargedAt ?? 0, source: charge },
    ...intent.refunds.flatMap((refund) => refundLines(intent, refund)),
    ...disputeLines(intent),
  ]
  return lines.map(showLine)
}

function showLine({ at, ...line }: Line) {
  return {
    ...line,
    object: 'balance_transaction',
    net: line.amount - line.fee,
    currency: 'gbp',
    created: seconds(at),
    available_on: seconds(at),
    status: 'available',
  }
}

export type Payout = { id: string; amountPence: number; at: number }

/** What went to the shop's bank (docs.stripe.com/api/payouts/object). */
export function showPayout({ id, amountPence, at }: Payout) {
  const source = { id, object: 'payout', amount: amountPence, currency: 'gbp', status: 'paid' }
  return showLine({ id: `txn_${id}`, type: 'payout', amount: -amountPence, fee: 0, at, source })
}

const columns: Readonly<Record<string, BookLine['column']>> = {
  charge: 'charges',
  refund: 'refunds',
  refund_failure: 'refunds',
  adjustment: 'disputes',
  payout: 'payouts',
}

export function bookLine({ id, type, amount, fee, created }: ReturnType<typeof showLine>): BookLine {
  const column = columns[type]
  if (!column) throw new Error(`The simulated Stripe has no lines of ${type}`)
  return { provider: 'stripe', id, column, at: created * 1_000, amountPence: amount, feePence: fee }
}

/** What waits for the balance has not moved it; what fails comes back to it by a line of its own. */
function refundLines(intent: Intent, refund: Refund): Line[] {
  const { id, amount, status, created, endedAt } = refund
  const source = showRefund(intent, refund)
  if (status === 'pending' || status === 'requires_action') return []
  const hasWaited = endedAt !== undefined && status !== 'failed'
  const sent = { id: `txn_${id}`, type: 'refund', amount: -amount, fee: 0, at: hasWaited ? endedAt : created, source }
  if (status === 'succeeded') return [sent]
  return [sent, { id: `txn_${id}_back`, type: 'refund_failure', amount, fee: 0, at: endedAt ?? created, source }]
}

function disputeLines(intent: Intent): Line[] {
  const { dispute } = intent
  if (!dispute) return []
  const { id, amount, status, created, closedAt } = dispute
  const source = showDispute(intent, dispute)
  const withdrawn = {
    id: `txn_${id}`,
    type: 'adjustment',
    amount: -amount,
    fee: DISPUTE_FEE_PENCE,
    at: created,
    source,
  }
  if (status !== 'won') return [withdrawn]
  return [withdrawn, { id: `txn_${id}_back`, type: 'adjustment', amount, fee: 0, at: closedAt ?? created, source }]
}
