import type { Paper } from '@site/papers/paper'
import { papersOf, readPaper } from '@site/papers/paper-repository'
import type { OrderListReply, OrderReply } from '@site/shared/contracts/own-account'
import { pence, toPounds } from '@site/shared/money'
import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Order, orderLines, orders, outbox, type Payment, payments } from '../database/schema'
import { choosePaid } from '../orders/issue-receipt'
import { isListedAfter, readLines } from '../orders/order-repository'
import { accountEmail } from './account-repository'
import { type Account, accountOrders, accounts } from './account-tables'

const PAGE = 20

/**
 * Orders made with the account's confirmed address become the account's, unless they are another's already (R195). What is one
 * account's stays so: neither may lose it with the address.
 */
export async function joinOrders(queries: Queries, { id, email, emailConfirmedAt }: Account): Promise<void> {
  if (!emailConfirmedAt) return
  await queries.execute(sql`insert into ${accountOrders} (order_id, account_id)
    select ${orders.id}, ${id} from ${orders}
    where lower(${orders.customerEmail}) = ${email} and ${orders.erasedAt} is null
      and not exists (select 1 from ${accountOrders} where ${accountOrders.orderId} = ${orders.id})
    on conflict do nothing`)
}

/** An order that was never meant for an address is no longer the account's that has it. */
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

/** The account's orders, the latest first; `before` is the id that the last page ended with. */
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
    readAll(queries, ids),
    readPayments(queries, ids),
    readRefunds(queries, ids),
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

/** All that its buyer is shown of an order; `undefined` for what is not the account's. */
export async function readOwnOrder(queries: Queries, accountId: string, id: string): Promise<OrderReply | undefined> {
  const order = await findOwnOrder(queries, accountId, id)
  if (!order) return undefined
  const [lines, taken, sentBack, issued, notArrived] = await Promise.all([
    readLines(queries, id),
    readPayments(queries, [id]),
    readRefunds(queries, [id]),
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

/** A paper of the account's; `undefined` for any other, as for one that never was. */
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

function readAll(queries: Queries, ids: string[]) {
  const isOfPage = or(inArray(orderLines.orderId, ids), sql`false`)
  return queries.select().from(orderLines).where(isOfPage).orderBy(asc(orderLines.position))
}

function readPayments(queries: Queries, ids: string[]): Promise<Payment[]> {
  const isOfPage = or(inArray(payments.orderId, ids), sql`false`)
  return queries.select().from(payments).where(isOfPage).orderBy(asc(payments.id))
}

function readRefunds(queries: Queries, ids: string[]): Promise<Refund[]> {
  const isOfPage = or(inArray(refunds.orderId, ids), sql`false`)
  return queries.select().from(refunds).where(isOfPage).orderBy(asc(refunds.id))
}

/** The refunds whose buyer was told that they were sent, and then that they did not arrive; of any other nothing was promised. */
async function readNotArrived(queries: Queries, orderId: string): Promise<Set<number>> {
  const rows = await queries
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(outbox, eq(outbox.orderId, refunds.orderId))
    .where(and(eq(refunds.orderId, orderId), eq(outbox.kind, sql`'refund_failed:refund-' || ${refunds.id}`)))
  return new Set(rows.map(({ id }) => id))
}

/**
 * What an order was paid with, and what has gone back of that: a payment that was returned beside it is no part of it. Of an
 * order that was never paid, all that came too late and went back.
 */
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
