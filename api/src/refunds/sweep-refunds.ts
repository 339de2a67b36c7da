import { and, eq, inArray, lte } from 'drizzle-orm'
import { type Refund, refunds } from '../database/after-sale-tables'
import { payments } from '../database/schema'
import { claimDue, later, type RetriedQueue, type Worked, workOn } from '../database/work-queue'
import type { PaymentServices } from '../payments/shared/payment-services'
import { type Due, providerQueue, waitFor } from '../payments/shared/provider-pauses'
import { carryOutRefund } from './carry-out-refund'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Leaves time for the request's own call. */
const FIRST_LOOK_AFTER = 30 * SECOND
/** A pending refund takes days; a requested one is urgent. */
const LOOK_EVERY = { requested: MINUTE, pending: HOUR }

const queue: RetriedQueue<typeof refunds> = {
  ...providerQueue,
  table: refunds,
  dueAt: 'nextCheckAt',
  isRow: ({ id }) => eq(refunds.id, id),
  // `carryOutRefund` keeps the count and the reason: commands carry refunds out as well.
  note: ({ id, orderId, failedChecks }, error) => ({
    ...waitFor(error),
    tries: failedChecks + 1,
    log: { orderId, refund: id },
    message: 'it is not known what became of a refund',
  }),
}

export function claimRefunds({ database }: PaymentServices, { provider, now, limit }: Due): Promise<Refund[]> {
  const queries = database.queries()
  const ofProvider = queries.select({ id: payments.id }).from(payments).where(eq(payments.provider, provider))
  const isWaiting = and(
    inArray(refunds.state, ['requested', 'pending']),
    lte(refunds.createdAt, new Date(now - FIRST_LOOK_AFTER)),
    inArray(refunds.paymentId, ofProvider),
  )
  return claimDue(queries, queue, { now, isWaiting, limit })
}

export function sweepRefund(services: PaymentServices, refund: Refund, now: number): Promise<Worked> {
  const work = async () => {
    const { state } = await carryOutRefund(services, refund.id, 'sweep')
    return { nextCheckAt: later(now, state === 'requested' ? LOOK_EVERY.requested : LOOK_EVERY.pending) }
  }
  return workOn(services, queue, refund, work, now)
}
