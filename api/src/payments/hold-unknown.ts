import { and, desc, eq, lt } from 'drizzle-orm'
import { type Payment, payments } from '../database/schema'
import { lockOrder, moveOrder } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { ProviderError } from '../providers/gateway'
import { DAY } from './check-queue'
import { keepExpired } from './expire-payment'
import type { PaymentServices } from './payment-services'

/**
 * A payment nothing has been learned about for a day goes to a person. One exception: PayPal forgets an order
 * that nobody approved. It counts as ended when it was last seen unapproved and the same account still knows
 * an older payment, so that it cannot be our key that has changed.
 */
export async function holdUnknown(
  services: PaymentServices,
  payment: Payment,
  error: unknown,
  now: number,
): Promise<void> {
  const { failingSince, orderId, provider, providerId } = payment
  if (!failingSince || failingSince.getTime() > now - DAY) return
  const isUntouched = payment.state === 'open' || payment.state === 'declined'
  // What was given up brings nothing that would be kept; money on its way back is listed as such.
  if (!isUntouched && payment.state !== 'processing') return
  if (isUntouched && (await isForgotten(services, payment, error))) return keepExpired(services, payment)
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    if (!order || !canMove(order.state, 'needs_attention') || order.state === 'paid') return
    const reason = 'for a day the provider has not said whether it was paid'
    await moveOrder(queries, order, 'needs_attention', 'sweep', { reason, provider, providerId })
    services.log.error({ alert: 'unknown_outcome', orderId, provider, providerId }, 'payment alert')
  })
}

async function isForgotten(services: PaymentServices, payment: Payment, error: unknown): Promise<boolean> {
  const { provider, providerStatus, createdAt, captureAskedAt } = payment
  const isMissing = error instanceof ProviderError && error.kind === 'missing'
  // A payment that was approved or being captured is not one that nobody wanted.
  if (!isMissing || captureAskedAt || (providerStatus !== null && providerStatus !== 'open')) return false
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
