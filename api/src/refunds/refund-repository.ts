import { type Pence, pence } from '@site/shared/money'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Payment, payments } from '../database/schema'
import { movePayment, readPayment, readPayments } from '../payments/shared/payment-repository'

export function readRefunds(queries: Queries, paymentId: number): Promise<Refund[]> {
  return queries.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id))
}

export async function readRefund(queries: Queries, id: number): Promise<Refund> {
  const [row] = await queries.select().from(refunds).where(eq(refunds.id, id))
  if (!row) throw new Error(`The refund ${id} has gone`)
  return row
}

export async function insertRefund(queries: Queries, values: typeof refunds.$inferInsert): Promise<Refund> {
  const [row] = await queries.insert(refunds).values(values).returning()
  if (!row) throw new Error(`The refund ${values.idempotencyKey} was not kept`)
  return row
}

export async function changeRefund(
  queries: Queries,
  { id }: Pick<Refund, 'id'>,
  values: Omit<PgUpdateSetSource<typeof refunds>, 'id' | 'orderId' | 'paymentId' | 'idempotencyKey'>,
): Promise<void> {
  await queries.update(refunds).set(values).where(eq(refunds.id, id))
}

export async function recordAsked(
  queries: Queries,
  refund: Refund,
  values: Pick<Refund, 'tries' | 'lastError'>,
): Promise<Refund | undefined> {
  const { id, askedAt } = refund
  // An older release stored microseconds, which a `Date` loses.
  const isNotAsked = sql`date_trunc('milliseconds', ${refunds.askedAt}) is not distinct from ${askedAt}::timestamptz`
  const [row] = await queries
    .update(refunds)
    .set({ ...values, askedAt: new Date() })
    .where(and(eq(refunds.id, id), isNotAsked, eq(refunds.tries, refund.tries), eq(refunds.state, 'requested')))
    .returning()
  return row
}

/** Pence; rows of the first release lack `takenPence`. */
export const takenOf = ({ takenPence, amountPence }: Payment): Pence => takenPence ?? amountPence

type Gone = { whenAll: 'send_back' | 'lose'; lostPence?: Pence }

/** `hasOther`: another payment pays for the order. */
type Counted = { payment: Payment; hasOther: boolean }

/**
 * Stores what refunds and lost disputes took, the latter at most the money not sent back, and moves the payment. The order
 * is locked.
 */
export async function countGone(queries: Queries, paymentId: number, { whenAll, lostPence }: Gone): Promise<Counted> {
  const payment = await readPayment(queries, paymentId)
  const hasOther = isPaidByOther(payment, await readPayments(queries, payment.orderId))
  const rows = await readRefunds(queries, paymentId)
  const refundedPence = sumOf(rows.filter(({ state }) => state === 'sent'))
  const left = takenOf(payment) - refundedPence
  const chargedBackPence = pence(Math.min(lostPence ?? payment.chargedBackPence, left))
  // Another payment, or a return begun before, makes this one a duplicate.
  const isExtra = hasOther || rows.some(({ origin }) => origin === 'return')
  const back = isExtra ? 'come_back_extra' : 'come_back'
  const state = await movePayment(queries, payment, chargedBackPence < left ? back : whenAll)
  await queries.update(payments).set({ refundedPence, chargedBackPence }).where(eq(payments.id, paymentId))
  return { payment: { ...payment, refundedPence, chargedBackPence, state }, hasOther }
}

export function isPaidByOther({ id }: Payment, attempts: readonly Payment[]): boolean {
  return attempts.some((other) => other.id !== id && other.state === 'succeeded')
}

/** Pence; open refunds count as gone. */
export function leftOf(payment: Payment, rows: readonly Refund[]): Pence {
  const gone = sumOf(rows.filter(({ state }) => state !== 'failed'))
  return pence(takenOf(payment) - payment.chargedBackPence - gone)
}

export function sumOf(rows: readonly Pick<Refund, 'amountPence'>[]): Pence {
  return pence(rows.reduce((sum, { amountPence }) => sum + amountPence, 0))
}
