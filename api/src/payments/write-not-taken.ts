import { formatPence } from '@site/shared/money'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import type { Order, Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { changePayment } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

/** A buyer who approved it and read of no outcome learns, once, that nothing was taken, and the owner that a sale was lost. */
export async function writeNotTaken(
  queries: Queries,
  services: PaymentServices,
  order: Order,
  payment: Payment,
): Promise<void> {
  const { id, provider, providerId, amountPence } = payment
  const isWritten = await queueMail(queries, services, { order, kind: 'payment_not_taken', amountPence, about: id })
  await changePayment(queries, payment, { awaitedAt: null })
  const summary = `A buyer approved ${formatPence(amountPence)} by ${provider}, and it was never taken: the page that should have was gone, the same courses were ordered again, or it had expired. ${isWritten ? 'The buyer was written to.' : 'Nobody was written to.'}`
  const subject = `${provider} ${providerId}`
  await openCase(queries, { kind: 'not_taken', subject, summary, orderId: order.id, provider, amountPence })
}
