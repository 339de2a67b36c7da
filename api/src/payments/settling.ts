import type { ProviderPayment } from '@site/providers/gateway'
import type { Queries } from '../database/database'
import type { Order, OrderState, Payment } from '../database/schema'
import { moveOrder, type Source } from '../orders/order-repository'
import { canMove } from '../orders/order-state'

/** What a payment is after the provider's answer was taken in. */
export type Settlement =
  | { type: 'settled'; orderId: string; state: 'paid' | 'needs_attention'; isNew: boolean }
  | { type: 'open' | 'approved' | 'declined' | 'processing' | 'failed' | 'given_up' | 'mismatch'; orderId: string }
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
  payment: Payment
  response: ProviderPayment
  source: Source
  /** An event says that the provider was processing it. */
  wasProcessing: boolean
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
