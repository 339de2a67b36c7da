import type { Provider } from '@site/providers/gateway'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { type Refund, refunds } from '../database/after-sale-tables'
import { isUnavailable } from '../database/database-error'
import { payments } from '../database/schema'
import { claimDue, later, retryAfter, type WorkQueue } from '../database/work-queue'
import type { PaymentServices } from '../payments/shared/payment-services'
import { AWAY_AGAIN_AFTER, isAway, type ProviderWatch } from '../payments/shared/provider-pauses'
import { carryOutRefund } from './carry-out-refund'
import { changeRefund } from './refund-repository'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Leaves time for the request's own call. */
const FIRST_LOOK_AFTER = 30 * SECOND
/** A pending refund takes days; a requested one is urgent. */
const LOOK_EVERY = { requested: MINUTE, pending: HOUR }

const queue: WorkQueue<typeof refunds> = {
  table: refunds,
  dueAt: 'nextCheckAt',
  leaseMs: 60 * SECOND,
  retryMs: MINUTE,
  longestRetryMs: HOUR,
}

export function claimRefunds(
  { database }: PaymentServices,
  provider: Provider,
  now: number,
  limit: number,
): Promise<Refund[]> {
  const queries = database.queries()
  const ofProvider = queries.select({ id: payments.id }).from(payments).where(eq(payments.provider, provider))
  const isWaiting = and(
    inArray(refunds.state, ['requested', 'pending']),
    lte(refunds.createdAt, new Date(now - FIRST_LOOK_AFTER)),
    inArray(refunds.paymentId, ofProvider),
  )
  return claimDue(queries, queue, { now, isWaiting, limit })
}

export async function sweepRefund(
  services: PaymentServices,
  { id, orderId, failedChecks }: Refund,
  watch: ProviderWatch,
  now: number,
): Promise<void> {
  const queries = services.database.queries()
  const lookAgain = (waitMs: number) => changeRefund(queries, { id }, { nextCheckAt: later(now, waitMs) })
  try {
    const { state } = await carryOutRefund(services, id, 'sweep')
    await lookAgain(state === 'requested' ? LOOK_EVERY.requested : LOOK_EVERY.pending)
    await watch.answered()
  } catch (error) {
    if (isUnavailable(error)) throw error
    services.log.warn({ err: error, orderId, refund: id }, 'it is not known what became of a refund')
    await lookAgain(isAway(error) ? AWAY_AGAIN_AFTER : retryAfter(queue, failedChecks + 1))
    await watch.failed(error)
  }
}
