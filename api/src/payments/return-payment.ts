import type { Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { lockOrder, recordEvent } from '../orders/order-repository'
import { ProviderError } from '../providers/gateway'
import { changePayment, readPayments } from './payment-repository'
import type { PaymentServices } from './payment-services'
import { takenOf } from './refund-payment'

/**
 * Sends back money that may not be kept: it came for an order paid before, or after the buyer had been told
 * that nothing would be taken. The sweep tries again what fails here.
 * @returns whether the money is on its way back.
 */
export async function returnPayment(services: PaymentServices, payment: Payment): Promise<boolean> {
  if (payment.state === 'refunded') return true
  const { provider, providerId } = payment
  const row = (await readPayments(services.database.queries(), payment.orderId)).find(({ id }) => id === payment.id)
  if (!row?.chargeId || row.state !== 'duplicate') return row?.state === 'refunded'
  try {
    await services.gateways[provider].refund(row.chargeId, keyOf(row))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.error({ err: error, orderId: payment.orderId }, 'a payment is not sent back yet')
    return false
  }
  const amountPence = takenOf(row)
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, row.orderId)
    const [now] = (await readPayments(queries, row.orderId)).filter(({ id }) => id === row.id)
    if (!order || now?.state !== 'duplicate') return
    await changePayment(queries, row, { state: 'refunded', refundedPence: amountPence })
    await queueMail(queries, services, { order, kind: 'payment_refunded', amountPence, about: row.id })
    const detail = { provider, providerId, amountPence }
    await recordEvent(queries, { orderId: row.orderId, type: 'returned', source: 'sweep', detail })
  })
  services.log.warn({ orderId: row.orderId, provider, providerId }, 'a payment was sent back')
  return true
}

/**
 * Stripe repeats a failure for its key for ever, so a call that failed is made again with another. Money
 * cannot go back twice: all of it goes, and after that both providers refuse.
 */
function keyOf({ idempotencyKey, failedChecks }: Payment): string {
  return failedChecks === 0 ? `${idempotencyKey}:refund` : `${idempotencyKey}:refund:${failedChecks}`
}
