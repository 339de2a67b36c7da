import { secondsOf } from './clock'
import type { Collection } from './collections'
import type { AfterSale } from './failures'
import {
  type FakeDispute,
  type FakeIntent,
  type FakeRefund,
  invalid,
  missing,
  ok,
  refundedOf,
  showCharge,
  showDispute,
  showIntent,
  showRefund,
  unexpected,
} from './stripe-objects'

type Options = AfterSale<FakeIntent> & { intents: Collection<FakeIntent> }
type RefundRequest = { amount?: number; metadata?: Record<string, string> }

const DISPUTE_FEE = 2_000

export function createStripeAfterSale({ clock, intents, change, emit, outcome }: Options) {
  const findBy = (has: (intent: FakeIntent) => boolean) => intents.all().find(has)
  const seconds = () => secondsOf(clock)

  function keepRefund(intent: FakeIntent, refund: FakeRefund): FakeIntent {
    const refunds = [...intent.refunds.filter(({ id }) => id !== refund.id), refund]
    return change(intent, { refunds, isRefunded: refundedOf({ refunds }) >= intent.amount })
  }

  return {
    refund(id: string, { amount, metadata = {} }: RefundRequest = {}) {
      const intent = intents.get(id)
      if (!intent) return missing(id)
      if (intent.status !== 'succeeded') return unexpected(intent)
      const isDisputed = intent.disputes.some(({ status }) =>
        ['needs_response', 'under_review', 'lost'].includes(status),
      )
      if (isDisputed) return invalid('charge_disputed', 'The charge is disputed and cannot be refunded.')
      const left = intent.amount - refundedOf(intent)
      if (left === 0) return invalid('charge_already_refunded', 'The charge has already been refunded.')
      const back = amount ?? left
      if (back > left) return invalid('amount_too_large', 'The refund is larger than what is left of the charge.')
      const chosen = outcome() ?? 'sent'
      const status = chosen === 'sent' ? ('succeeded' as const) : chosen
      const refund = { id: `re_${clock.hex(12)}`, amount: back, status, metadata, created: seconds() }
      const changed = keepRefund(intent, refund)
      emit('charge.refunded', showCharge(changed))
      emit('refund.created', showRefund(changed, refund))
      return ok(showRefund(changed, refund))
    },

    settleRefund(refundId: string, status: FakeRefund['status']): void {
      const intent = findBy(({ refunds }) => refunds.some(({ id }) => id === refundId))
      const refund = intent?.refunds.find(({ id }) => id === refundId)
      if (!intent || !refund) return
      const settled = { ...refund, status }
      const shown = showRefund(keepRefund(intent, settled), settled)
      for (const type of ['refund.updated', 'charge.refund.updated']) emit(type, shown)
      if (status === 'failed') emit('refund.failed', shown)
    },

    dispute(id: string, { amount, isInquiry = false }: { amount?: number; isInquiry?: boolean } = {}): string {
      const intent = intents.get(id)
      if (!intent) throw new Error(`There is no ${id}`)
      const status = isInquiry ? 'warning_needs_response' : 'needs_response'
      const asked = { amount: amount ?? intent.amount, fee: DISPUTE_FEE, created: seconds() }
      const dispute: FakeDispute = { id: `du_${clock.hex(12)}`, status, ...asked }
      const changed = change(intent, { disputes: [...intent.disputes, dispute] })
      emit('charge.dispute.created', showDispute(changed, dispute))
      return dispute.id
    },

    closeDispute(disputeId: string, status: FakeDispute['status']): void {
      const intent = findBy(({ disputes }) => disputes.some(({ id }) => id === disputeId))
      const dispute = intent?.disputes.find(({ id }) => id === disputeId)
      if (!intent || !dispute) return
      const closed = { ...dispute, status }
      const changed = change(intent, { disputes: [...intent.disputes.filter((it) => it !== dispute), closed] })
      emit('charge.dispute.closed', showDispute(changed, closed))
    },

    readDispute(disputeId: string) {
      const intent = findBy(({ disputes }) => disputes.some(({ id }) => id === disputeId))
      const dispute = intent?.disputes.find(({ id }) => id === disputeId)
      return intent && dispute
        ? ok({ ...showDispute(intent, dispute), payment_intent: showIntent({ ...intent, clientSecret: '' }) })
        : missing(disputeId)
    },
  }
}
