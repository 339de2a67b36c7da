import type { ProviderPayment } from '@site/providers/gateway'
import type { Queries } from '../database/database'
import type { Order, OrderState, Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { canMove, isPaidFor, moveOrder, type Source } from '../orders/order-repository'
import { movePayment, type PaymentEvent, readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

/** The caller must hold the order's row lock. */
export async function recordProgress(settling: Settling, services: PaymentServices): Promise<Settlement> {
  const { queries, order, payment, response, source } = settling
  const { id: orderId } = order
  const attempts = await readPayments(queries, orderId)
  const event = eventOf(settling)
  const state = event ? await movePayment(queries, payment, event) : payment.state
  if (attempts.some((it) => it.state === 'succeeded') && isPaidFor(order.state))
    return { type: 'settled', orderId, state: order.state, isNew: false }
  if (state === 'processing') {
    // An order under review, refunded or charged back stays so until the bank has decided.
    if (canMove(order.state, 'processing') || canMove(order.state, 'pending'))
      await advance(settling, 'processing', detailOf(settling))
    return { type: 'processing', orderId }
  }
  if (state === 'ended' && payment.state === 'processing') await recordRefused(settling, services)
  // Another window may still pay the order, so "pay again" would charge twice.
  const isPaying = attempts.some((it) => it.id !== payment.id && it.state === 'processing')
  if (isPaying && source === 'confirm') return { type: 'processing', orderId }
  if (response.status === 'declined' || state === 'declined') return { type: 'declined', orderId }
  // If the bank agrees later, the money goes back.
  if (response.status === 'processing') return { type: 'given_up', orderId }
  if (state !== 'open') return { type: 'failed', orderId }
  // The bank refused before anything recorded its processing.
  if (settling.wasProcessing) await writeRefused(settling, services)
  return { type: 'open', orderId }
}

function eventOf({ payment, response: { status }, source }: Settling): PaymentEvent | undefined {
  if (status === 'processing') return 'wait'
  if (status === 'declined') return 'decline'
  if (status === 'closed' || hasFallenBack(payment.providerStatus, status)) return 'end'
  // The browser may be capturing the approval at this moment.
  return status === 'approved' && source === 'confirm' ? 'wait' : undefined
}

function hasFallenBack(before: string | null, status: string): boolean {
  return before === 'processing' && (status === 'open' || status === 'approved')
}

async function recordRefused(settling: Settling, services: PaymentServices): Promise<void> {
  const { queries, order, payment, source } = settling
  const isCurrent = payment.attempt === order.attempt
  if (isCurrent && canMove(order.state, 'failed')) await moveOrder(queries, order, 'failed', source, detailOf(settling))
  await writeRefused(settling, services)
}

async function writeRefused({ queries, order, payment }: Settling, services: PaymentServices): Promise<void> {
  const { id: about, amountPence } = payment
  await queueMail(queries, services, { order, kind: 'payment_refused', amountPence, about })
}

const detailOf = ({ response: { provider, providerId } }: Settling) => ({ provider, providerId })

export type Settlement =
  | { type: 'settled'; orderId: string; state: 'paid' | 'needs_attention'; isNew: boolean }
  | { type: 'open' | 'declined' | 'processing' | 'failed' | 'given_up' | 'mismatch'; orderId: string }
  /** May not be kept: another payment paid the order, or this one had ended. */
  | { type: 'returned'; orderId: string; payment: Payment; isOrderPaid: boolean }
  /** The owner refunded it later. */
  | { type: 'refunded'; orderId: string }
  /** Not our payment; `response` is the provider's. */
  | { type: 'unknown'; response: ProviderPayment }

/** The order is locked. */
export type Settling = {
  queries: Queries
  order: Order
  payment: Payment
  response: ProviderPayment
  source: Source
  wasProcessing: boolean
  isTakenIn: boolean
}

/** Moves the order to a state, through `pending` if needed: news may arrive out of order. */
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
