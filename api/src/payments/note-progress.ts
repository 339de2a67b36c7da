import { sql } from 'drizzle-orm'
import { countMails, queueMail } from '../mail/queue-mail'
import { moveOrder } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { isLeftToSweep } from './capture-payment'
import { advance, type Settlement, type Settling } from './settling'
import {
  changePayment,
  endedStates,
  endPayment,
  isMoving,
  noteAwaited,
  readPayments,
} from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { writeNotTaken } from './write-not-taken'

/** Takes in an answer that brings no money; the order is locked by the caller. */
export async function noteProgress(settling: Settling, services: PaymentServices): Promise<Settlement> {
  const settlement = await takeIn(settling, services)
  const { queries, order, payment, source } = settling
  if (source !== 'confirm' || settlement.type === 'settled') return settlement
  const isToWait = settlement.type === 'processing' || (settlement.type === 'approved' && settlement.isLeftToSweep)
  // The order may yet be paid by another window: who reads of a failure here would pay once more.
  const moving = (await readPayments(queries, order.id)).filter((it) => it.id !== payment.id && isMoving(it))
  await noteAwaited(queries, isToWait ? [payment, ...moving] : moving)
  return moving.length > 0 ? { type: 'processing', orderId: order.id } : settlement
}

async function takeIn(settling: Settling, services: PaymentServices): Promise<Settlement> {
  const { queries, order, payment, response } = settling
  const orderId = order.id
  const { status } = response
  const isPaid = (await readPayments(queries, orderId)).some(({ state }) => state === 'succeeded')
  if (isPaid && (order.state === 'paid' || order.state === 'needs_attention')) {
    await noteEnd(settling)
    return { type: 'settled', orderId, state: order.state, isNew: false }
  }
  const isAwaited = payment.awaitedAt !== null
  if (!['open', 'processing', 'declined'].includes(payment.state)) {
    await noteEnd(settling)
    // It was given up while a window could still take it, and whoever asked there was told to wait for a bank.
    const isRefused = isAwaited && (status === 'failed' || status === 'declined')
    const isRefusedLate = isRefused || (payment.providerStatus === 'processing' && status !== 'processing')
    if (isRefusedLate && endedStates.includes(payment.state)) await writeRefused(settling, services)
    // A wallet's window was left open for a day: it lets its buyer approve what no page is there to take.
    const isApprovedLate = payment.state === 'expired' && status === 'approved' && payment.providerStatus !== status
    if (isApprovedLate && settling.source !== 'confirm' && !isPaid) {
      await writeNotTaken(queries, services, order, payment)
    }
    return { type: status === 'processing' ? 'processing' : 'failed', orderId }
  }
  const detail = { provider: response.provider, providerId: response.providerId }
  if (status === 'processing') {
    await changePayment(queries, payment, { state: 'processing' })
    // An order that was held while the provider was silent stays with its person until the bank has decided.
    if (order.state !== 'needs_attention') await advance(settling, 'processing', detail)
    return { type: 'processing', orderId }
  }
  // Its buyer has approved it, and reads nowhere else of what comes of it: a page that asked was told to wait for the sweep.
  const isApproved = payment.providerStatus === 'approved' || payment.captureAskedAt !== null
  const isPromised = isApproved && isLeftToSweep(payment)
  if (status === 'declined') {
    if (isAwaited || (isPromised && settling.source !== 'confirm')) await writeRefused(settling, services)
    const captureTriedAt = payment.captureTriedAt ?? new Date()
    // Until the page that asked is answered, its buyer has read of nothing.
    const awaitedAt = settling.source === 'confirm' && { awaitedAt: sql`now()` }
    await changePayment(queries, payment, { state: 'declined', captureTriedAt, ...awaitedAt })
    return { type: 'declined', orderId, isFinal: response.isFinal === true }
  }
  const hasFallenBack = payment.state === 'processing'
  if (status === 'closed' || status === 'failed') {
    await endPayment(queries, payment, status === 'closed' ? 'cancelled' : 'failed')
  } else if (hasFallenBack) {
    // A card intent that the bank refused late can be paid again with another card.
    await changePayment(queries, payment, { state: 'open' })
  }
  const hasFailed = status === 'failed' || hasFallenBack
  if (hasFailed && payment.attempt === order.attempt) {
    const canFail = canMove(order.state, 'failed')
    if (canFail) await moveOrder(queries, order, 'failed', settling.source, detail)
    const isWaiting = isAwaited || isPromised || payment.state === 'processing' || order.state === 'processing'
    // The buyer has been told to wait, and must not wait for ever; also of an order that was held while the provider was silent.
    if (isWaiting && (canFail || order.state === 'needs_attention')) await writeRefused(settling, services)
  }
  if (hasFailed || status === 'closed') return { type: 'failed', orderId }
  // A browser may be taking it at this moment.
  if (payment.isBeingCaptured) return { type: 'processing', orderId }
  if (payment.state === 'declined') return { type: 'declined', orderId, isFinal: false }
  if (status !== 'approved') return { type: 'open', orderId }
  return { type: 'approved', orderId, isLeftToSweep: isLeftToSweep(payment) }
}

/** A payment may be refused late more than once, and each time its buyer waits. */
async function writeRefused({ queries, order, payment }: Settling, services: PaymentServices): Promise<void> {
  const kind = 'payment_refused'
  const about = (await countMails(queries, order.id, kind)) + 1
  await queueMail(queries, services, { order, kind, amountPence: payment.amountPence, about })
  await changePayment(queries, payment, { awaitedAt: null })
}

/** Once the provider has closed what was given up, nobody needs to ask about it any more. */
async function noteEnd({ queries, payment, response }: Settling): Promise<void> {
  const isGivenUp = payment.state === 'abandoned' || payment.state === 'expired'
  if (isGivenUp && response.status === 'closed') await changePayment(queries, payment, { state: 'cancelled' })
}
