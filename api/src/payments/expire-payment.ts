import { formatPence } from '@site/shared/money'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import type { Order, Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { lockOrder, recordEvent } from '../orders/order-repository'
import { closePayment } from './check-payment'
import { changePayment, endPayment, readPayments } from './payment-repository'
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

export async function keepExpired(services: PaymentServices, payment: Payment): Promise<void> {
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, payment.orderId)
    const attempts = await readPayments(queries, payment.orderId)
    const now = attempts.find(({ id }) => id === payment.id)
    await endPayment(queries, payment, 'expired')
    const { orderId, provider, providerId } = payment
    const isUnpaid = !attempts.some(({ state }) => state === 'succeeded')
    const isUnread = now?.state === 'open' && now.providerStatus === 'approved'
    if (order && isUnpaid && (isUnread || now?.awaitedAt)) {
      await writeNotTaken(queries, services, order, payment)
    }
    await recordEvent(queries, { orderId, type: 'expired', source: 'sweep', detail: { provider, providerId } })
  })
}

/** A buyer who approved it and read of no outcome learns that nothing was taken, and the owner that a sale was lost. */
async function writeNotTaken(queries: Queries, services: PaymentServices, order: Order, payment: Payment) {
  const { id, provider, providerId, amountPence } = payment
  await queueMail(queries, services, { order, kind: 'payment_not_taken', amountPence, about: id })
  await changePayment(queries, payment, { awaitedAt: null })
  const summary = `A buyer approved ${formatPence(amountPence)} by ${provider}, and it was never taken: the page that should have was gone, or the same courses were ordered again. The buyer was written to.`
  const subject = `${provider} ${providerId}`
  await openCase(queries, { kind: 'not_taken', subject, summary, orderId: order.id, provider, amountPence })
}
