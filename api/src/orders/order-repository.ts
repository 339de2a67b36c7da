import { creditRefund, issueReceipt, takeBackRefund } from '@site/papers/issue-papers'
import type { Pence } from '@site/shared/money'
import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import {
  type Order,
  type OrderLine,
  type OrderState,
  orderEvents,
  orderLines,
  orders,
  type Payment,
  payments,
} from '../database/schema'
import { AdminRefusal } from '../errors/api-error'
import type { BasketLine } from './price-list'

/** Allowed transitions; payments/README.md shows what triggers them. */
const next: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['pending', 'failed', 'cancelled', 'needs_attention'],
  pending: ['processing', 'paid', 'failed', 'cancelled', 'needs_attention'],
  processing: ['paid', 'failed', 'cancelled', 'needs_attention'],
  failed: ['pending', 'cancelled', 'needs_attention'],
  cancelled: ['pending', 'needs_attention'],
  // A person decides, or a silent provider answers at last.
  needs_attention: ['paid', 'cancelled', 'refunded', 'charged_back'],
  // A late chargeback needs a person.
  paid: ['needs_attention', 'refunded', 'charged_back'],
  // A failed refund leaves the shop with the buyer's money.
  refunded: ['needs_attention'],
  // Lost, then won on appeal.
  charged_back: ['paid', 'needs_attention'],
}

export const orderStates = Object.keys(next) as OrderState[]

export function canMove(from: OrderState, to: OrderState): boolean {
  return next[from].includes(to)
}

/** For `needs_attention` only the payments can tell. */
export function isPaidFor(state: OrderState): state is 'paid' | 'needs_attention' {
  return state === 'paid' || state === 'needs_attention'
}

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
  const { basket, ...values } = order
  const created = { ...values, ...pricesOf(order), state: 'created' as const, attempt: 1 }
  const [row] = await queries.insert(orders).values(created).onConflictDoNothing().returning()
  if (!row) return undefined
  await insertLines(queries, row.id, basket?.lines ?? [])
  await recordEvent(queries, { orderId: row.id, type: 'created', toState: 'created', source: 'request' })
  return row
}

function pricesOf({ amountPence, basket }: NewOrder) {
  return { amountPence, vatPence: basket?.vatPence ?? null, isPriced: basket !== undefined }
}

export async function lockOrder(queries: Queries, id: string): Promise<Order | undefined> {
  const [row] = await queries.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

export async function requireOrder(queries: Queries, id: string): Promise<Order> {
  const order = await lockOrder(queries, id)
  if (!order) throw new AdminRefusal(`There is no order ${id}.`)
  return order
}

export async function readLines(queries: Queries, orderId: string): Promise<OrderLine[]> {
  return queries.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
}

export async function replaceBasket(queries: Queries, order: Order, next: NewOrder): Promise<Order> {
  await queries.delete(orderLines).where(eq(orderLines.orderId, order.id))
  await insertLines(queries, order.id, next.basket?.lines ?? [])
  const detail = { before: order.amountPence, after: next.amountPence }
  await recordEvent(queries, { orderId: order.id, type: 'priced_again', source: 'request', detail })
  return change(queries, order, pricesOf(next))
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
 * @throws Error for a transition that is not allowed
 */
export async function moveOrder(
  queries: Queries,
  order: Order,
  to: OrderState,
  source: Source,
  detail?: Record<string, unknown>,
  person?: Person,
): Promise<Order> {
  if (!canMove(order.state, to)) throw new Error(`Order ${order.id} cannot go from ${order.state} to ${to}`)
  const changed = { state: to, updatedAt: new Date(), ...(to === 'paid' && { paidAt: order.paidAt ?? new Date() }) }
  await queries.update(orders).set(changed).where(eq(orders.id, order.id))
  const event = { orderId: order.id, type: 'moved', fromState: order.state, toState: to, source }
  await recordEvent(queries, { ...event, ...(detail && { detail }), ...person })
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

/** Also issues credit notes for refunds made before the order was accepted. Idempotent; the order is locked. */
export async function issueReceiptOf(queries: Queries, order: Order): Promise<void> {
  const orderId = order.id
  const attempts = await queries.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id))
  // Excludes duplicate payments, which no receipt shows.
  const isOrders = and(eq(refunds.orderId, orderId), ne(refunds.origin, 'return'))
  const sentBack = await queries.select().from(refunds).where(isOrders).orderBy(asc(refunds.id))
  const payment = choosePaid(attempts, sentBack)
  if (!payment) return
  const { id: paymentId, takenPence, takenAt } = payment
  await issueReceipt(queries, {
    ...order,
    orderId,
    paymentId,
    lines: await readLines(queries, orderId),
    takenPence: takenPence ?? payment.amountPence,
    paidAt: takenAt ?? order.paidAt ?? new Date(),
  })
  for (const { id, state, amountPence } of sentBack) {
    if (state === 'sent') await creditRefund(queries, { orderId, paymentId, refundId: id, amountPence })
    if (state === 'failed') await takeBackRefund(queries, orderId, id)
  }
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
