import type { Payment } from '../database/schema'
import { lockOrder, recordEvent } from '../orders/order-repository'
import { closePayment } from './check-payment'
import { endedStates, endPayment, isMoving, readPayments } from './payment-repository'
import type { PaymentServices } from './payment-services'
import { writeNotTaken } from './write-not-taken'

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

export async function keepExpired(services: PaymentServices, payment: Payment): Promise<void> {
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, payment.orderId)
    const attempts = await readPayments(queries, payment.orderId)
    const now = attempts.find(({ id }) => id === payment.id)
    // Its buyer has approved it since the provider was asked.
    if (!now || isMoving(now)) return
    await endPayment(queries, payment, 'expired')
    const { orderId, provider, providerId } = payment
    const isUnpaid = !attempts.some(({ state }) => state === 'succeeded')
    const isUnread = now.state === 'open' && now.providerStatus === 'approved'
    if (order && isUnpaid && (isUnread || now.awaitedAt)) {
      await writeNotTaken(queries, services, order, payment)
    }
    await recordEvent(queries, { orderId, type: 'expired', source: 'sweep', detail: { provider, providerId } })
  })
}

/**
 * Who was told to wait, and gave the payment up in a call whose answer was lost, waits still: once nothing can come of the
 * order any more, they are written to.
 */
export async function endWaiting(services: PaymentServices, { id, orderId }: Payment): Promise<void> {
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    const attempts = await readPayments(queries, orderId)
    const payment = attempts.find((it) => it.id === id)
    const isOver = attempts.every(({ state }) => endedStates.includes(state))
    if (order && isOver && payment?.awaitedAt) await writeNotTaken(queries, services, order, payment)
  })
}
