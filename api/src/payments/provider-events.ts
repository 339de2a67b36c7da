import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { isUnavailable } from '../database/database-error'
import { type Provider, providerEvents } from '../database/schema'
import type { Source } from '../orders/order-repository'
import { finishPayment } from './finish-payment'
import type { PaymentServices } from './payment-services'
import type { ProviderEvent } from './provider-event'

const MAX_BATCH = 50

/**
 * Keeps the event before anything is done with it, so that it can be answered with 200 and is not lost.
 * @returns whether it is new; one that came before is being handled, or was.
 */
export async function keepEvent(
  { database }: PaymentServices,
  provider: Provider,
  { eventId, type, providerId }: ProviderEvent,
): Promise<boolean> {
  const rows = await database
    .queries()
    .insert(providerEvents)
    .values({ provider, eventId, type, providerId: providerId ?? null, ...(!providerId && { handledAt: new Date() }) })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId })
  return rows.length > 0
}

/** Does what the event calls for; one that cannot be handled now stays for the sweep. */
export async function handleEvent(
  services: PaymentServices,
  provider: Provider,
  { eventId, type, providerId }: ProviderEvent,
  source: Source = 'webhook',
): Promise<void> {
  if (!providerId) return
  try {
    const settlement = await finishPayment(services, { provider, providerId, source, canCapture: false })
    if (settlement.type === 'unknown') {
      services.log.error({ alert: 'unknown_order', provider, providerId, eventId, type }, 'payment alert')
    }
    await services.database
      .queries()
      .update(providerEvents)
      .set({ handledAt: new Date() })
      .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)))
  } catch (error) {
    const level = isUnavailable(error) ? 'error' : 'warn'
    services.log[level]({ err: error, provider, eventId }, 'a webhook is kept for later')
  }
}

/** Events that were kept but could not be handled when they came. */
export async function handleKeptEvents(services: PaymentServices, before: Date): Promise<number> {
  const rows = await services.database
    .queries()
    .select()
    .from(providerEvents)
    .where(
      and(
        isNull(providerEvents.handledAt),
        isNotNull(providerEvents.providerId),
        lt(providerEvents.receivedAt, before),
      ),
    )
    .orderBy(asc(providerEvents.receivedAt))
    .limit(MAX_BATCH)
  for (const { provider, eventId, type, providerId } of rows) {
    await handleEvent(services, provider, { eventId, type, ...(providerId && { providerId }) }, 'sweep')
  }
  return rows.length
}
