import { type Pence, pence } from '@site/shared/money'
import { isoOf } from './clock'
import type { Collection } from './collections'
import type { AfterSale, RefundOutcome } from './failures'
import {
  amountOf,
  type FakeOrder,
  type FakePayPalDispute,
  type FakePayPalRefund,
  missingOrder,
  payPalId,
  refusedBy,
  relatedTo,
  returnedOf,
  showPayPalDispute,
  showPayPalRefund,
  takenByDispute,
} from './paypal-objects'

type Options = AfterSale<FakeOrder> & { orders: Collection<FakeOrder> }

const statuses: Readonly<Record<RefundOutcome, FakePayPalRefund['status']>> = {
  sent: 'COMPLETED',
  pending: 'PENDING',
  requires_action: 'PENDING',
  failed: 'FAILED',
  canceled: 'CANCELLED',
}
/** First for the buyer, then for PayPal (developer.paypal.com/docs/disputes/faq). */
const INQUIRY_MS = 20 * 24 * 3_600_000
const CLAIM_MS = 10 * 24 * 3_600_000
const lostOutcomes: readonly (string | undefined)[] = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']
const events = { COMPLETED: 'CAPTURE.REFUNDED', PENDING: 'REFUND.PENDING', FAILED: 'REFUND.FAILED' } as const

export function createPayPalAfterSale({ clock, orders, change, emit, outcome }: Options) {
  const now = () => isoOf(clock)
  const findBy = (has: (order: FakeOrder) => boolean) => orders.all().find(has)

  function keepRefund(order: FakeOrder, refund: FakePayPalRefund): FakeOrder {
    const refunds = [...order.refunds.filter(({ id }) => id !== refund.id), refund]
    const gone = returnedOf({ refunds })
    const isWhole = gone >= amountOf(order)
    const status = isWhole ? 'REFUNDED' : gone > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED'
    const captures = order.captures.map((it) => (it.id === refund.captureId ? { ...it, status } : it))
    const changed = change(order, { refunds, isRefunded: isWhole, captures })
    const event = refund.status === 'CANCELLED' ? undefined : events[refund.status]
    if (event) emit(`PAYMENT.${event}`, showPayPalRefund(changed, refund))
    return changed
  }

  function changeDispute(id: string, next: (dispute: FakePayPalDispute) => FakePayPalDispute) {
    const order = findBy(({ disputes }) => disputes.some((it) => it.id === id))
    const before = order?.disputes.find((it) => it.id === id)
    if (!order || !before) return undefined
    const dispute = { ...next(before), updateTime: now() }
    const changed = change(order, { disputes: [...order.disputes.filter((it) => it !== before), dispute] })
    return { order: changed, dispute }
  }

  return {
    refund(captureId: string, amount?: Pence, customId?: string) {
      const order = findBy(({ captures }) => captures.some(({ id }) => id === captureId))
      if (!order) return missingOrder
      const left = pence(amountOf(order) - returnedOf(order))
      if (left === 0) return refusedBy('CAPTURE_FULLY_REFUNDED')
      const back = amount ?? left
      if (back > left) return refusedBy('REFUND_AMOUNT_EXCEEDED')
      const isDisputed = order.disputes.some(({ status }) => status !== 'RESOLVED')
      if (isDisputed && back < left) return refusedBy('CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED')
      const refund: FakePayPalRefund = {
        id: payPalId(clock.hex(9)),
        captureId,
        amount: back,
        status: statuses[outcome() ?? 'sent'],
        createTime: now(),
        ...(customId !== undefined && { customId }),
      }
      const changed = keepRefund(order, refund)
      return { status: 201, body: showPayPalRefund(changed, refund) }
    },

    settleRefund(refundId: string, status: FakePayPalRefund['status']): void {
      const order = findBy(({ refunds }) => refunds.some(({ id }) => id === refundId))
      const refund = order?.refunds.find(({ id }) => id === refundId)
      if (order && refund) keepRefund(order, { ...refund, status, updateTime: now() })
    },

    dispute(captureId: string, amount?: Pence): string {
      const order = findBy(({ captures }) => captures.some(({ id }) => id === captureId))
      if (!order) throw new Error(`There is no ${captureId}`)
      const dispute: FakePayPalDispute = {
        id: `PP-D-${Number.parseInt(clock.hex(4), 16)}`,
        captureId,
        amount: amount ?? amountOf(order),
        status: 'WAITING_FOR_SELLER_RESPONSE',
        createTime: now(),
        updateTime: now(),
        dueTime: new Date(clock.now() + INQUIRY_MS).toISOString(),
      }
      const changed = change(order, { disputes: [...order.disputes, dispute] })
      emit('CUSTOMER.DISPUTE.CREATED', showPayPalDispute(changed, dispute))
      return dispute.id
    },

    /** `refunded`: paid to the buyer by the shop or PayPal; defaults to the disputed amount of a lost dispute. */
    resolveDispute(disputeId: string, outcome: NonNullable<FakePayPalDispute['outcome']>, refunded?: Pence): void {
      const found = changeDispute(disputeId, (dispute) => {
        const given = refunded ?? (lostOutcomes.includes(outcome) ? dispute.amount : undefined)
        return { ...dispute, status: 'RESOLVED', outcome, ...(given !== undefined && { refunded: given }) }
      })
      if (!found) return
      const { order, dispute } = found
      emit('CUSTOMER.DISPUTE.RESOLVED', showPayPalDispute(order, dispute))
      if (takenByDispute(order, dispute) === 0) return
      emit('PAYMENT.CAPTURE.REVERSED', { id: dispute.captureId, ...relatedTo(order) })
    },

    /**
     * Turns an inquiry into a claim with its own deadline, or reopens a closed one ("the dispute ID never changes").
     */
    escalateDispute(disputeId: string, isDated = true): void {
      const found = changeDispute(disputeId, ({ outcome: _outcome, refunded: _refunded, dueTime, ...dispute }) => ({
        ...dispute,
        status: 'UNDER_REVIEW',
        ...(isDated && { dueTime: new Date(Date.parse(dueTime ?? dispute.createTime) + CLAIM_MS).toISOString() }),
      }))
      if (found) emit('CUSTOMER.DISPUTE.UPDATED', showPayPalDispute(found.order, found.dispute))
    },

    readDispute(disputeId: string) {
      const order = findBy(({ disputes }) => disputes.some(({ id }) => id === disputeId))
      const dispute = order?.disputes.find(({ id }) => id === disputeId)
      return order && dispute ? { status: 200, body: showPayPalDispute(order, dispute) } : missingOrder
    },
  }
}
