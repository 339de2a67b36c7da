import { parseNumber } from '@site/papers/paper'
import { papersOf } from '@site/papers/paper-repository'
import { papers } from '@site/papers/tables'
import { type Pence, parseAmount } from '@site/shared/money'
import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { bookings, cases, disputes, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Order, orderEvents, orderLines, orders, outbox, payments } from '../database/schema'
import { AdminRefusal } from '../errors/api-error'
import { isListedAfter, orderStates } from './order-repository'

/** What a column of integers holds. */
const MOST_PENCE = 2_147_483_647

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/London' })

/** In UK time. */
export const formatTime = (time: Date | string): string => times.format(new Date(time))

/** Times are ISO 8601, amounts in pence. */
export type OrderSummary = {
  orderId: string
  state: string
  amountPence: Pence
  customerName: string
  customerEmail: string
  createdAt: string
  paidAt: string | null
}
export type OrderRecord = Awaited<ReturnType<typeof readRecords>>[number]
/** From another process, which gives dates as texts. */
export type OrderJson = {
  [N in keyof OrderRecord]: OrderRecord[N] extends unknown[] ? Record<string, unknown>[] : OrderRecord[N]
}

export type ListOptions = {
  state?: string | undefined
  /** Part of the name, e-mail or order id; an amount, a day, or a receipt's number. */
  text?: string | undefined
  /** In UK time. */
  day?: string | undefined
  before?: string | undefined
  limit: number
}

export async function listOrders(queries: Queries, options: ListOptions): Promise<OrderSummary[]> {
  const { text, day, before, limit } = options
  const state = orderStates.find((one) => one === options.state)
  if (options.state && !state) {
    throw new AdminRefusal(`There is no state "${options.state}". There are: ${orderStates.join(', ')}.`)
  }
  const [last] = before ? await queries.select({ id: orders.id }).from(orders).where(eq(orders.id, before)) : []
  if (before && !last) throw new AdminRefusal(`There is no order ${before}.`)
  const rows = await queries
    .select()
    .from(orders)
    .where(
      and(
        state && eq(orders.state, state),
        text ? matches(text) : undefined,
        day ? sql`${dayOfOrder} = ${day}` : undefined,
        last && isListedAfter(queries, last.id),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
  return rows.map(summarise)
}

const dayOfOrder = sql`to_char(${orders.createdAt} at time zone 'Europe/London', 'YYYY-MM-DD')`

function matches(text: string): SQL | undefined {
  const part = text.trim().toLowerCase()
  const amount = parseAmount(part)
  const paper = parseNumber(part.toUpperCase())
  const isPaper = and(
    eq(papers.orderId, orders.id),
    eq(papers.kind, paper?.kind ?? 'receipt'),
    eq(papers.number, paper?.number ?? 0),
  )
  return or(
    ...[orders.id, orders.customerName, orders.customerEmail].map((it) => sql`position(${part} in lower(${it})) > 0`),
    amount === undefined || amount > MOST_PENCE ? undefined : eq(orders.amountPence, amount),
    sql`${dayOfOrder} = ${part}`,
    sql`exists (select 1 from ${papers} where ${isPaper})`,
  )
}

export function listChanges(queries: Queries, limit: number) {
  const isByPerson = isNotNull(orderEvents.actor)
  return queries.select().from(orderEvents).where(isByPerson).orderBy(desc(orderEvents.id)).limit(limit)
}

export async function showOrder(queries: Queries, orderId: string): Promise<OrderRecord> {
  const [record] = await readRecords(queries, [orderId])
  if (!record) throw new AdminRefusal(`There is no order ${orderId}.`)
  return record
}

export async function readRecords(queries: Queries, ids: readonly string[]) {
  const found = await queries
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.createdAt))
  const records = []
  for (const order of found) {
    const { id } = order
    records.push({
      ...summarise(order),
      lines: await queries.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.position),
      payments: await queries.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.id),
      refunds: await queries.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(refunds.id),
      disputes: await queries.select().from(disputes).where(eq(disputes.orderId, id)).orderBy(disputes.id),
      papers: (await papersOf(queries, id)).map(({ number, issuedAt, cause, totalPence, about }) => {
        return { number, issuedAt, cause, totalPence, about: about?.number ?? null }
      }),
      mails: await queries.select().from(outbox).where(eq(outbox.orderId, id)).orderBy(outbox.id),
      cases: await queries.select().from(cases).where(eq(cases.orderId, id)).orderBy(cases.id),
      bookings: await queries.select().from(bookings).where(eq(bookings.orderId, id)),
      events: await queries.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.id),
    })
  }
  return records
}

export function summarise({ id, createdAt, paidAt, ...order }: Order): OrderSummary {
  const { state, amountPence, customerName, customerEmail } = order
  const times = { createdAt: createdAt.toISOString(), paidAt: paidAt?.toISOString() ?? null }
  return { orderId: id, state, amountPence, customerName, customerEmail, ...times }
}
