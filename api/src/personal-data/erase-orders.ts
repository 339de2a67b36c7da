import { and, inArray, ne } from 'drizzle-orm'
import { isMailbox } from '../accounts/account-repository'
import { accountOrders } from '../database/account-tables'
import { bookings, cases, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { orderEvents, orders, outbox, payments } from '../database/schema'
import { eraseMail } from '../mail/queue-mail'
import { canMove, moveOrder, type Person, recordEvent } from '../orders/order-repository'
import { payableStates } from '../payments/shared/payment-repository'

export const unpaidStates = ['created', 'pending', 'failed', 'cancelled'] as const

export async function eraseOrders(queries: Queries, ids: string[], person?: Person): Promise<void> {
  if (ids.length === 0) return
  await endUnpaid(queries, ids, person)
  const erased = { customerEmail: '', customerName: '', description: '', erasedAt: new Date() }
  await queries.update(orders).set(erased).where(inArray(orders.id, ids))
  await queries.delete(bookings).where(inArray(bookings.orderId, ids))
  await queries.delete(accountOrders).where(inArray(accountOrders.orderId, ids))
  // Keeps the shop's sale message: it is written from the order, by then without names.
  await eraseMail(queries, and(inArray(outbox.orderId, ids), ne(outbox.kind, 'order_sold')))
  const actor = person?.actor
  const source = person ? 'operator' : 'sweep'
  for (const orderId of ids) {
    await recordEvent(queries, { orderId, type: 'erased', source, ...(actor && { actor }) })
  }
  await eraseFreeText(queries, ids)
}

/** Operators name people in their reasons, and mail servers repeat addresses. */
async function eraseFreeText(queries: Queries, ids: string[]): Promise<void> {
  await queries.update(orderEvents).set({ reason: null }).where(inArray(orderEvents.orderId, ids))
  await queries.update(refunds).set({ reason: null, lastError: null }).where(inArray(refunds.orderId, ids))
  await queries.update(cases).set({ closedReason: null }).where(inArray(cases.orderId, ids))
  await queries.update(outbox).set({ lastError: null }).where(inArray(outbox.orderId, ids))
}

async function endUnpaid(queries: Queries, ids: string[], person?: Person): Promise<void> {
  const isPayable = and(inArray(payments.orderId, ids), inArray(payments.state, payableStates))
  await queries.update(payments).set({ state: 'ended' }).where(isPayable)
  const isUnpaid = and(inArray(orders.id, ids), inArray(orders.state, [...unpaidStates]))
  for (const order of await queries.select().from(orders).where(isUnpaid)) {
    if (!canMove(order.state, 'cancelled')) continue
    const detail = { reason: 'its buyer was taken out of what is kept' }
    await moveOrder(queries, order, 'cancelled', person ? 'operator' : 'sweep', detail, person)
  }
}

export const isOrderOf = (email: string) => isMailbox(orders.customerEmail, email)
