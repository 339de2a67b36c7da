import {
  isDispute,
  isRefund,
  isReversal,
  type Provider,
  type ProviderEvent,
  type ProviderPayment,
} from '@site/providers/gateway'
import { and, asc, eq, gte, isNull, lt } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import { isUnavailable } from '../database/database-error'
import { providerEvents } from '../database/schema'
import { claimDue, isGivenUp, retryAfter, type WorkQueue } from '../database/work-queue'
import { followDispute, followDisputes } from '../disputes/follow-dispute'
import type { Source } from '../orders/order-repository'
import { syncRefunds } from '../refunds/sync-refunds'
import { checkPayment } from './settle-payment'
import { findByCharge, findPayment, isOurReference } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { AWAY_AGAIN_AFTER, isAway } from './shared/provider-pauses'

export type KeptEvent = typeof providerEvents.$inferSelect
export type Handled = { ok: true } | { ok: false; error: unknown }

const SECOND = 1_000
/** The request that stored it handles it first. */
const FIRST_TRY_AFTER = 30 * SECOND
/** More than seven hours of retries; then the event needs a person. */
export const MAX_ATTEMPTS = 14

const queue: WorkQueue<typeof providerEvents> = {
  table: providerEvents,
  dueAt: 'nextAttemptAt',
  leaseMs: 60 * SECOND,
  retryMs: 30 * SECOND,
  longestRetryMs: 60 * 60 * SECOND,
  maxTries: MAX_ATTEMPTS,
}

/**
 * Stored before handling, so that a 200 cannot lose it.
 * @returns whether it is new
 */
export async function keepEvent(
  { database }: PaymentServices,
  provider: Provider,
  event: ProviderEvent,
): Promise<boolean> {
  const { eventId, type, providerId, chargeId, disputeId } = event
  const about = { providerId, chargeId, disputeId }
  const isAboutMoney = Object.values(about).some((name) => name !== undefined)
  const handledAt = isAboutMoney ? null : new Date()
  const nextAttemptAt = new Date(Date.now() + FIRST_TRY_AFTER)
  const values = { ...about, provider, eventId, type, handledAt, nextAttemptAt }
  const rows = await database
    .queries()
    .insert(providerEvents)
    .values(values)
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId })
  return rows.length > 0
}

export function claimEvents(
  { database }: PaymentServices,
  provider: Provider,
  now: number,
  limit: number,
): Promise<KeptEvent[]> {
  const isWaiting = and(
    eq(providerEvents.provider, provider),
    isNull(providerEvents.handledAt),
    lt(providerEvents.attempts, MAX_ATTEMPTS),
  )
  return claimDue(database.queries(), queue, { now, isWaiting, limit })
}

export async function handleEvent(
  services: PaymentServices,
  provider: Provider,
  event: Pick<KeptEvent, 'eventId' | 'type' | 'providerId' | 'chargeId' | 'disputeId'> & { attempts?: number },
  source: Source,
  now = Date.now(),
): Promise<Handled> {
  try {
    await takeIn(services, provider, event, source)
    await changeEvent(services.database.queries(), provider, event.eventId, { handledAt: new Date(), lastError: null })
    return { ok: true }
  } catch (error) {
    if (isUnavailable(error))
      services.log.error({ err: error, provider, eventId: event.eventId }, 'a webhook is kept for later')
    else await postpone(services, provider, event, error, now)
    return { ok: false, error }
  }
}

export async function readGivenUp(queries: Queries): Promise<KeptEvent[]> {
  return queries
    .select()
    .from(providerEvents)
    .where(and(isNull(providerEvents.handledAt), gte(providerEvents.attempts, MAX_ATTEMPTS)))
    .orderBy(asc(providerEvents.receivedAt))
}

async function takeIn(
  services: PaymentServices,
  provider: Provider,
  event: Pick<KeptEvent, 'type' | 'providerId' | 'chargeId' | 'disputeId'>,
  source: Source,
): Promise<void> {
  if (isDispute(event.type)) {
    await followDispute(services, provider, event, source)
    return
  }
  const queries = services.database.queries()
  const providerId = event.providerId ?? (await findByCharge(queries, provider, event.chargeId))?.providerId
  if (!providerId) return noteUnmatched(services, provider, event)
  const wasProcessing = event.type === 'payment_intent.processing'
  const settlement = await checkPayment(services, { provider, providerId, source, wasProcessing })
  if (settlement.type === 'unknown')
    return noteUnmatched(services, provider, { ...event, providerId }, settlement.response)
  // A pending refund may change its state without a new sum.
  const payment = isRefund(event.type) && (await findPayment(queries, { provider, providerId }))
  if (!payment) return
  await syncRefunds(services, payment, source)
  if (isReversal(event.type)) await followDisputes(services, provider, payment.createdAt)
}

async function postpone(
  services: PaymentServices,
  provider: Provider,
  { eventId, type, attempts = 0 }: { eventId: string; type: string; attempts?: number },
  error: unknown,
  now: number,
): Promise<void> {
  // An unavailable provider is not the event's fault.
  const tried = isAway(error) ? attempts : attempts + 1
  const waitMs = isAway(error) ? AWAY_AGAIN_AFTER : retryAfter(queue, tried)
  const lastError = error instanceof Error ? error.message : String(error)
  services.log.warn({ err: error, provider, eventId }, 'a webhook is kept for later')
  // Atomic: an event leaves the queue only with a case.
  await services.database.transaction(async (queries) => {
    await changeEvent(queries, provider, eventId, { attempts: tried, nextAttemptAt: new Date(now + waitMs), lastError })
    if (!isGivenUp(queue, tried)) return
    const summary = `The event ${type} of ${provider} could not be handled: ${lastError}`
    await openCase(queries, { kind: 'given_up', subject: eventId, provider, summary })
  })
}

async function changeEvent(
  queries: Queries,
  provider: Provider,
  eventId: string,
  values: Partial<KeptEvent>,
): Promise<void> {
  await queries
    .update(providerEvents)
    .set(values)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)))
}

type About = { type: string; chargeId: string | null }

async function noteUnmatched(
  services: PaymentServices,
  provider: Provider,
  { type, chargeId, providerId }: About & { providerId?: string | null },
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
  const amountPence = response?.amountPence ?? null
  await openCase(services.database.queries(), {
    kind: 'unmatched_charge',
    subject: `${provider} ${name}`,
    provider,
    summary,
    amountPence,
  })
}
