import type { Pence } from '@site/shared/money'
import { and, desc, eq, inArray, isNotNull, max } from 'drizzle-orm'
import { readOpenCases } from '../cases/cases'
import type { Queries } from '../database/database'
import { type Order, orderEvents, orders } from '../database/schema'
import {
  findHeld,
  findStuck,
  findUnfinishedRefunds,
  findUnreturned,
  findUnsent,
  type Reason,
} from './attention-reasons'
import { findWarnings } from './attention-warnings'

/** Times are ISO 8601, amounts in pence. */
export type OrderToCheck = {
  orderId: string
  state: string
  amountPence: Pence
  customerName: string
  customerEmail: string
  createdAt: string
  reasons: string[]
}
export type CaseToCheck = { id: number; summary: string; amountPence: Pence | null; openedAt: string }

export type Attention = {
  orders: OrderToCheck[]
  cases: CaseToCheck[]
  warnings: string[]
}

const MAX_LISTED = 500

export async function findAttention(queries: Queries, now = Date.now()): Promise<Attention> {
  const open = await readOpenCases(queries, MAX_LISTED)
  const found: Reason[] = [
    ...(await findHeld(queries, MAX_LISTED)),
    ...(await findStuck(queries, MAX_LISTED, now)),
    ...(await findUnreturned(queries, MAX_LISTED, now)),
    ...(await findUnfinishedRefunds(queries, MAX_LISTED)),
    ...(await findUnsent(queries, MAX_LISTED, now)),
    ...open.flatMap(({ orderId, id, summary }) => (orderId ? [{ orderId, reason: `case ${id}: ${summary}` }] : [])),
  ]
  return {
    orders: await describe(queries, await withoutDismissed(queries, found)),
    cases: open
      .filter(({ orderId }) => orderId === null)
      .map(({ id, summary, amountPence, openedAt }) => ({
        id,
        summary,
        amountPence,
        openedAt: openedAt.toISOString(),
      })),
    warnings: await findWarnings(queries, now),
  }
}

/** Hides dismissed reasons until a newer one appears. */
async function withoutDismissed(queries: Queries, found: Reason[]): Promise<Reason[]> {
  if (found.length === 0) return []
  const ids = [...new Set(found.map(({ orderId }) => orderId))]
  const rows = await queries
    .select({ orderId: orderEvents.orderId, at: max(orderEvents.at) })
    .from(orderEvents)
    .where(and(inArray(orderEvents.orderId, ids), eq(orderEvents.type, 'dismissed'), isNotNull(orderEvents.actor)))
    .groupBy(orderEvents.orderId)
  const dismissed = new Map(rows.map(({ orderId, at }) => [orderId, at]))
  return found.filter(({ orderId, since }) => {
    const at = dismissed.get(orderId)
    return !at || !since || since > at
  })
}

async function describe(queries: Queries, found: readonly Reason[]): Promise<OrderToCheck[]> {
  const reasons = new Map<string, string[]>()
  for (const { orderId, reason } of found) reasons.set(orderId, [...(reasons.get(orderId) ?? []), reason])
  if (reasons.size === 0) return []
  const rows = await queries
    .select()
    .from(orders)
    .where(inArray(orders.id, [...reasons.keys()]))
    .orderBy(orders.createdAt, desc(orders.id))
  return rows.map((order) => summarise(order, reasons.get(order.id) ?? []))
}

function summarise({ id, createdAt, ...order }: Order, reasons: string[]): OrderToCheck {
  const { state, amountPence, customerName, customerEmail } = order
  const at = createdAt.toISOString()
  return { orderId: id, state, amountPence, customerName, customerEmail, createdAt: at, reasons }
}
