import type { Paper } from '@site/papers/paper'
import { papersOf, readPaper } from '@site/papers/paper-repository'
import type { OrderListReply, OrderReply } from '@site/shared/contracts/own-account'
import { pence, toPounds } from '@site/shared/money'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Account, accountOrders } from '../database/account-tables'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Order, orders, outbox } from '../database/schema'
import { isToBuyer } from '../mail/queue-mail'
import { nameBooking } from '../orders/booking-repository'
import { choosePaid, isListedAfter, readLines, recordEvent } from '../orders/order-repository'
import { readPayments } from '../payments/shared/payment-repository'

const PAGE = 20

/** Skips orders of another account (R195). */
export async function joinOrders(queries: Queries, { id, email, emailConfirmedAt }: Account): Promise<void> {
  if (!emailConfirmedAt) return
  await queries.execute(sql`insert into ${accountOrders} (order_id, account_id)
    select ${orders.id}, ${id} from ${orders}
    where lower(${orders.customerEmail}) in (${email}, ${email} || '.') and ${orders.erasedAt} is null
      and not exists (select 1 from ${accountOrders} where ${accountOrders.orderId} = ${orders.id})
    on conflict do nothing`)
}

/** The account of the order's new address joins it at its next look. */
export async function takeFromAccount(queries: Queries, orderId: string): Promise<void> {
  await queries.delete(accountOrders).where(eq(accountOrders.orderId, orderId))
}

/** An order has its account's address, and so have its messages. */
export async function moveOrders(queries: Queries, accountId: string, email: string): Promise<void> {
  const own = queries
    .select({ id: accountOrders.orderId })
    .from(accountOrders)
    .where(eq(accountOrders.accountId, accountId))
  const isTheirs = and(inArray(orders.id, own), isNull(orders.erasedAt))
  const moved = await queries.update(orders).set({ customerEmail: email }).where(isTheirs).returning({ id: orders.id })
  const ids = moved.map(({ id }) => id)
  const isUnsent = and(inArray(outbox.orderId, ids), isToBuyer, isNull(outbox.sentAt))
  await queries.update(outbox).set({ recipient: email }).where(isUnsent)
  for (const orderId of ids) await recordEvent(queries, { orderId, type: 'customer_changed', source: 'request' })
}

export async function listOwnOrders(queries: Queries, accountId: string, before?: string): Promise<OrderListReply> {
  const last = before === undefined ? undefined : await findOwnOrder(queries, accountId, before)
  const found = await joinedOrders(queries)
    .where(and(isOwn(accountId), last && isListedAfter(queries, last.id)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(PAGE + 1)
  const page = found.slice(0, PAGE).map(async ({ order }) => {
    const { lines, back } = await readParts(queries, order.id)
    return {
      ...summarise(order, back),
      titles: lines.map(({ title }) => title),
      places: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    }
  })
  return { hasMore: found.length > PAGE, orders: await Promise.all(page) }
}

export async function readOwnOrder(queries: Queries, accountId: string, id: string) {
  const order = await findOwnOrder(queries, accountId, id)
  if (!order) return undefined
  const { lines, paid, back } = await readParts(queries, id)
  const failures = await queries.select({ kind: outbox.kind }).from(outbox).where(eq(outbox.orderId, id))
  const isTold = (refund: Refund) => failures.some(({ kind }) => kind === `refund_failed:refund-${refund.id}`)
  const reply: Omit<OrderReply, 'booking'> = {
    ...summarise(order, back),
    paidAt: order.paidAt?.toISOString() ?? null,
    paidBy: order.paidAt === null || !paid ? null : paid.provider === 'stripe' ? 'card' : 'paypal',
    vat: order.vatPence === null ? null : toPounds(order.vatPence),
    lines: lines.map(({ courseId, title, unitPence, quantity }) => {
      return { courseId, title, price: toPounds(unitPence), quantity }
    }),
    refunds: back
      .filter((refund) => refund.state !== 'failed' || isTold(refund))
      .map((refund) => ({
        amount: toPounds(refund.amountPence),
        state: stateOf(refund),
        at: (refund.finishedAt ?? refund.createdAt).toISOString(),
      })),
    papers: (await papersOf(queries, id)).map(({ kind, number, issuedAt, totalPence }) => {
      return { kind, number, issuedAt, total: toPounds(totalPence) }
    }),
  }
  return { reply, bookingName: nameBooking(order) }
}

export async function readOwnPaper(queries: Queries, accountId: string, number: string): Promise<Paper | undefined> {
  const paper = await readPaper(queries, number)
  return paper && (await findOwnOrder(queries, accountId, paper.orderId)) ? paper : undefined
}

async function findOwnOrder(queries: Queries, accountId: string, id: string): Promise<Order | undefined> {
  const [found] = await joinedOrders(queries).where(and(eq(orders.id, id), isOwn(accountId)))
  return found?.order
}

const joinedOrders = (queries: Queries) =>
  queries.select({ order: orders }).from(orders).innerJoin(accountOrders, eq(accountOrders.orderId, orders.id))

const isOwn = (accountId: string) => and(eq(accountOrders.accountId, accountId), isNull(orders.erasedAt))

/** Ignores duplicate payments. An unpaid order has all refunds. */
async function readParts(queries: Queries, orderId: string) {
  const [lines, attempts, sentBack] = await Promise.all([
    readLines(queries, orderId),
    readPayments(queries, orderId),
    queries.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id)),
  ])
  const paid = choosePaid(attempts.toReversed(), sentBack)
  return { lines, paid, back: paid ? sentBack.filter(({ paymentId }) => paymentId === paid.id) : sentBack }
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
