import { formatPence } from '@site/shared/money'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import type { Order, Payment } from '../database/schema'
import { lockOrder, recordEvent } from '../orders/order-repository'
import { closePayment } from './check-payment'
import { endedStates, endPayment, isMoving, readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
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
export function endWaiting(services: PaymentServices, payment: Payment): Promise<void> {
  return onceOver(services, payment, (queries, order, now) => writeNotTaken(queries, services, order, now))
}

/** The same where the provider does not say what became of it: nobody can write that nothing was taken, so a person looks. */
export function listWaiting(services: PaymentServices, payment: Payment): Promise<void> {
  return onceOver(services, payment, async (queries, { id: orderId }, { provider, providerId, amountPence }) => {
    const summary = `A buyer was told to wait for ${formatPence(amountPence)} by ${provider}, gave it up and had no answer. For a day ${provider} has not said what became of it: look there, and write to them.`
    const subject = `${provider} ${providerId} unanswered`
    await openCase(queries, { kind: 'not_taken', subject, summary, orderId, provider, amountPence })
  })
}

async function onceOver(
  services: PaymentServices,
  { id, orderId }: Payment,
  act: (queries: Queries, order: Order, payment: Payment) => Promise<void>,
): Promise<void> {
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    const attempts = await readPayments(queries, orderId)
    const payment = attempts.find((it) => it.id === id)
    const isOver = attempts.every(({ state }) => endedStates.includes(state))
    if (order && isOver && payment?.awaitedAt) await act(queries, order, payment)
  })
}
