import type { Payment } from '../database/schema'
import { lockOrder, moveOrder } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { DAY } from './check-queue'
import { endWaiting, keepExpired, listWaiting } from './expire-payment'
import { isForgotten } from './is-forgotten'
import type { PaymentServices } from './shared/payment-services'

/**
 * A payment nothing has been learned about for a day goes to a person; one that the provider has forgotten has ended.
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
  const isWaitedFor = payment.state === 'abandoned' && payment.awaitedAt !== null
  if (isWaitedFor) {
    return (await isForgotten(services, payment, error))
      ? endWaiting(services, payment)
      : listWaiting(services, payment)
  }
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
