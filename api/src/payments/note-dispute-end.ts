import { formatPence, pence } from '@site/shared/money'
import { and, eq } from 'drizzle-orm'
import { closeCases, openCase } from '../cases/cases'
import { type Dispute, disputes } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Order, Payment } from '../database/schema'
import { lockOrder, moveOrder, recordEvent, type Source } from '../orders/order-repository'
import { reasonOfHold } from './hold-order'
import { changePayment, readPayments } from './payment-repository'
import { sumOf, takenOf } from './refund-repository'

type Ended = { payment: Payment; dispute: Dispute; source: Source }

/**
 * Takes in how a dispute has ended. Won: the order is what it was before. Lost: what it took is kept with the payment,
 * an order whose money is gone is charged back, and the owner reads what is left to do.
 */
export async function noteDisputeEnd(queries: Queries, { payment, dispute, source }: Ended): Promise<void> {
  const { provider, providerId, orderId, state, amountPence, feePence } = dispute
  const outcome = state === 'won' ? 'the dispute is won' : 'the dispute is lost'
  await closeCases(
    queries,
    { kind: 'dispute', subject: `${provider} ${providerId}` },
    { actor: provider, reason: outcome },
  )
  const order = await lockOrder(queries, orderId)
  const now = await countChargedBack(queries, payment)
  if (!order || !now) throw new Error(`Order ${orderId} has gone`)
  const detail = { provider, dispute: providerId, amountPence, feePence, reason: outcome }
  if (state === 'lost') await listWhatIsLeft(queries, order, dispute)
  const to = await nextState(queries, order, now)
  if (to) await moveOrder(queries, order, to, source, detail)
  else await recordEvent(queries, { orderId, type: state === 'won' ? 'dispute_won' : 'charged_back', source, detail })
}

/** What lost disputes took, and whether anything is left that counts. */
async function countChargedBack(queries: Queries, { id, orderId }: Payment): Promise<Payment | undefined> {
  const lost = await queries
    .select()
    .from(disputes)
    .where(and(eq(disputes.paymentId, id), eq(disputes.state, 'lost')))
  const payment = (await readPayments(queries, orderId)).find((row) => row.id === id)
  if (!payment) return undefined
  const chargedBackPence = sumOf(lost)
  const isGone = chargedBackPence > 0 && chargedBackPence + payment.refundedPence >= takenOf(payment)
  const isBack = payment.state === 'charged_back' && !isGone
  const isCounted = payment.state === 'succeeded' || payment.state === 'duplicate'
  const state = isBack ? 'succeeded' : isGone && isCounted ? 'charged_back' : payment.state
  await changePayment(queries, payment, { chargedBackPence, state })
  return { ...payment, chargedBackPence, state }
}

/** Where the order goes; nowhere while something else holds it. */
async function nextState(
  queries: Queries,
  order: Order,
  payment: Payment,
): Promise<'paid' | 'charged_back' | undefined> {
  const isPaidByIt = payment.state === 'charged_back'
  if (isPaidByIt) return order.state === 'paid' || order.state === 'needs_attention' ? 'charged_back' : undefined
  if (order.state === 'charged_back') return 'paid'
  if (order.state !== 'needs_attention' || (await reasonOfHold(queries, order.id)) !== 'disputed') return undefined
  const isOpen = and(eq(disputes.orderId, order.id), eq(disputes.state, 'open'))
  const [other] = await queries.select({ id: disputes.id }).from(disputes).where(isOpen)
  return other ? undefined : 'paid'
}

async function listWhatIsLeft(queries: Queries, { id: orderId }: Order, dispute: Dispute): Promise<void> {
  const { provider, providerId, amountPence, feePence } = dispute
  const fee = feePence ? ` and its fee of ${formatPence(pence(feePence))}` : ''
  const summary = `The dispute ${providerId} is lost: ${provider} has taken ${formatPence(amountPence)}${fee}. Nothing is to be refunded; cancel the booking, or ask the buyer to pay again.`
  const subject = `${provider} ${providerId}`
  await openCase(queries, { kind: 'dispute_lost', subject, summary, orderId, provider, amountPence })
}
