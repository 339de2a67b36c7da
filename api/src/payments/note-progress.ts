import type { ProviderPayment } from '@site/providers/gateway'
import type { Queries } from '../database/database'
import type { Order, OrderState, Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { moveOrder, type Source } from '../orders/order-repository'
import { canMove, isPaidFor } from '../orders/order-state'
import { movePayment, readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import type { PaymentEvent } from './shared/payment-state'

/** Takes in an answer that brings no money; the order is locked by the caller. */
export async function noteProgress(settling: Settling, services: PaymentServices): Promise<Settlement> {
  const { queries, order, payment, response, source } = settling
  const { id: orderId } = order
  const attempts = await readPayments(queries, orderId)
  const event = eventOf(settling)
  const state = event ? await movePayment(queries, payment, event) : payment.state
  if (attempts.some((it) => it.state === 'succeeded') && isPaidFor(order.state))
    return { type: 'settled', orderId, state: order.state, isNew: false }
  if (state === 'processing') {
    // An order that a person looks at stays with them until the bank has decided.
    if (order.state !== 'needs_attention') await advance(settling, 'processing', detailOf(settling))
    return { type: 'processing', orderId }
  }
  if (state === 'ended' && payment.state === 'processing') await noteRefused(settling, services)
  // The order may yet be paid by another window: the buyer would pay once more.
  const isPaying = attempts.some((it) => it.id !== payment.id && it.state === 'processing')
  if (isPaying && source === 'confirm') return { type: 'processing', orderId }
  if (response.status === 'declined' || state === 'declined') return { type: 'declined', orderId }
  // Should the bank agree all the same, its money goes back.
  if (response.status === 'processing') return { type: 'given_up', orderId }
  if (state !== 'open') return { type: 'failed', orderId }
  // The bank has decided before anybody could see that it was deciding.
  if (settling.wasProcessing) await writeRefused(settling, services)
  return { type: response.status === 'approved' ? 'approved' : 'open', orderId }
}

function eventOf({ payment, response: { status }, source }: Settling): PaymentEvent | undefined {
  if (status === 'processing') return 'wait'
  if (status === 'declined') return 'decline'
  if (status === 'closed' || hasFallenBack(payment.providerStatus, status)) return 'end'
  // A page asks about an approval that the browser may be capturing at this moment.
  return status === 'approved' && source === 'confirm' ? 'wait' : undefined
}

/** The bank has refused what it was processing. */
function hasFallenBack(before: string | null, status: string): boolean {
  return before === 'processing' && (status === 'open' || status === 'approved')
}

/** A payment its buyer waits for brings nothing: they are written to, once. */
async function noteRefused(settling: Settling, services: PaymentServices): Promise<void> {
  const { queries, order, payment, source } = settling
  const isCurrent = payment.attempt === order.attempt
  if (isCurrent && canMove(order.state, 'failed')) await moveOrder(queries, order, 'failed', source, detailOf(settling))
  await writeRefused(settling, services)
}

async function writeRefused({ queries, order, payment }: Settling, services: PaymentServices): Promise<void> {
  const { id: about, amountPence } = payment
  await queueMail(queries, services, { order, kind: 'payment_refused', amountPence, about })
}

function detailOf({ response: { provider, providerId } }: Settling) {
  return { provider, providerId }
}

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
