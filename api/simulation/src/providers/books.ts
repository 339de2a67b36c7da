import type { Sandbox } from '@site/sandbox'
import { takenByDispute } from '@site/sandbox/testing'

type RefundState = 'sent' | 'pending' | 'failed'
type Refund = { id: string; amount: number; status: string }

const states: Readonly<Record<string, RefundState>> = {
  succeeded: 'sent',
  failed: 'failed',
  canceled: 'failed',
  COMPLETED: 'sent',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

function bookRefund({ id, amount, status }: Refund, isByHand: boolean) {
  return { id, amountPence: amount, state: states[status] ?? ('pending' as const), isByHand }
}

/** @returns each payment as its provider knows it */
export function readBooks({ stripe, payPal }: Sandbox) {
  const cards = stripe.intents.all().map(({ id, metadata, charges, amount, status, refunds, disputes }) => {
    const taken = disputes.filter((it) => it.status !== 'won' && !it.status.startsWith('warning'))
    return {
      ...{ provider: 'stripe' as const, id, orderId: metadata.order ?? '' },
      takenPence: charges * amount,
      refunds: refunds.map((it) => bookRefund(it, Object.keys(it.metadata).length === 0)),
      disputedPence: taken.reduce((sum, it) => sum + it.amount, 0),
      isDisputeOpen: disputes.some((it) => it.status.endsWith('needs_response')),
      hasDispute: disputes.length > 0,
      isDeciding: status === 'processing',
    }
  })
  const wallets = payPal.orders.all().map((order) => {
    const { id, unit, captures, refunds, disputes } = order
    const captured = captures.filter(({ status }) => !['PENDING', 'DECLINED'].includes(status))
    return {
      ...{ provider: 'paypal' as const, id, orderId: unit.invoice_id?.split(':')[0] ?? '' },
      takenPence: captured.length * Math.round(Number(unit.amount.value) * 100),
      refunds: refunds.map((it) => bookRefund(it, it.customId === undefined)),
      disputedPence: disputes.reduce((sum, it) => sum + takenByDispute(order, it), 0),
      isDisputeOpen: disputes.some(({ status }) => status !== 'RESOLVED'),
      hasDispute: disputes.length > 0,
      isDeciding: captures.some(({ status }) => status === 'PENDING'),
    }
  })
  return [...cards, ...wallets]
}

export type Booked = ReturnType<typeof readBooks>[number]

export function refundedOf({ refunds }: Pick<Booked, 'refunds'>, ...wanted: RefundState[]): number {
  return refunds.filter(({ state }) => wanted.includes(state)).reduce((sum, { amountPence }) => sum + amountPence, 0)
}

/** Returns the money left after refunds and disputes. */
export function keptOf(booked: Booked): number {
  return booked.takenPence - refundedOf(booked, 'sent') - booked.disputedPence
}
