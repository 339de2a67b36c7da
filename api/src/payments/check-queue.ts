import type { Provider } from '@site/providers/gateway'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { type Payment, type PaymentState, payments } from '../database/schema'
import type { PaymentServices } from './shared/payment-services'
import { AWAY_AGAIN_AFTER, isAway } from './shared/provider-pauses'

const SECOND = 1_000
const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The browser's own confirm call comes first. */
const FIRST_ASK_AFTER = 2 * MINUTE
/** Most buyers pay within the hour: asked every minute until then, every ten minutes later, every hour in the end. */
const LIVELY = HOUR
const ASK_EVERY = { lively: 50 * SECOND, late: 10 * MINUTE, seldom: HOUR }
/** After this an unpaid payment is hardly ever paid, and one that was given up hardly ever taken. */
const SELDOM_AFTER = 6 * HOUR
/** A server that dies while it asks gives the payment back after this. */
const LEASE = 60 * SECOND
const LONGEST_WAIT = HOUR
/** No wallet keeps an approval longer than this (PayPal: three hours, by agreement three days). */
const ENDED_FOR = 4 * DAY
const UNSETTLED_FOR = 60 * DAY

const unsettled: PaymentState[] = ['open', 'processing', 'declined', 'duplicate']

/**
 * Takes payments of one provider that are due, the one that waits longest first, so that no other server asks
 * about the same ones. One that fails moves back behind those that have not been asked about.
 */
export async function claimDue(
  { database }: PaymentServices,
  provider: Provider,
  now: number,
  limit: number,
): Promise<Payment[]> {
  const isNotClosed = or(isNull(payments.providerStatus), ne(payments.providerStatus, 'closed'))
  const isWatched = or(
    and(inArray(payments.state, unsettled), gt(payments.createdAt, new Date(now - UNSETTLED_FOR))),
    and(eq(payments.state, 'ended'), isNotClosed, gt(payments.createdAt, new Date(now - ENDED_FOR))),
  )
  const isDue = and(
    eq(payments.provider, provider),
    isNotNull(payments.providerId),
    lt(payments.createdAt, new Date(now - FIRST_ASK_AFTER)),
    lte(payments.nextCheckAt, new Date(now)),
    isWatched,
  )
  // Mostly nothing is due, and that needs no transaction.
  const [first] = await database.queries().select({ id: payments.id }).from(payments).where(isDue).limit(1)
  if (!first) return []
  return database.transaction(async (queries) => {
    const due = await queries
      .select({ id: payments.id })
      .from(payments)
      .where(isDue)
      .orderBy(asc(payments.nextCheckAt), asc(payments.id))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    return queries
      .update(payments)
      .set({ nextCheckAt: new Date(now + LEASE) })
      .where(inArray(payments.id, ids))
      .returning()
  })
}

/** After an answer. */
export async function noteAnswer({ database }: PaymentServices, payment: Payment, now: number): Promise<void> {
  const age = now - payment.createdAt.getTime()
  const isLively = age < LIVELY && payment.state !== 'ended'
  const wait = isLively ? ASK_EVERY.lively : age < SELDOM_AFTER ? ASK_EVERY.late : ASK_EVERY.seldom
  const nextCheckAt = new Date(now + wait)
  await database
    .queries()
    .update(payments)
    .set({ nextCheckAt, failedChecks: 0, failingSince: null })
    .where(eq(payments.id, payment.id))
}

/** After anything else: nothing about the payment is known, and nothing about it is changed. */
export async function noteFailure(
  { database }: PaymentServices,
  payment: Payment,
  error: unknown,
  now = Date.now(),
): Promise<void> {
  const failedChecks = payment.failedChecks + 1
  const wait = isAway(error) ? AWAY_AGAIN_AFTER : Math.min(2 ** Math.min(failedChecks - 1, 10) * MINUTE, LONGEST_WAIT)
  await database
    .queries()
    .update(payments)
    .set({ failedChecks, failingSince: payment.failingSince ?? new Date(now), nextCheckAt: new Date(now + wait) })
    .where(eq(payments.id, payment.id))
}
