import { pence, toDecimal } from '@site/shared/money'
import { and, eq } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import { refunds } from '../database/after-sale-tables'
import { queueMail } from '../mail/queue-mail'
import { moveOrder, recordEvent } from '../orders/order-repository'
import type { PaymentServices } from './payment-services'
import { noteRefunded, takenOf } from './refund-payment'
import type { Settling } from './settling'

/**
 * Takes in that money of a paid order has gone back without us, in the provider's own pages: the order and its
 * buyer learn of it, and the owner finds it in the list. What we have asked for ourselves is kept by whoever
 * asked.
 */
export async function noteRefundElsewhere(settling: Settling, services: PaymentServices): Promise<void> {
  const { queries, order, payment, response, source } = settling
  const { provider, refundedPence = pence(0) } = response
  const amountPence = pence(refundedPence - payment.refundedPence)
  if (amountPence <= 0) return
  const isRequested = and(eq(refunds.paymentId, payment.id), eq(refunds.state, 'requested'))
  const [ours] = await queries.select({ id: refunds.id }).from(refunds).where(isRequested)
  if (ours) return
  await noteRefunded(queries, payment, refundedPence)
  const detail = { reason: "sent back in the provider's pages", provider, amountPence }
  if (refundedPence >= takenOf(payment)) await moveOrder(queries, order, 'refunded', source, detail)
  else await recordEvent(queries, { orderId: order.id, type: 'refunded', source, detail })
  const subject = `${provider} ${payment.chargeId} ${refundedPence}`
  const summary = `${provider} has sent back ${toDecimal(amountPence)} pounds of this order, which nobody asked for here.`
  await openCase(queries, { kind: 'refund_elsewhere', subject, summary, orderId: order.id, provider, amountPence })
  await queueMail(queries, services, {
    order,
    kind: 'payment_refunded',
    amountPence,
    about: `elsewhere-${refundedPence}`,
  })
}
