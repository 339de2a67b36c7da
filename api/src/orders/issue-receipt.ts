import { creditRefund, issueReceipt, takeBackRefund } from '@site/papers/issue-papers'
import { and, asc, eq, ne } from 'drizzle-orm'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Order, orderLines, type Payment, payments } from '../database/schema'

/** Also issues credit notes for refunds made before the order was accepted. Idempotent; the order is locked. */
export async function issueReceiptOf(queries: Queries, order: Order): Promise<void> {
  const orderId = order.id
  const payment = await findPaid(queries, orderId)
  if (!payment) return
  const { id: paymentId, takenPence, takenAt } = payment
  const lines = await queries
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  await issueReceipt(queries, {
    ...order,
    orderId,
    paymentId,
    lines,
    takenPence: takenPence ?? payment.amountPence,
    paidAt: takenAt ?? order.paidAt ?? new Date(),
  })
  for (const { id, state, amountPence } of await readRefunds(queries, orderId)) {
    if (state === 'sent') await creditRefund(queries, { orderId, paymentId, refundId: id, amountPence })
    if (state === 'failed') await takeBackRefund(queries, orderId, id)
  }
}

/** Excludes duplicate payments, which no receipt shows. */
async function readRefunds(queries: Queries, orderId: string) {
  const isOrders = and(eq(refunds.orderId, orderId), ne(refunds.origin, 'return'))
  return queries.select().from(refunds).where(isOrders).orderBy(asc(refunds.id))
}

async function findPaid(queries: Queries, orderId: string): Promise<Payment | undefined> {
  const attempts = await queries.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id))
  return choosePaid(attempts, await readRefunds(queries, orderId))
}

/** Chooses the payment that counts, or that did before its refund. */
export function choosePaid(attempts: readonly Payment[], sentBack: readonly Refund[]): Payment | undefined {
  const refunded = new Set(sentBack.filter(({ origin }) => origin !== 'return').map(({ paymentId }) => paymentId))
  return (
    attempts.find(({ state }) => state === 'succeeded') ??
    attempts.find(({ state }) => state === 'charged_back') ??
    attempts.find(({ id, state }) => state === 'refunded' && refunded.has(id))
  )
}
