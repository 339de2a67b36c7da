import { formatPence } from '@site/shared/money'
import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { orderEvents, orders, outbox, payments } from '../database/schema'
import { GIVE_UP_DAYS, isNext } from '../mail/outbox-repository'

/** `since`: when it began; absent for reasons that only a change of state ends. */
export type Reason = { orderId: string; reason: string; since?: Date }

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** The sweep cancels unpaid orders within a day. */
const UNPAID_AFTER_MS = 25 * HOUR_MS
/** Banks decide faster than this. */
const UNDECIDED_AFTER_MS = 7 * DAY_MS
/** The sweep returns a duplicate payment within minutes. */
const REFUND_AFTER_MS = HOUR_MS
/** With a mail server, a message is tried within seconds. */
const UNTRIED_AFTER_MS = HOUR_MS

/** Only the payments tell whether a held order is paid. */
export async function findHeld(queries: Queries, limit: number): Promise<Reason[]> {
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
    .limit(limit)
  return rows.map(({ orderId, isPaid, reason }) => ({
    orderId,
    reason: `${isPaid ? 'paid, not confirmed' : 'not known to be paid'}: ${reason ?? 'the reason was not kept'}`,
  }))
}

export async function findStuck(queries: Queries, limit: number, now: number): Promise<Reason[]> {
  const isUnpaid = and(
    inArray(orders.state, ['created', 'pending', 'failed']),
    lt(orders.updatedAt, new Date(now - UNPAID_AFTER_MS)),
  )
  const isUndecided = and(eq(orders.state, 'processing'), lt(orders.updatedAt, new Date(now - UNDECIDED_AFTER_MS)))
  const rows = await queries
    .select({ orderId: orders.id, state: orders.state, since: orders.updatedAt })
    .from(orders)
    .where(or(isUnpaid, isUndecided))
    .limit(limit)
  return rows.map(({ orderId, state, since }) => ({
    orderId,
    since,
    reason:
      state === 'processing'
        ? 'the bank has not decided for a week'
        : 'unpaid for more than a day and not ended: the provider does not answer, or no server sweeps',
  }))
}

export async function findUnreturned(queries: Queries, limit: number, now: number): Promise<Reason[]> {
  const rows = await queries
    .select()
    .from(payments)
    .where(and(eq(payments.state, 'duplicate'), lt(payments.createdAt, new Date(now - REFUND_AFTER_MS))))
    .limit(limit)
  return rows.map(({ orderId, provider, chargeId, providerId }) => ({
    orderId,
    reason: `money that may not be kept: ${provider} payment ${chargeId ?? providerId} is still to be sent back`,
  }))
}

export async function findUnfinishedRefunds(queries: Queries, limit: number): Promise<Reason[]> {
  const rows = await queries
    .select({ refund: refunds, provider: payments.provider })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(refunds.state, ['requested', 'pending']))
    .limit(limit)
  return rows.map(({ refund: { orderId, state, amountPence, lastError }, provider }) => {
    const amount = `a refund of ${formatPence(amountPence)}`
    const why = lastError ? ` (${lastError})` : ''
    const wanted = `${amount} is wanted, and it is not known yet whether ${provider} has sent it${why}`
    return { orderId, reason: state === 'pending' ? `${amount} is on its way at ${provider}` : wanted }
  })
}

export async function findUnsent(queries: Queries, limit: number, now: number): Promise<Reason[]> {
  const hasFailed = sql`${outbox.attempts} > 1`
  const isOld = lt(outbox.createdAt, new Date(now - UNTRIED_AFTER_MS))
  const isUntried = and(eq(outbox.attempts, 0), isOld, isNext(queries))
  const isExpired = lt(outbox.createdAt, new Date(now - GIVE_UP_DAYS * DAY_MS))
  const rows = await queries
    .select()
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNotNull(outbox.orderId), or(hasFailed, isUntried, isExpired)))
    .limit(limit)
  return rows.flatMap(({ orderId, createdAt, ...mail }) =>
    orderId === null ? [] : { orderId, since: createdAt, reason: describe(mail) },
  )

  function describe({ kind, attempts, lastError }: Omit<typeof outbox.$inferSelect, 'orderId' | 'createdAt'>): string {
    if (attempts === 0) return `the message ${kind} was never tried: no server sends mail (SMTP_URL)`
    return `the message ${kind} was not sent in ${attempts} attempts: ${lastError ?? 'no reason was kept'}`
  }
}
