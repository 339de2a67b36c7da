import { loadCompany } from '@site/papers/company'
import { currentReceipt } from '@site/papers/issue-papers'
import type { Paper } from '@site/papers/paper'
import { papersOf } from '@site/papers/paper-repository'
import { and, desc, eq, gt, gte, isNotNull, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from '../database/database'
import { type Order, type OrderLine, orders, outbox } from '../database/schema'
import { claimDue, later, type WorkQueue } from '../database/work-queue'
import { type BookingRecord, readBooking } from '../orders/booking-repository'
import { readLines } from '../orders/order-repository'
import { isBookingMail } from './booking-mail'
import { kindOf } from './order-mail'

export type OutboxRow = typeof outbox.$inferSelect
export type OutboxMail = {
  row: OutboxRow
  about: { order: Order; lines: OrderLine[]; papers: Paper[]; booking?: BookingRecord } | undefined
}

export const mailQueue: WorkQueue<typeof outbox> = {
  table: outbox,
  dueAt: 'nextAttemptAt',
  leaseMs: 90_000,
  retryMs: 30_000,
  longestRetryMs: 6 * 60 * 60_000,
}
/** As long as mail servers retry (RFC 5321, 4.5.4.1). */
export const GIVE_UP_DAYS = 5
/** An older message stops blocking then, so that a newer one has a day of its own. */
const WAIT_DAYS = GIVE_UP_DAYS - 1

const daysAgo = (count: number) => sql`now() - make_interval(days => ${count})`

/** A refused message is due after its last day. */
const lastDay = ({ createdAt }: Pick<Mail, 'createdAt'>) => sql`${createdAt} + make_interval(days => ${GIVE_UP_DAYS})`
type Mail = Record<'sentAt' | 'createdAt' | 'nextAttemptAt', PgColumn>

export function isTriedAgain(mail: Mail = outbox) {
  const { sentAt, createdAt, nextAttemptAt } = mail
  return and(isNull(sentAt), gt(createdAt, daysAgo(GIVE_UP_DAYS)), lt(nextAttemptAt, lastDay(mail)))
}

/** In the last days. */
export function isRefused(): SQL | undefined {
  const { sentAt, createdAt, nextAttemptAt } = outbox
  return and(isNull(sentAt), gt(createdAt, daysAgo(GIVE_UP_DAYS)), gte(nextAttemptAt, lastDay(outbox)))
}

/**
 * Messages about orders come first: strangers can cause any number about accounts.
 * A newer message about an order waits while an older one is being retried.
 */
export async function claimMail(queries: Queries): Promise<OutboxRow | undefined> {
  const isWaiting = and(isTriedAgain(), isNext(queries))
  const values = { attempts: sql`${outbox.attempts} + 1`, lastError: null }
  const [row] = await claimDue(queries, mailQueue, { isWaiting, first: isNotNull(outbox.orderId), limit: 1, values })
  return row
}

export function isNext(queries: Queries): SQL | undefined {
  return or(lte(outbox.createdAt, daysAgo(WAIT_DAYS)), notExists(findOlder(queries)))
}

function findOlder(queries: Queries) {
  const older = alias(outbox, 'older')
  const isOfOrder = and(eq(older.orderId, outbox.orderId), eq(older.recipient, outbox.recipient))
  const isOlder = and(isOfOrder, lt(older.id, outbox.id), isTriedAgain(older))
  return queries.select({ id: older.id }).from(older).where(isOlder)
}

/** Locks messages not being sent until the transaction ends. */
export async function isBeingSent(queries: Queries, ofWhat: SQL | undefined): Promise<boolean> {
  const isTaken = sql<boolean>`${outbox.attempts} > 0 and ${outbox.lastError} is null and ${outbox.nextAttemptAt} > now()`
  const isUnsent = isNull(outbox.sentAt)
  const rows = await queries.select({ isTaken }).from(outbox).where(and(ofWhat, isUnsent)).for('update')
  return rows.some((row) => row.isTaken)
}

/** Does nothing if the message was queued again meanwhile. */
export async function markSent(queries: Queries, row: OutboxRow): Promise<void> {
  await queries.update(outbox).set({ sentAt: sql`now()`, lastError: null }).where(isClaimedAs(row))
}

/** @param waitMs `undefined`: never tried again */
export async function postpone(queries: Queries, row: OutboxRow, waitMs: number | undefined, reason: string) {
  const nextAttemptAt = waitMs === undefined ? lastDay(outbox) : later(undefined, waitMs)
  await queries.update(outbox).set({ nextAttemptAt, lastError: reason }).where(isClaimedAs(row))
}

/** Detects a message queued again by its time; the database's times are finer than a `Date`. */
function isClaimedAs({ id, attempts, createdAt }: OutboxRow): SQL | undefined {
  const queuedAt = sql`date_trunc('milliseconds', ${outbox.createdAt})`
  return and(eq(outbox.id, id), eq(outbox.attempts, attempts), eq(queuedAt, createdAt.toISOString()))
}

export async function readMail(queries: Queries, id: number): Promise<OutboxMail | undefined> {
  const [found] = await queries
    .select({ row: outbox, order: orders })
    .from(outbox)
    .leftJoin(orders, eq(orders.id, outbox.orderId))
    .where(eq(outbox.id, id))
  if (!found) return undefined
  const { row, order } = found
  await loadCompany(queries)
  if (!order) return { row, about: undefined }
  const lines = await readLines(queries, order.id)
  if (isBookingMail(row.kind)) {
    return { row, about: { order, lines, papers: [], booking: await readBooking(queries, order) } }
  }
  return { row, about: { order, lines, papers: await findPapers(queries, order.id, row.kind) } }
}

export async function listMails(queries: Queries, limit: number): Promise<OutboxRow[]> {
  return queries.select().from(outbox).orderBy(desc(outbox.id)).limit(limit)
}

async function findPapers(queries: Queries, orderId: string, kind: string): Promise<Paper[]> {
  const [, about] = kind.split(':')
  const mailKind = kindOf(kind)
  if (mailKind === 'order_confirmation') {
    const current = currentReceipt(await papersOf(queries, orderId))
    return current ? [current.paper] : []
  }
  if (!about) return []
  const issued = (await papersOf(queries, orderId)).filter(({ cause }) => cause === about)
  if (mailKind === 'payment_refunded') return issued.filter((paper) => paper.kind === 'credit_note')
  if (mailKind === 'refund_failed') return issued.filter((paper) => paper.kind === 'receipt')
  return mailKind === 'papers_corrected' ? issued : []
}
