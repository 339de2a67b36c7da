import type { Payment } from '../database/schema'
import { lockOrder, recordEvent } from '../orders/order-repository'
import { closePayment } from './check-payment'
import { endPayment } from './payment-repository'
import type { PaymentServices } from './payment-services'

/**
 * Ends a payment that its provider says nobody has paid within a day. Where the provider cannot close it, the
 * outcome is ours: what arrives later is sent back.
 * @throws ProviderError when the provider does not say; then nothing is ended.
 */
export async function expirePayment(services: PaymentServices, payment: Payment): Promise<void> {
  const settlement = await closePayment(services, payment, 'sweep')
  if (settlement && !['open', 'approved', 'declined'].includes(settlement.type)) return
  await keepExpired(services, payment)
}

export async function keepExpired({ database }: PaymentServices, payment: Payment): Promise<void> {
  await database.transaction(async (queries) => {
    await lockOrder(queries, payment.orderId)
    await endPayment(queries, payment, 'expired')
    const { orderId, provider, providerId } = payment
    await recordEvent(queries, { orderId, type: 'expired', source: 'sweep', detail: { provider, providerId } })
  })
}
