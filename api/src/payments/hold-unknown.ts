import { ProviderError } from '@site/providers/gateway'
import { and, desc, eq, lt } from 'drizzle-orm'
import { type Payment, payments } from '../database/schema'
import { lockOrder, moveOrder } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { DAY } from './check-queue'
import { keepLapsed, LAPSES_AFTER_MS } from './lapse-payment'
import type { PaymentServices } from './shared/payment-services'
import { unpaidStates } from './shared/payment-state'

/** A payment that the provider has forgotten lapses; one that nothing is learned about for a day goes to a person. */
export async function holdUnknown(
  services: PaymentServices,
  payment: Payment,
  error: unknown,
  now: number,
): Promise<void> {
  const { failingSince, createdAt, orderId, provider, providerId } = payment
  // What was given up brings nothing that would be kept; money on its way back is listed as such.
  if (!unpaidStates.includes(payment.state)) return
  const isLate = createdAt.getTime() < now - LAPSES_AFTER_MS
  if (isLate && (await isForgotten(services, payment, error))) return keepLapsed(services, payment)
  if (!failingSince || failingSince.getTime() > now - DAY) return
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    if (!order || !canMove(order.state, 'needs_attention') || order.state === 'paid') return
    const reason = 'for a day the provider has not said whether it was paid'
    await moveOrder(queries, order, 'needs_attention', 'sweep', { reason, provider, providerId })
    services.log.error({ alert: 'unknown_outcome', orderId, provider, providerId }, 'payment alert')
  })
}

/**
 * Whether PayPal has forgotten an order that was never captured, as it does after some hours. The same account must
 * still know an older payment: otherwise it may be our key that has changed.
 */
export async function isForgotten(services: PaymentServices, payment: Payment, error: unknown): Promise<boolean> {
  const { provider, providerStatus, createdAt } = payment
  const isMissing = error instanceof ProviderError && error.kind === 'missing'
  if (provider !== 'paypal' || !isMissing || providerStatus === 'processing') return false
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
