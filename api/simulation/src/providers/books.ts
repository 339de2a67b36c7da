import type { Sandbox } from '@site/sandbox'
import { takenByDispute } from '@site/sandbox/testing'
import { pence } from '@site/shared/money'
import type { Provider } from '../plan'

export type BookedRefund = {
  id: string
  amountPence: number
  state: 'sent' | 'pending' | 'failed'
  isByHand: boolean
}

export type Booked = {
  provider: Provider
  id: string
  orderId: string
  takenPence: number
  refunds: BookedRefund[]
  disputedPence: number
  isDisputeOpen: boolean
  hasDispute: boolean
  isDeciding: boolean
}

export function readBooks({ stripe, payPal }: Sandbox): Booked[] {
  const cards = stripe.intents.all().map((intent): Booked => {
    const taken = intent.disputes.filter(({ status }) => status !== 'won' && !status.startsWith('warning'))
    return {
      provider: 'stripe',
      id: intent.id,
      orderId: intent.metadata.order ?? '',
      takenPence: intent.charges * intent.amount,
      refunds: intent.refunds.map(({ id, amount, status, metadata }) => ({
        id,
        amountPence: amount,
        state: status === 'succeeded' ? 'sent' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
        isByHand: Object.keys(metadata).length === 0,
      })),
      disputedPence: taken.reduce((sum, { amount }) => sum + amount, 0),
      isDisputeOpen: intent.disputes.some(({ status }) => status.endsWith('needs_response')),
      hasDispute: intent.disputes.length > 0,
      isDeciding: intent.status === 'processing',
    }
  })
  const wallets = payPal.orders.all().map((order): Booked => {
    const captured = order.captures.filter(({ status }) => !['PENDING', 'DECLINED'].includes(status))
    const amount = Math.round(Number(order.unit.amount.value) * 100)
    return {
      provider: 'paypal',
      id: order.id,
      orderId: order.unit.invoice_id?.split(':')[0] ?? '',
      takenPence: captured.length * amount,
      refunds: order.refunds.map(({ id, amount, status, customId }) => ({
        id,
        amountPence: amount,
        state: status === 'COMPLETED' ? 'sent' : status === 'PENDING' ? 'pending' : 'failed',
        isByHand: customId === undefined,
      })),
      disputedPence: order.disputes.reduce((sum, it) => pence(sum + takenByDispute(order, it)), pence(0)),
      isDisputeOpen: order.disputes.some(({ status }) => status !== 'RESOLVED'),
      hasDispute: order.disputes.length > 0,
      isDeciding: order.captures.some(({ status }) => status === 'PENDING'),
    }
  })
  return [...cards, ...wallets]
}

export function refundedOf({ refunds }: Booked, ...states: BookedRefund['state'][]): number {
  return refunds.filter(({ state }) => states.includes(state)).reduce((sum, { amountPence }) => sum + amountPence, 0)
}

/** Returns the money left after refunds and disputes. */
export function keptOf(booked: Booked): number {
  return booked.takenPence - refundedOf(booked, 'sent') - booked.disputedPence
}
