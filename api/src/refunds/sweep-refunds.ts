import type { Provider } from '@site/providers/provider'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { isUnavailable } from '../database/database-error'
import { payments } from '../database/schema'
import type { PaymentServices } from '../payments/shared/payment-services'
import { AWAY_AGAIN_AFTER, isAway, type ProviderWatch } from '../payments/shared/provider-pauses'
import { carryOutRefund } from './carry-out-refund'
import { changeRefund } from './refund-repository'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Whoever asked for it is asking the provider now. */
const FIRST_LOOK_AFTER = 30 * SECOND
const LEASE = 60 * SECOND
/** What is on its way takes days, what was only asked for is wanted now. */
const LOOK_EVERY = { requested: MINUTE, pending: HOUR }
const LONGEST_WAIT = HOUR

/** Takes refunds of one provider that are not finished and due, so that no other server takes the same ones. */
export async function claimRefunds(
  { database }: PaymentServices,
  provider: Provider,
  now: number,
  limit: number,
): Promise<Refund[]> {
  const isDue = and(
    eq(payments.provider, provider),
    inArray(refunds.state, ['requested', 'pending']),
    lte(refunds.nextCheckAt, new Date(now)),
    lte(refunds.createdAt, new Date(now - FIRST_LOOK_AFTER)),
  )
  const findDue = (queries: Queries, most: number) =>
    queries
      .select({ id: refunds.id })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(isDue)
      .orderBy(asc(refunds.nextCheckAt), asc(refunds.id))
      .limit(most)
  const [first] = await findDue(database.queries(), 1)
  if (!first) return []
  return database.transaction(async (queries) => {
    const due = await findDue(queries, limit).for('update', { of: refunds, skipLocked: true })
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    const lease = { nextCheckAt: new Date(now + LEASE) }
    return queries.update(refunds).set(lease).where(inArray(refunds.id, ids)).returning()
  })
}

/** Goes on with one of them. */
export async function sweepRefund(
  services: PaymentServices,
  { id, orderId, failedChecks }: Refund,
  watch: ProviderWatch,
  now: number,
): Promise<void> {
  const queries = services.database.queries()
  try {
    const { state } = await carryOutRefund(services, id, 'sweep')
    const wait = state === 'requested' ? LOOK_EVERY.requested : LOOK_EVERY.pending
    await changeRefund(queries, { id }, { nextCheckAt: new Date(now + wait) })
    await watch.answered()
  } catch (error) {
    if (isUnavailable(error)) throw error
    services.log.warn({ err: error, orderId, refund: id }, 'it is not known what became of a refund')
    const wait = isAway(error) ? AWAY_AGAIN_AFTER : Math.min(MINUTE * 2 ** Math.min(failedChecks, 6), LONGEST_WAIT)
    await changeRefund(queries, { id }, { nextCheckAt: new Date(now + wait) })
    await watch.failed(error)
  }
}
