import type { Pence } from '@site/shared/money'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../database/database'
import { type Order, type OrderLine, type OrderState, orderEvents, orderLines, orders } from '../database/schema'
import { issueReceiptOf } from './issue-receipt'
import { canMove, IllegalTransition } from './order-state'
import type { BasketLine } from './price-basket'

export type Source = 'request' | 'confirm' | 'webhook' | 'sweep' | 'operator'
export type Person = { actor: string; reason: string }

export type NewOrder = {
  id: string
  amountPence: Pence
  basket?: { lines: readonly BasketLine[]; vatPence: Pence } | undefined
  customerEmail: string
  customerName: string
  description: string
}

export function isListedAfter(queries: Queries, id: string): SQL {
  const last = alias(orders, 'last')
  const { createdAt } = last
  // A `Date` lacks the microseconds of the sort key.
  const key = queries.select({ createdAt, id: last.id }).from(last).where(eq(last.id, id))
  return sql`(${orders.createdAt}, ${orders.id}) < (${key})`
}

export async function insertOrder(queries: Queries, order: NewOrder): Promise<Order | undefined> {
  const { id, amountPence, basket, customerEmail, customerName, description } = order
  const [row] = await queries
    .insert(orders)
    .values({
      id,
      state: 'created',
      attempt: 1,
      amountPence,
      vatPence: basket?.vatPence ?? null,
      isPriced: basket !== undefined,
      customerEmail,
      customerName,
      description,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return undefined
  await insertLines(queries, id, basket?.lines ?? [])
  await recordEvent(queries, { orderId: id, type: 'created', toState: 'created', source: 'request' })
  return row
}

export async function lockOrder(queries: Queries, id: string): Promise<Order | undefined> {
  const [row] = await queries.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

export async function readLines(queries: Queries, orderId: string): Promise<OrderLine[]> {
  return queries.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
}

export async function replaceBasket(queries: Queries, order: Order, next: NewOrder): Promise<Order> {
  await queries.delete(orderLines).where(eq(orderLines.orderId, order.id))
  await insertLines(queries, order.id, next.basket?.lines ?? [])
  await recordEvent(queries, {
    orderId: order.id,
    type: 'priced_again',
    source: 'request',
    detail: { before: order.amountPence, after: next.amountPence },
  })
  const isPriced = next.basket !== undefined
  return change(queries, order, {
    amountPence: next.amountPence,
    vatPence: next.basket?.vatPence ?? null,
    isPriced,
  })
}

export async function change(
  queries: Queries,
  order: Order,
  values: Partial<Omit<Order, 'id' | 'state'>>,
): Promise<Order> {
  const changed = { ...values, updatedAt: new Date() }
  await queries.update(orders).set(changed).where(eq(orders.id, order.id))
  return { ...order, ...changed }
}

/**
 * Nothing else may change an order's state.
 * @throws IllegalTransition
 */
export async function moveOrder(
  queries: Queries,
  order: Order,
  to: OrderState,
  source: Source,
  detail?: Record<string, unknown>,
  person?: Person,
): Promise<Order> {
  if (!canMove(order.state, to)) throw new IllegalTransition(order.id, order.state, to)
  const changed = { state: to, updatedAt: new Date(), ...(to === 'paid' && { paidAt: new Date() }) }
  await queries.update(orders).set(changed).where(eq(orders.id, order.id))
  await recordEvent(queries, {
    orderId: order.id,
    type: 'moved',
    fromState: order.state,
    toState: to,
    source,
    ...(detail && { detail }),
    ...person,
  })
  if (to === 'paid') await issueReceiptOf(queries, { ...order, ...changed })
  return { ...order, ...changed }
}

export async function recordEvent(queries: Queries, event: typeof orderEvents.$inferInsert): Promise<void> {
  await queries.insert(orderEvents).values(event)
}

async function insertLines(queries: Queries, orderId: string, lines: readonly BasketLine[]): Promise<void> {
  if (lines.length === 0) return
  await queries.insert(orderLines).values(lines.map((line, position) => ({ orderId, position, ...line })))
}
