import { queueMail } from '../mail/queue-mail'
import { moveOrder } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { changePayment, endPayment, readPayments } from './payment-repository'
import type { PaymentServices } from './payment-services'
import { advance, type Settlement, type Settling } from './settling'

/** Takes in an answer that brings no money; the order is locked by the caller. */
export async function noteProgress(settling: Settling, services: PaymentServices): Promise<Settlement> {
  const { queries, order, payment, response } = settling
  const orderId = order.id
  const { status } = response
  const isPaid = (await readPayments(queries, orderId)).some(({ state }) => state === 'succeeded')
  if (isPaid && (order.state === 'paid' || order.state === 'needs_attention')) {
    await noteEnd(settling)
    return { type: 'settled', orderId, state: order.state, isNew: false }
  }
  if (!['open', 'processing', 'declined'].includes(payment.state)) {
    await noteEnd(settling)
    return { type: status === 'processing' ? 'processing' : 'failed', orderId }
  }
  const detail = { provider: response.provider, providerId: response.providerId }
  if (status === 'processing') {
    await changePayment(queries, payment, { state: 'processing' })
    await advance(settling, 'processing', detail)
    return { type: 'processing', orderId }
  }
  if (status === 'declined') {
    await changePayment(queries, payment, { state: 'declined' })
    return { type: 'declined', orderId }
  }
  const hasFallenBack = payment.state === 'processing'
  if (status === 'closed' || status === 'failed') {
    await endPayment(queries, payment, status === 'closed' ? 'cancelled' : 'failed')
  } else if (hasFallenBack) {
    // A card intent that the bank refused late can be paid again with another card.
    await changePayment(queries, payment, { state: 'open' })
  }
  const hasFailed = status === 'failed' || hasFallenBack
  if (hasFailed && payment.attempt === order.attempt && canMove(order.state, 'failed')) {
    await moveOrder(queries, order, 'failed', settling.source, detail)
    const isAwaited = hasFallenBack || order.state === 'processing'
    // The buyer has been told to wait, and must not wait for ever.
    if (isAwaited)
      await queueMail(queries, services, { order, kind: 'payment_refused', amountPence: payment.amountPence })
  }
  if (hasFailed || status === 'closed') return { type: 'failed', orderId }
  if (payment.state === 'declined') return { type: 'declined', orderId }
  return { type: status === 'approved' ? 'approved' : 'open', orderId }
}

/** Once the provider has closed what was given up, nobody needs to ask about it any more. */
async function noteEnd({ queries, payment, response }: Settling): Promise<void> {
  const isGivenUp = payment.state === 'abandoned' || payment.state === 'expired'
  if (isGivenUp && response.status === 'closed') await changePayment(queries, payment, { state: 'cancelled' })
}
