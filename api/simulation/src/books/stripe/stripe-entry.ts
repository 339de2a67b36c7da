import { DAY, HOUR } from '../../world/clock'
import type { BookedPayment } from '../booked-payment'
import { chargeIdOf, DISPUTE_FEE_PENCE, dueOf, type Intent, type Refund } from './stripe-objects'

/** One intent in the words that both providers share. */
export function bookStripe(intent: Intent): BookedPayment {
  const { id, metadata, status, chargedAt, amount, dispute, refunds, triedAt, refusedLateAt } = intent
  const states = { needs_response: 'open', under_review: 'open', won: 'won', lost: 'lost' } as const
  return {
    provider: 'stripe',
    id,
    chargeId: chargedAt === undefined ? undefined : chargeIdOf(intent),
    reference: metadata.payment,
    takenPence: chargedAt === undefined ? 0 : amount,
    isLate: chargedAt !== undefined && chargedAt - intent.created > DAY,
    isDeciding: status === 'processing',
    refusedLateAt: refusedLateAt.filter((at) => !triedAt.some((tried) => tried > at && tried < at + 2 * HOUR)),
    approvedAt: undefined,
    takenByShopAt: undefined,
    refunds: refunds.map((refund) => ({
      id: refund.id,
      amountPence: refund.amount,
      state: refundState(refund),
      origin: refund.origin,
      at: refund.created,
      hasFailedLate: refund.hasFailedLate,
      wasSent: refund.wasSent,
      endedAt: refund.endedAt,
    })),
    dispute: dispute && {
      id: dispute.id,
      amountPence: dispute.amount,
      feePence: DISPUTE_FEE_PENCE,
      state: states[dispute.status],
      takenPence: dispute.status === 'lost' ? dispute.amount : 0,
      openedAt: dispute.created,
      closedAt: dispute.closedAt,
      asked: { at: dispute.created, until: dueOf(dispute) },
    },
  }
}

function refundState({ status }: Refund): 'sent' | 'pending' | 'failed' {
  if (status === 'succeeded') return 'sent'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
