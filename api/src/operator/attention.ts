import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type Order, orderEvents, orders, outbox, payments } from '../database/schema'

/** An order that a person must look at, and every reason why. Times are ISO 8601, amounts in pence. */
export type OrderToCheck = {
  orderId: string
  state: string
  amountPence: number
  customerName: string
  customerEmail: string
  createdAt: string
  reasons: string[]
}

const MAX_ORDERS = 500
const HOUR_MS = 60 * 60 * 1_000
/** The sweep cancels what nobody paid within a day. */
const UNPAID_AFTER_MS = 25 * HOUR_MS
/** A bank that takes longer than this has forgotten the payment. */
const UNDECIDED_AFTER_MS = 7 * 24 * HOUR_MS
/** The sweep sends a second payment back within minutes. */
const REFUND_AFTER_MS = HOUR_MS

/** Orders that need a person, the oldest first; nothing in them is changed by looking. */
export async function findOrdersToCheck(queries: Queries, now = Date.now()): Promise<OrderToCheck[]> {
  const reasons = new Map<string, string[]>()
  const add = (orderId: string, reason: string) => reasons.set(orderId, [...(reasons.get(orderId) ?? []), reason])
  for (const { orderId, reason } of await findHeld(queries)) add(orderId, `paid, not confirmed: ${reason}`)
  for (const { orderId, reason } of await findStuck(queries, now)) add(orderId, reason)
  for (const { orderId, reason } of await findUnreturned(queries, now)) add(orderId, reason)
  for (const { orderId, reason } of await findUnsent(queries)) add(orderId, reason)
  if (reasons.size === 0) return []
  const rows = await queries
    .select()
    .from(orders)
    .where(inArray(orders.id, [...reasons.keys()]))
    .orderBy(orders.createdAt)
  return rows.map((order) => describe(order, reasons.get(order.id) ?? []))
}

type Reason = { orderId: string; reason: string }

/** Why an order was held is in the event that held it. */
async function findHeld(queries: Queries): Promise<Reason[]> {
  const rows = await queries
    .selectDistinctOn([orders.id], {
      orderId: orders.id,
      reason: sql<string | null>`${orderEvents.detail} ->> 'reason'`,
    })
    .from(orders)
    .leftJoin(orderEvents, and(eq(orderEvents.orderId, orders.id), eq(orderEvents.toState, 'needs_attention')))
    .where(eq(orders.state, 'needs_attention'))
    .orderBy(orders.id, desc(orderEvents.id))
    .limit(MAX_ORDERS)
  return rows.map(({ orderId, reason }) => ({ orderId, reason: reason ?? 'the reason was not kept' }))
}

async function findStuck(queries: Queries, now: number): Promise<Reason[]> {
  const isUnpaid = and(
    inArray(orders.state, ['created', 'pending', 'failed']),
    lt(orders.updatedAt, new Date(now - UNPAID_AFTER_MS)),
  )
  const isUndecided = and(eq(orders.state, 'processing'), lt(orders.updatedAt, new Date(now - UNDECIDED_AFTER_MS)))
  const rows = await queries
    .select({ orderId: orders.id, state: orders.state })
    .from(orders)
    .where(or(isUnpaid, isUndecided))
    .limit(MAX_ORDERS)
  return rows.map(({ orderId, state }) => ({
    orderId,
    reason:
      state === 'processing'
        ? 'the bank has not decided for a week'
        : 'unpaid for more than a day and not cancelled: the provider does not answer, or no server sweeps',
  }))
}

async function findUnreturned(queries: Queries, now: number): Promise<Reason[]> {
  const rows = await queries
    .select()
    .from(payments)
    .where(and(eq(payments.state, 'duplicate'), lt(payments.createdAt, new Date(now - REFUND_AFTER_MS))))
    .limit(MAX_ORDERS)
  return rows.map(({ orderId, provider, chargeId, providerId }) => ({
    orderId,
    reason: `paid twice: ${provider} payment ${chargeId ?? providerId} is still to be sent back`,
  }))
}

/** Only messages that were tried: without a mail server they are kept on purpose. */
async function findUnsent(queries: Queries): Promise<Reason[]> {
  const rows = await queries
    .select()
    .from(outbox)
    .where(and(isNull(outbox.sentAt), gt(outbox.attempts, 1)))
    .limit(MAX_ORDERS)
  return rows.map(({ orderId, kind, attempts, lastError }) => ({
    orderId,
    reason: `the message ${kind} was not sent in ${attempts} attempts: ${lastError ?? 'no reason was kept'}`,
  }))
}

function describe({ id, createdAt, ...order }: Order, reasons: string[]): OrderToCheck {
  const { state, amountPence, customerName, customerEmail } = order
  const at = createdAt.toISOString()
  return { orderId: id, state, amountPence, customerName, customerEmail, createdAt: at, reasons }
}
