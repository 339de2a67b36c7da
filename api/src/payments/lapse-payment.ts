import { formatPence } from '@site/shared/money'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import type { Order, Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { lockOrder, moveOrder, recordEvent } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { closePayment } from './check-payment'
import { movePayment, readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { unpaidStates } from './shared/payment-state'

/** PayPal keeps an approval for three hours; nothing that is unpaid waits longer. */
export const LAPSES_AFTER_MS = 3 * 60 * 60 * 1_000

/**
 * Ends a payment that its provider says nobody has paid in time. Where the provider cannot close it, the outcome
 * is ours: what arrives later is sent back.
 * @throws ProviderError when the provider does not say; then nothing is ended.
 */
export async function lapsePayment(services: PaymentServices, payment: Payment): Promise<void> {
  await closePayment(services, payment, 'sweep')
  await keepLapsed(services, payment)
}

export async function keepLapsed(services: PaymentServices, { id, orderId }: Payment): Promise<void> {
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    const attempts = await readPayments(queries, orderId)
    const payment = attempts.find((it) => it.id === id)
    if (!order || !payment || !unpaidStates.includes(payment.state) || payment.providerStatus === 'processing') return
    await movePayment(queries, payment, 'end')
    const { provider, providerId, state, providerStatus } = payment
    const detail = { provider, providerId }
    await recordEvent(queries, { orderId, type: 'expired', source: 'sweep', detail })
    const others = attempts.filter((it) => it.id !== id)
    if (others.some((it) => it.state === 'succeeded')) return
    if (state === 'processing' || providerStatus === 'approved') await writeNotTaken(queries, services, order, payment)
    const isOver = others.every((it) => it.state === 'ended') && canMove(order.state, 'cancelled')
    if (isOver) await moveOrder(queries, order, 'cancelled', 'sweep', { ...detail, reason: 'not paid in time' })
  })
}

/** The buyer of an approval that was never captured learns, once, that nothing was taken; the owner that a sale was lost. */
async function writeNotTaken(
  queries: Queries,
  services: PaymentServices,
  order: Order,
  { id, provider, providerId, amountPence }: Payment,
): Promise<void> {
  const isWritten = await queueMail(queries, services, { order, kind: 'payment_not_taken', amountPence, about: id })
  const summary = `A buyer approved ${formatPence(amountPence)} by ${provider}, and no page captured it in time. ${isWritten ? 'The buyer was written to.' : 'Nobody was written to.'}`
  const subject = `${provider} ${providerId}`
  await openCase(queries, { kind: 'not_taken', subject, summary, orderId: order.id, provider, amountPence })
}
