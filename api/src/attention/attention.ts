import { formatPence, type Pence } from '@site/shared/money'
import { and, desc, eq, inArray, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm'
import { readOpenCases } from '../cases/cases'
import { refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { orderEvents, orders, outbox, payments } from '../database/schema'
import { DISPUTED } from '../disputes/follow-dispute'
import { isNext, isTriedAgain } from '../mail/outbox-repository'
import { type OrderSummary, summarise } from '../orders/order-views'
import { findWarnings } from './find-warnings'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

type OrderToCheck = Omit<OrderSummary, 'paidAt'> & { reasons: string[]; toDo: string[] }
type CaseToCheck = { id: number; summary: string; amountPence: Pence | null; openedAt: string }

export type Attention = {
  orders: OrderToCheck[]
  cases: CaseToCheck[]
  warnings: string[]
}

const MAX_LISTED = 500

export async function findAttention(queries: Queries): Promise<Attention> {
  const now = Date.now()
  const open = await readOpenCases(queries, MAX_LISTED)
  const found: Reason[] = [
    ...(await findHeld(queries)),
    ...(await findStuck(queries, now)),
    ...(await findUnreturned(queries, now)),
    ...(await findUnfinishedRefunds(queries)),
    ...(await findUnsent(queries, now)),
    ...open.flatMap(({ orderId, id, kind, summary }) =>
      orderId
        ? [{ orderId, reason: `case ${id}: ${summary}`, toDo: kind === 'dispute' ? toDo.answer : toDo.settle }]
        : [],
    ),
  ]
  return {
    orders: await describeOrders(queries, await withoutDismissed(queries, found)),
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
  const ids = [...new Set(found.map(({ orderId }) => orderId))]
  // Not of one case alone.
  const isDismissed = sql`${orderEvents.type} = 'dismissed' and not coalesce(${orderEvents.detail} ? 'case', false)`
  const rows = await queries
    .select({ orderId: orderEvents.orderId, at: max(orderEvents.at) })
    .from(orderEvents)
    .where(and(inArray(orderEvents.orderId, ids), isDismissed, isNotNull(orderEvents.actor)))
    .groupBy(orderEvents.orderId)
  const dismissed = new Map(rows.map(({ orderId, at }) => [orderId, at]))
  return found.filter(({ orderId, since }) => {
    const at = dismissed.get(orderId)
    return !at || !since || since > at
  })
}

async function describeOrders(queries: Queries, found: readonly Reason[]): Promise<OrderToCheck[]> {
  const isFound = inArray(orders.id, [...new Set(found.map(({ orderId }) => orderId))])
  const rows = await queries.select().from(orders).where(isFound).orderBy(orders.createdAt, desc(orders.id))
  return rows.map((order) => {
    const own = found.filter(({ orderId }) => orderId === order.id)
    return {
      ...summarise(order),
      reasons: own.map(({ reason }) => reason),
      toDo: [...new Set(own.map(({ toDo }) => toDo))],
    }
  })
}

/** `since`: when it began; absent for reasons that only a change of state ends. */
type Reason = { orderId: string; reason: string; toDo: string; since?: Date }

const toDo = {
  decide: 'Confirm the order or refund it. Compare it with the payment at the provider first.',
  answer: 'Answer the dispute at the provider. Its outcome comes here by itself; send no refund meanwhile.',
  end: 'Wait until the provider answers, or cancel the order.',
  ask: 'Wait for the bank. The provider’s dashboard shows what it knows of the payment.',
  wait: 'Nothing yet: the shop goes on with it by itself. If it stays here for a day, see the provider’s dashboard.',
  write: 'Correct the buyer’s address or send the confirmation again.',
  tell: 'Tell them another way, then take it off the list.',
  settle: 'Settle it with the buyer or at the provider, then take it off the list.',
}

/** The sweep cancels unpaid orders within a day. */
const UNPAID_AFTER_MS = 25 * HOUR_MS
/** Banks decide faster than this. */
const UNDECIDED_AFTER_MS = 7 * DAY_MS
/** The sweep returns a duplicate payment within minutes. */
const REFUND_AFTER_MS = HOUR_MS
/** With a mail server, a message is tried within seconds. */
const UNTRIED_AFTER_MS = HOUR_MS

/** Only the payments tell whether a held order is paid. */
async function findHeld(queries: Queries): Promise<Reason[]> {
  const isPaid = sql<boolean>`exists (select 1 from ${payments}
    where ${payments.orderId} = ${orders.id} and ${payments.state} = 'succeeded')`
  const rows = await queries
    .selectDistinctOn([orders.id], {
      orderId: orders.id,
      isPaid,
      reason: sql<string | null>`${orderEvents.detail} ->> 'reason'`,
    })
    .from(orders)
    .leftJoin(orderEvents, and(eq(orderEvents.orderId, orders.id), eq(orderEvents.toState, 'needs_attention')))
    .where(eq(orders.state, 'needs_attention'))
    .orderBy(orders.id, desc(orderEvents.id))
    .limit(MAX_LISTED)
  return rows.map(({ orderId, isPaid, reason }) => ({
    orderId,
    toDo: reason === DISPUTED ? toDo.answer : isPaid ? toDo.decide : toDo.end,
    reason: `${isPaid ? 'paid, not confirmed' : 'not known to be paid'}: ${reason ?? 'the reason was not kept'}`,
  }))
}

async function findStuck(queries: Queries, now: number): Promise<Reason[]> {
  const isUnpaid = and(
    inArray(orders.state, ['created', 'pending', 'failed']),
    lt(orders.updatedAt, new Date(now - UNPAID_AFTER_MS)),
  )
  const isUndecided = and(eq(orders.state, 'processing'), lt(orders.updatedAt, new Date(now - UNDECIDED_AFTER_MS)))
  const rows = await queries
    .select({ orderId: orders.id, state: orders.state, since: orders.updatedAt })
    .from(orders)
    .where(or(isUnpaid, isUndecided))
    .limit(MAX_LISTED)
  return rows.map(({ orderId, state, since }) => ({
    orderId,
    since,
    toDo: state === 'processing' ? toDo.ask : toDo.end,
    reason:
      state === 'processing'
        ? 'the bank has not decided for a week'
        : 'unpaid for more than a day and not ended: the provider does not answer, or no server sweeps',
  }))
}

async function findUnreturned(queries: Queries, now: number): Promise<Reason[]> {
  const rows = await queries
    .select()
    .from(payments)
    .where(and(eq(payments.state, 'duplicate'), lt(payments.createdAt, new Date(now - REFUND_AFTER_MS))))
    .limit(MAX_LISTED)
  return rows.map(({ orderId, provider, chargeId, providerId }) => ({
    orderId,
    toDo: toDo.wait,
    reason: `money that may not be kept: ${provider} payment ${chargeId ?? providerId} is still to be sent back`,
  }))
}

async function findUnfinishedRefunds(queries: Queries): Promise<Reason[]> {
  const rows = await queries
    .select({ refund: refunds, provider: payments.provider })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(refunds.state, ['requested', 'pending']))
    .limit(MAX_LISTED)
  return rows.map(({ refund: { orderId, state, amountPence, lastError }, provider }) => {
    const amount = `a refund of ${formatPence(amountPence)}`
    const why = lastError ? ` (${lastError})` : ''
    const wanted = `${amount} is wanted, and it is not known yet whether ${provider} has sent it${why}`
    return { orderId, toDo: toDo.wait, reason: state === 'pending' ? `${amount} is on its way at ${provider}` : wanted }
  })
}

async function findUnsent(queries: Queries, now: number): Promise<Reason[]> {
  const hasFailed = sql`${outbox.attempts} > 1`
  const isOld = lt(outbox.createdAt, new Date(now - UNTRIED_AFTER_MS))
  const isUntried = and(eq(outbox.attempts, 0), isOld, isNext(queries))
  const isOver = sql<boolean>`not (${isTriedAgain()})`
  const rows = await queries
    .select({ mail: outbox, isOver })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNotNull(outbox.orderId), or(hasFailed, isUntried, isOver)))
    .orderBy(desc(outbox.id))
    .limit(MAX_LISTED)
  return rows.flatMap(({ mail, isOver }) => {
    const { orderId, createdAt: since } = mail
    const todo = /^(place_|order_sold)/.test(mail.kind) ? toDo.tell : toDo.write
    return orderId === null ? [] : { orderId, since, toDo: todo, reason: describeMail(mail, isOver) }
  })
}

function describeMail({ kind, attempts, lastError }: typeof outbox.$inferSelect, isOver: boolean): string {
  if (attempts === 0) return `the message ${kind} was never tried: no server sends mail (SMTP_URL)`
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const end = isOver ? '; it is not tried again' : ''
  return `the message ${kind} was not sent in ${tries}: ${lastError ?? 'no reason was kept'}${end}`
}
