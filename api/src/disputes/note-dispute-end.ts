import { formatPence, pence } from '@site/shared/money'
import { and, eq } from 'drizzle-orm'
import { closeCases, renewCase } from '../cases/cases'
import { type Dispute, disputes } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Order, Payment } from '../database/schema'
import { lockOrder, moveOrder, recordEvent, type Source } from '../orders/order-repository'
import { isPaidFor } from '../orders/order-state'
import { changePayment, readPayments } from '../payments/shared/payment-repository'
import { closeDisputedRefunds, reopenDisputedRefunds } from '../refunds/refund-cases'
import { readRefunds, sumOf, takenOf } from '../refunds/refund-repository'
import { reasonBeforeLoss, reasonOfHold } from './hold-order'

type Ended = { payment: Payment; dispute: Dispute; source: Source }

/**
 * Takes in how a dispute has ended. Won: the order is what it was before. Lost: what it took is kept with the payment,
 * an order whose money is gone is charged back, and the owner reads what is left to do.
 */
export async function noteDisputeEnd(queries: Queries, { payment, dispute, source }: Ended): Promise<void> {
  const { provider, providerId, orderId, state, amountPence, feePence } = dispute
  const outcome = state === 'won' ? 'the dispute is over and has taken nothing' : 'the dispute is lost'
  const subject = `${provider} ${providerId}`
  await closeCases(queries, { kind: 'dispute', subject }, { actor: provider, reason: outcome })
  // Won after an appeal: what was left to do for the loss is not any more.
  if (state === 'won')
    await closeCases(queries, { kind: 'dispute_lost', subject }, { actor: provider, reason: outcome })
  const order = await lockOrder(queries, orderId)
  const attempts = await readPayments(queries, orderId)
  const hasOther = attempts.some(({ id, state }) => id !== payment.id && state === 'succeeded')
  const now = await countChargedBack(queries, payment, hasOther)
  if (!order || !now) throw new Error(`Order ${orderId} has gone`)
  if (now.state === 'charged_back') await closeDisputedRefunds(queries, now)
  else await reopenDisputedRefunds(queries, now)
  const detail = { provider, dispute: providerId, amountPence, feePence, reason: outcome }
  if (state === 'lost') await listWhatIsLeft(queries, order, dispute, hasOther)
  const next = await nextStep(queries, order, now, hasOther)
  const { to, ...why } = next ?? {}
  if (to) await moveOrder(queries, order, to, source, { ...detail, ...why })
  else await recordEvent(queries, { orderId, type: state === 'won' ? 'dispute_won' : 'charged_back', source, detail })
}

/** What lost disputes took, and whether anything is left that counts. */
async function countChargedBack(
  queries: Queries,
  { id, orderId }: Payment,
  hasOther: boolean,
): Promise<Payment | undefined> {
  const lost = await queries
    .select()
    .from(disputes)
    .where(and(eq(disputes.paymentId, id), eq(disputes.state, 'lost')))
  const payment = (await readPayments(queries, orderId)).find((row) => row.id === id)
  if (!payment) return undefined
  const chargedBackPence = sumOf(lost)
  const isWhole = chargedBackPence + payment.refundedPence >= takenOf(payment)
  const isGone = chargedBackPence > 0 && isWhole
  // All that a dispute had left may have been sent back since.
  const isBack = !isWhole && (payment.state === 'charged_back' || payment.state === 'refunded')
  const isCounted = payment.state === 'succeeded' || payment.state === 'duplicate'
  // What comes back may not be kept beside the payment that the order is paid with, or where it was to go back before.
  const wasToGo = (await readRefunds(queries, id)).some(({ origin }) => origin === 'return')
  const back = hasOther || wasToGo ? ('duplicate' as const) : ('succeeded' as const)
  const state = isBack ? back : isGone && isCounted ? 'charged_back' : payment.state
  await changePayment(queries, payment, { chargedBackPence, state })
  return { ...payment, chargedBackPence, state }
}

/** Where the order goes; nowhere while something else holds it, or another payment pays for it. */
async function nextStep(
  queries: Queries,
  order: Order,
  payment: Payment,
  hasOther: boolean,
): Promise<{ to: 'paid' | 'charged_back' | 'needs_attention'; reason?: string } | undefined> {
  const isPaidByIt = payment.state === 'charged_back' && !hasOther
  if (isPaidByIt) return isPaidFor(order.state) ? { to: 'charged_back' } : undefined
  if (order.state === 'charged_back') {
    if (payment.state !== 'succeeded' && !hasOther) return undefined
    const reason = await reasonBeforeLoss(queries, order.id)
    return reason === undefined ? { to: 'paid' } : { to: 'needs_attention', reason }
  }
  if (order.state === 'refunded' && payment.state === 'succeeded')
    return { to: 'needs_attention', reason: 'what a dispute had taken is back' }
  if (order.state !== 'needs_attention' || (await reasonOfHold(queries, order.id)) !== 'disputed') return undefined
  const isOpen = and(eq(disputes.orderId, order.id), eq(disputes.state, 'open'))
  const [other] = await queries.select({ id: disputes.id }).from(disputes).where(isOpen)
  return other ? undefined : { to: 'paid' }
}

async function listWhatIsLeft(
  queries: Queries,
  { id: orderId }: Order,
  dispute: Dispute,
  hasOther: boolean,
): Promise<void> {
  const { provider, providerId, amountPence, feePence } = dispute
  const fee = feePence ? ` and its fee of ${formatPence(pence(feePence))}` : ''
  const rest = hasOther ? 'another payment pays for the order' : 'cancel the booking, or ask the buyer to pay again'
  const summary = `The dispute ${providerId} is lost: ${provider} has taken ${formatPence(amountPence)}${fee}. Nothing is to be refunded; ${rest}.`
  const subject = `${provider} ${providerId}`
  await renewCase(queries, { kind: 'dispute_lost', subject, summary, orderId, provider, amountPence })
}
