import type { ProviderPayment } from '@site/providers/gateway'
import type { Queries } from '../database/database'
import type { Order, OrderState, Payment } from '../database/schema'
import { moveOrder, type Source } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import type { KnownPayment } from './shared/payment-repository'

/** What the order is after the provider's answer was taken in. */
export type Settlement =
  | { type: 'settled'; orderId: string; state: 'paid' | 'needs_attention'; isNew: boolean }
  | { type: 'processing' | 'open' | 'failed' | 'mismatch'; orderId: string }
  /** `isLeftToSweep`: it is taken although no page asks for it. */
  | { type: 'approved'; orderId: string; isLeftToSweep: boolean }
  /** `isFinal`: choosing another source of money for the same payment does not help. */
  | { type: 'declined'; orderId: string; isFinal: boolean }
  /** The money may not be kept: the order was paid by another payment, or this one had been given up. */
  | { type: 'returned'; orderId: string; payment: Payment; isOrderPaid: boolean }
  /** It had paid for the order, and its owner has sent it back since. */
  | { type: 'refunded'; orderId: string }
  /** Not a payment of ours; `response` is what the provider has there. */
  | { type: 'unknown'; response: ProviderPayment }

/** One answer of a provider about a payment of ours, with the order locked. */
export type Settling = {
  queries: Queries
  order: Order
  payment: KnownPayment
  response: ProviderPayment
  source: Source
}

/** Takes the order to a state by the steps of its graph: news may arrive before what led to it was kept. */
export async function advance(
  { queries, order, source }: Settling,
  to: OrderState,
  detail: Record<string, unknown>,
): Promise<void> {
  if (order.state === to) return
  const from =
    !canMove(order.state, to) && canMove(order.state, 'pending')
      ? await moveOrder(queries, order, 'pending', source)
      : order
  await moveOrder(queries, from, to, source, detail)
}
