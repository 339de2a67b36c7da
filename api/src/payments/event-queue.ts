import {
  isDispute,
  isRefund,
  isReversal,
  type Provider,
  type ProviderEvent,
  type ProviderPayment,
} from '@site/providers/gateway'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import { providerEvents } from '../database/schema'
import { claimDue, type RetriedQueue, type Worked, workOn } from '../database/work-queue'
import { followDispute, followDisputes } from '../disputes/follow-dispute'
import type { Source } from '../orders/order-repository'
import { syncRefunds } from '../refunds/sync-refunds'
import { checkPayment, findCharged } from './settle-payment'
import { findPayment, isOurReference } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { type Due, isAway, providerQueue, waitFor } from './shared/provider-pauses'

export type KeptEvent = typeof providerEvents.$inferSelect

const SECOND = 1_000
/** The request that stored it handles it first. */
const FIRST_TRY_AFTER = 30 * SECOND
/** More than seven hours of retries; then the event needs a person. */
const MAX_ATTEMPTS = 14

const queue: RetriedQueue<typeof providerEvents> = {
  ...providerQueue,
  table: providerEvents,
  dueAt: 'nextAttemptAt',
  retryMs: 30 * SECOND,
  isRow: ({ provider, eventId }) => and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)),
  note({ provider, eventId, type, attempts }, error) {
    // An unavailable provider is not the event's fault.
    const tries = isAway(error) ? attempts : attempts + 1
    const lastError = error instanceof Error ? error.message : String(error)
    const summary = `The event ${type} of ${provider} could not be handled: ${lastError}`
    return {
      ...waitFor(error),
      tries,
      values: { attempts: tries, lastError },
      log: { provider, eventId },
      message: 'a webhook is kept for later',
      // An event leaves the queue only with a case.
      ...(tries >= MAX_ATTEMPTS && {
        alsoDo: (queries) => openCase(queries, { kind: 'given_up', subject: eventId, provider, summary }),
      }),
    }
  },
}

/** Stored before handling, so that a 200 cannot lose it. @returns the row, if it is new */
export async function keepEvent(
  { database }: PaymentServices,
  provider: Provider,
  { eventId, type, providerId, chargeId, disputeId }: ProviderEvent,
): Promise<KeptEvent | undefined> {
  const about = { providerId, chargeId, disputeId }
  const isAboutMoney = Object.values(about).some((name) => name !== undefined)
  const handledAt = isAboutMoney ? null : new Date()
  const nextAttemptAt = new Date(Date.now() + FIRST_TRY_AFTER)
  const values = { ...about, provider, eventId, type, handledAt, nextAttemptAt }
  const [row] = await database.queries().insert(providerEvents).values(values).onConflictDoNothing().returning()
  return row
}

export function claimEvents({ database }: PaymentServices, { provider, now, limit }: Due): Promise<KeptEvent[]> {
  const isWaiting = and(
    eq(providerEvents.provider, provider),
    isNull(providerEvents.handledAt),
    lt(providerEvents.attempts, MAX_ATTEMPTS),
  )
  return claimDue(database.queries(), queue, { now, isWaiting, limit })
}

export function handleEvent(
  services: PaymentServices,
  event: KeptEvent,
  source: Source,
  now = Date.now(),
): Promise<Worked> {
  const work = async () => {
    await takeIn(services, event, source)
    return { handledAt: new Date(), lastError: null }
  }
  return workOn(services, queue, event, work, now)
}

async function takeIn(services: PaymentServices, event: KeptEvent, source: Source): Promise<void> {
  const { provider } = event
  if (isDispute(event.type)) {
    await findCharged(services, provider, event.chargeId, source)
    await followDispute(services, provider, event, source)
    return
  }
  const charged = event.providerId ? undefined : await findCharged(services, provider, event.chargeId, source)
  const providerId = event.providerId ?? charged?.payment?.providerId
  if (!providerId) return recordUnmatched(services, event, charged?.response)
  const wasProcessing = event.type === 'payment_intent.processing'
  const settlement = await checkPayment(services, { provider, providerId, source, wasProcessing })
  if (settlement.type === 'unknown') return recordUnmatched(services, { ...event, providerId }, settlement.response)
  // A pending refund may change its state without a new sum.
  const payment = isRefund(event.type) && (await findPayment(services.database.queries(), { provider, providerId }))
  if (!payment) return
  await syncRefunds(services, payment, source)
  if (isReversal(event.type)) await followDisputes(services, provider, payment.createdAt)
}

async function recordUnmatched(
  services: PaymentServices,
  { provider, type, chargeId, providerId }: KeptEvent,
  response?: ProviderPayment,
): Promise<void> {
  const name = providerId ?? chargeId
  if (response && !isOurReference(response.reference)) {
    return services.log.info({ provider, providerId: name, type }, 'money of another product')
  }
  services.log.error({ alert: 'unknown_order', provider, providerId: name, type }, 'payment alert')
  // Ignores test money at live keys, and payments without money.
  if (response && (!response.isOurMode || response.status !== 'succeeded')) return
  const summary = `${provider} reports ${type} of ${name}, which belongs to no order.`
  const found = { subject: `${provider} ${name}`, provider, summary, amountPence: response?.amountPence ?? null }
  await openCase(services.database.queries(), { kind: 'unmatched_charge', ...found })
}
