import { formatPence, pence } from '@site/shared/money'
import { and, desc, eq } from 'drizzle-orm'
import { closeCases, renewCase } from '../cases/cases'
import { type Dispute, disputes } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Order, orderEvents, type Payment } from '../database/schema'
import { issueReceiptOf } from '../orders/issue-receipt'
import { lockOrder, moveOrder, recordEvent, type Source } from '../orders/order-repository'
import { isPaidFor } from '../orders/order-state'
import { changePayment, movePayment, readPayments } from '../payments/shared/payment-repository'
import { closeFailedRefunds } from '../refunds/refund-cases'
import { readRefunds, sumOf, takenOf } from '../refunds/refund-repository'

type Noted = { payment: Payment; dispute: Dispute; source: Source }

const DISPUTED = 'disputed'

export async function noteOpenDispute(
  queries: Queries,
  { payment, dispute, source }: Noted,
  url: string,
): Promise<void> {
  const { orderId, provider } = payment
  const { providerId, amountPence, dueAt } = dispute
  const until = dueAt ? ` until ${dueAt.toISOString().slice(0, 10)}` : ''
  const summary = `A buyer disputes ${formatPence(amountPence)} of this order: answer at ${url}${until}.`
  const subject = `${provider} ${providerId}`
  await renewCase(queries, { kind: 'dispute', subject, summary, orderId, provider, amountPence })
  const detail = { provider, dispute: providerId, amountPence, reason: DISPUTED }
  const order = await lockOrder(queries, orderId)
  const isHeld = order?.state === 'paid' && !hasOther(payment, await readPayments(queries, orderId))
  if (isHeld) await moveOrder(queries, order, 'needs_attention', source, detail)
  else await recordEvent(queries, { orderId, type: 'alert', source, detail })
}

export async function noteDisputeEnd(queries: Queries, { payment, dispute, source }: Noted): Promise<void> {
  const { provider, providerId, orderId, state, amountPence, feePence } = dispute
  const isWon = state === 'won'
  const outcome = isWon ? 'the dispute is over and has taken nothing' : 'the dispute is lost'
  const subject = `${provider} ${providerId}`
  const closing = { actor: provider, reason: outcome }
  await closeCases(queries, { kind: 'dispute', subject }, closing)
  if (isWon) await closeCases(queries, { kind: 'dispute_lost', subject }, closing)
  const order = await lockOrder(queries, orderId)
  const attempts = await readPayments(queries, orderId)
  const isBeside = hasOther(payment, attempts)
  const now = await countChargedBack(queries, payment, isBeside)
  if (!order || !now) throw new Error(`Order ${orderId} has gone`)
  if (now.state === 'charged_back') {
    await closeFailedRefunds(queries, now, 'a dispute has taken all that was left of it')
  }
  if (!isWon && now.chargedBackPence > 0) await listWhatIsLeft(queries, dispute, isBeside)
  // Replaces a credit note that undid the sale (D-53).
  if (isWon && order.paidAt && now.state === 'succeeded') await issueReceiptOf(queries, order)
  const detail = { provider, dispute: providerId, amountPence, feePence, reason: outcome }
  const next = isBeside ? undefined : await nextStep(queries, order, now)
  if (next) await moveOrder(queries, order, next.to, source, { ...detail, ...next.detail })
  else await recordEvent(queries, { orderId, type: isWon ? 'dispute_won' : 'charged_back', source, detail })
}

function hasOther(payment: Payment, attempts: readonly Payment[]): boolean {
  return attempts.some(({ id, state }) => id !== payment.id && state === 'succeeded')
}

/** Stores what lost disputes took, at most the money not sent back, and moves the payment. */
async function countChargedBack(
  queries: Queries,
  { id, orderId }: Payment,
  isBeside: boolean,
): Promise<Payment | undefined> {
  const isLost = and(eq(disputes.paymentId, id), eq(disputes.state, 'lost'))
  const lost = sumOf(await queries.select().from(disputes).where(isLost))
  const payment = (await readPayments(queries, orderId)).find((row) => row.id === id)
  if (!payment) return undefined
  const left = takenOf(payment) - payment.refundedPence
  const chargedBackPence = pence(Math.min(lost, left))
  // A return begun before, or another payment, makes this one a duplicate.
  const wasToGo = (await readRefunds(queries, id)).some(({ origin }) => origin === 'return')
  const back = isBeside || wasToGo ? ('come_back_extra' as const) : ('come_back' as const)
  const event = chargedBackPence < left ? back : chargedBackPence > 0 && ('lose' as const)
  const state = event ? await movePayment(queries, payment, event) : payment.state
  await changePayment(queries, payment, { chargedBackPence })
  return { ...payment, chargedBackPence, state }
}

type Step = { to: 'paid' | 'charged_back' | 'needs_attention'; detail?: { reason: string } }

async function nextStep(queries: Queries, order: Order, payment: Payment): Promise<Step | undefined> {
  if (payment.state === 'charged_back') return isPaidFor(order.state) ? { to: 'charged_back' } : undefined
  if (payment.state !== 'succeeded') return undefined
  // A message has announced the end of the sale.
  if (order.state === 'charged_back' || order.state === 'refunded')
    return { to: 'needs_attention', detail: { reason: 'what a dispute had taken is back' } }
  if (order.state !== 'needs_attention' || (await reasonOfHold(queries, order.id)) !== DISPUTED) return undefined
  const isOpen = and(eq(disputes.orderId, order.id), eq(disputes.state, 'open'))
  const [other] = await queries.select({ id: disputes.id }).from(disputes).where(isOpen)
  return other ? undefined : { to: 'paid' }
}

async function reasonOfHold(queries: Queries, orderId: string): Promise<unknown> {
  const [event] = await queries
    .select({ detail: orderEvents.detail })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.toState, 'needs_attention')))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  return event?.detail?.reason
}

async function listWhatIsLeft(queries: Queries, dispute: Dispute, isBeside: boolean): Promise<void> {
  const { orderId, provider, providerId, amountPence, feePence } = dispute
  const fee = feePence ? ` and its fee of ${formatPence(pence(feePence))}` : ''
  const rest = isBeside ? 'another payment pays for the order' : 'cancel the booking, or ask the buyer to pay again'
  const summary = `The dispute ${providerId} is lost: ${provider} has taken ${formatPence(amountPence)}${fee}. Nothing is to be refunded; ${rest}.`
  const subject = `${provider} ${providerId}`
  await renewCase(queries, { kind: 'dispute_lost', subject, summary, orderId, provider, amountPence })
}
