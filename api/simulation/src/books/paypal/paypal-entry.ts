import { DAY } from '../../world/clock'
import type { BookedPayment } from '../booked-payment'
import { DISPUTE_FEE_PENCE, type PayPalOrder, takenOf } from './paypal-objects'

/** One order in the words that both providers share. */
export function bookPayPal(order: PayPalOrder): BookedPayment {
  const { id, customId, amountPence, dispute, captures, approvedAt } = order
  const capture = takenOf(order)
  const states = { COMPLETED: 'sent', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'failed' } as const
  const disputes = { OPEN: 'open', WON: 'won', LOST: 'lost' } as const
  return {
    provider: 'paypal',
    id,
    chargeId: capture?.id,
    reference: customId,
    takenPence: capture?.status === 'COMPLETED' ? amountPence : 0,
    isLate: capture !== undefined && capture.created - order.created > DAY,
    isDeciding: capture?.status === 'PENDING',
    refusedLateAt: captures.flatMap(({ status, decidedAt = 0 }) =>
      status === 'DECLINED' && decidedAt ? [decidedAt] : [],
    ),
    approvedAt,
    takenByShopAt: capture?.isByShop ? capture.created : undefined,
    refunds: (capture?.refunds ?? []).map(({ status, created: at, ...refund }) => ({
      ...refund,
      at,
      state: states[status],
    })),
    dispute: dispute && {
      id: dispute.id,
      amountPence: dispute.amountPence,
      feePence: DISPUTE_FEE_PENCE,
      state: disputes[dispute.status],
      takenPence: dispute.takenPence,
      openedAt: dispute.created,
      closedAt: dispute.closedAt,
      asked: { at: dispute.askedAt, until: dispute.dueAt },
    },
  }
}
