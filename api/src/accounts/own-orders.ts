import type { Paper } from '@site/papers/paper'
import { papersOf, readPaper } from '@site/papers/paper-repository'
import type { OrderListReply, OrderReply } from '@site/shared/contracts/own-account'
import { pence, toPounds } from '@site/shared/money'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Order, orderLines, orders, outbox, type Payment, payments } from '../database/schema'
import { choosePaid } from '../orders/issue-receipt'
import { isListedAfter, readLines } from '../orders/order-repository'
import { accountEmail } from './account-repository'
import { type Account, accountOrders, accounts } from './account-tables'

const PAGE = 20

/** Skips orders of another account (R195). */
export async function joinOrders(queries: Queries, { id, email, emailConfirmedAt }: Account): Promise<void> {
  if (!emailConfirmedAt) return
  await queries.execute(sql`insert into ${accountOrders} (order_id, account_id)
    select ${orders.id}, ${id} from ${orders}
    where lower(${orders.customerEmail}) = ${email} and ${orders.erasedAt} is null
      and not exists (select 1 from ${accountOrders} where ${accountOrders.orderId} = ${orders.id})
    on conflict do nothing`)
}

export async function takeFromAccount(queries: Queries, orderId: string, email: string): Promise<void> {
  const isWrong = inArray(
    accountOrders.accountId,
    queries
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.email, accountEmail(email))),
  )
  await queries.delete(accountOrders).where(and(eq(accountOrders.orderId, orderId), isWrong))
}

export async function listOwnOrders(queries: Queries, accountId: string, before?: string): Promise<OrderListReply> {
  const last = before === undefined ? undefined : await findOwnOrder(queries, accountId, before)
  const found = await queries
    .select({ order: orders })
    .from(orders)
    .innerJoin(accountOrders, eq(accountOrders.orderId, orders.id))
    .where(and(isOwn(accountId), last && isListedAfter(queries, last.id)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(PAGE + 1)
  const page = found.slice(0, PAGE).map(({ order }) => order)
  const ids = page.map(({ id }) => id)
  const [lines, taken, sentBack] = await Promise.all([
    readOfOrders(queries, orderLines, ids, orderLines.position),
    readOfOrders(queries, payments, ids, payments.id),
    readOfOrders(queries, refunds, ids, refunds.id),
  ])
  return {
    hasMore: found.length > PAGE,
    orders: page.map((order) => {
      const own = lines.filter(({ orderId }) => orderId === order.id)
      return {
        ...summarise(order, moneyOf(order, taken, sentBack).back),
        titles: own.map(({ title }) => title),
        places: own.reduce((sum, { quantity }) => sum + quantity, 0),
      }
    }),
  }
}

export async function readOwnOrder(queries: Queries, accountId: string, id: string): Promise<OrderReply | undefined> {
  const order = await findOwnOrder(queries, accountId, id)
  if (!order) return undefined
  const [lines, taken, sentBack, issued, notArrived] = await Promise.all([
    readLines(queries, id),
    readOfOrders(queries, payments, [id], payments.id),
    readOfOrders(queries, refunds, [id], refunds.id),
    papersOf(queries, id),
    readNotArrived(queries, id),
  ])
  const { paid, back } = moneyOf(order, taken, sentBack)
  return {
    ...summarise(order, back),
    paidAt: order.paidAt?.toISOString() ?? null,
    paidBy: order.paidAt === null || !paid ? null : paid.provider === 'stripe' ? 'card' : 'paypal',
    vat: order.vatPence === null ? null : toPounds(order.vatPence),
    lines: lines.map(({ courseId, title, unitPence, quantity }) => {
      return { courseId, title, price: toPounds(unitPence), quantity }
    }),
    refunds: back
      .filter((refund) => refund.state !== 'failed' || notArrived.has(refund.id))
      .map((refund) => ({
        amount: toPounds(refund.amountPence),
        state: stateOf(refund),
        at: (refund.finishedAt ?? refund.createdAt).toISOString(),
      })),
    papers: issued.map(({ kind, number, issuedAt, totalPence }) => {
      return { kind, number, issuedAt, total: toPounds(totalPence) }
    }),
  }
}

export async function readOwnPaper(queries: Queries, accountId: string, number: string): Promise<Paper | undefined> {
  const paper = await readPaper(queries, number)
  return paper && (await findOwnOrder(queries, accountId, paper.orderId)) ? paper : undefined
}

async function findOwnOrder(queries: Queries, accountId: string, id: string): Promise<Order | undefined> {
  const [found] = await queries
    .select({ order: orders })
    .from(orders)
    .innerJoin(accountOrders, eq(accountOrders.orderId, orders.id))
    .where(and(eq(orders.id, id), isOwn(accountId)))
  return found?.order
}

function isOwn(accountId: string) {
  return and(eq(accountOrders.accountId, accountId), isNull(orders.erasedAt))
}

async function readOfOrders<T extends typeof orderLines | typeof payments | typeof refunds>(
  queries: Queries,
  table: T,
  ids: string[],
  by: AnyPgColumn,
): Promise<T['$inferSelect'][]> {
  const rows = await queries
    .select()
    .from(table as PgTable)
    .where(inArray(table.orderId, ids))
    .orderBy(asc(by))
  return rows as T['$inferSelect'][]
}

async function readNotArrived(queries: Queries, orderId: string): Promise<Set<number>> {
  const rows = await queries
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(outbox, eq(outbox.orderId, refunds.orderId))
    .where(and(eq(refunds.orderId, orderId), eq(outbox.kind, sql`'refund_failed:refund-' || ${refunds.id}`)))
  return new Set(rows.map(({ id }) => id))
}

/** Ignores duplicate payments. An unpaid order has all refunds. */
function moneyOf({ id }: Order, taken: readonly Payment[], sentBack: readonly Refund[]) {
  const isOrders = ({ orderId }: { orderId: string }) => orderId === id
  const own = sentBack.filter(isOrders)
  const paid = choosePaid(taken.filter(isOrders), own)
  return { paid, back: paid ? own.filter(({ paymentId }) => paymentId === paid.id) : own }
}

function summarise({ id, state, createdAt, amountPence }: Order, back: readonly Refund[]) {
  const sent = back.filter((refund) => refund.state === 'sent')
  return {
    orderId: id,
    state,
    placedAt: createdAt.toISOString(),
    total: toPounds(amountPence),
    refunded: toPounds(pence(sent.reduce((sum, refund) => sum + refund.amountPence, 0))),
  }
}

function stateOf({ state }: Refund): OrderReply['refunds'][number]['state'] {
  return state === 'sent' || state === 'failed' ? state : 'on_its_way'
}
