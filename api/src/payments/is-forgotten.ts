import { ProviderError } from '@site/providers/gateway'
import { and, desc, eq, lt } from 'drizzle-orm'
import { type Payment, payments } from '../database/schema'
import type { PaymentServices } from './shared/payment-services'

/**
 * Whether PayPal has forgotten an order that nobody approved, or that was given up, as it does some hours after it was made or
 * approved. One that money was taken for is not forgotten; and the same account still knows an older payment, so that it cannot
 * be our key that has changed.
 */
export async function isForgotten(services: PaymentServices, payment: Payment, error: unknown): Promise<boolean> {
  const { provider, providerStatus, createdAt, captureAskedAt, state } = payment
  const isMissing = error instanceof ProviderError && error.kind === 'missing'
  // A payment that was approved or being captured is not one that nobody wanted: a person looks, unless its buyer gave it up.
  const isUnwanted = !captureAskedAt && (providerStatus === null || providerStatus === 'open')
  const isGivenUp = state === 'abandoned' && providerStatus === 'approved'
  if (!isMissing || !(isUnwanted || isGivenUp)) return false
  const [older] = await services.database
    .queries()
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.state, 'succeeded'), lt(payments.createdAt, createdAt)))
    .orderBy(desc(payments.createdAt))
    .limit(1)
  if (!older?.providerId) return false
  try {
    await services.gateways[provider].read(older.providerId)
    return true
  } catch {
    return false
  }
}
