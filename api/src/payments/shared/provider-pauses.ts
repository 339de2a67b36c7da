import { type Provider, ProviderError } from '@site/providers/gateway'
import { eq, sql } from 'drizzle-orm'
import { providerPauses } from '../../database/schema'
import type { PaymentServices } from './payment-services'

/** So many equal errors in a row mean a fault of the provider or of our key. */
const ALIKE = 3

export const waitFor = (error: unknown) => (isAway(error) ? { waitMs: AWAY_AGAIN_AFTER } : undefined)

/** Tries an unavailable provider in every sweep, to notice its recovery within a minute. */
const AWAY_AGAIN_AFTER = 25_000
/** For the queues whose work asks a provider. */
export const providerQueue = { leaseMs: 60_000, retryMs: 60_000, longestRetryMs: 60 * 60_000 }

export type Due = { provider: Provider; now: number; limit: number }

export function isAway(error: unknown): boolean {
  return error instanceof ProviderError && error.kind !== 'missing' && error.kind !== 'refused'
}

export type ProviderWatch = Awaited<ReturnType<typeof watchProvider>>

/** A rejected key pauses at once, other errors after several alike. */
export async function watchProvider(services: PaymentServices, provider: Provider) {
  const isItsPause = eq(providerPauses.provider, provider)
  let isPaused = (await services.database.queries().$count(providerPauses, isItsPause)) > 0
  let alike: { kind: string; count: number } | undefined

  return {
    isPaused: () => isPaused,
    async answered(): Promise<void> {
      alike = undefined
      if (!isPaused) return
      isPaused = false
      await resume(services, provider)
    },
    async failed(error: unknown): Promise<void> {
      const kind = error instanceof ProviderError ? error.kind : undefined
      if (!kind || kind === 'refused') return
      alike = { kind, count: alike?.kind === kind ? alike.count + 1 : 1 }
      if (isPaused || (kind !== 'unauthorised' && alike.count < ALIKE)) return
      isPaused = true
      await pause(services, provider, error instanceof Error ? error.message : kind)
    },
  }
}

async function pause({ database, log }: PaymentServices, provider: Provider, reason: string): Promise<void> {
  const queries = database.queries()
  const rows = await queries.insert(providerPauses).values({ provider, reason }).onConflictDoNothing().returning()
  if (rows.length > 0) log.error({ alert: 'provider_paused', provider, reason }, 'payment alert')
}

async function resume({ database, log }: PaymentServices, provider: Provider): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.delete(providerPauses).where(eq(providerPauses.provider, provider))
    await queries.execute(
      sql`update payments set next_check_at = 'epoch' where provider = ${provider} and failed_checks > 0`,
    )
    await queries.execute(sql`update refunds set next_check_at = 'epoch' from payments
      where payment_id = payments.id and provider = ${provider} and refunds.failed_checks > 0`)
    await queries.execute(sql`update provider_events set next_attempt_at = 'epoch'
      where provider = ${provider} and handled_at is null and last_error is not null`)
  })
  log.warn({ provider }, 'a provider answers again')
}
