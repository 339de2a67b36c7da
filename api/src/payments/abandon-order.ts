import { ProviderError } from '@site/providers/gateway'
import { ApiError } from '../errors/api-error'
import { queueMail } from '../mail/queue-mail'
import { canMove, lockOrder, moveOrder, recordEvent } from '../orders/order-repository'
import { reasonToRefuse } from './claim-payment'
import { closePayment } from './settle-payment'
import { movePayment, readPayments, unpaidStates } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

/** A slower provider counts as unavailable. */
const CLOSE_MS = 2_500

/** Ends what it can; the sweep closes the rest, and later money goes back. */
export async function abandonOrder(services: PaymentServices, orderId: string): Promise<void> {
  await closePayable(services, orderId)
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    if (!order) return
    const attempts = await readPayments(queries, orderId)
    // Only a bank's decision cannot be stopped. A capture meanwhile is returned.
    const isDeciding = attempts.some((it) => it.state === 'processing' && it.providerStatus === 'processing')
    const refusal = reasonToRefuse(order, attempts, isDeciding)
    if (refusal) throw new ApiError(refusal)
    for (const payment of attempts) {
      await movePayment(queries, payment, 'end')
      const { id: about, amountPence } = payment
      // A page that showed "processing" promised a mail.
      if (payment.state === 'processing')
        await queueMail(queries, services, { order, kind: 'payment_not_taken', amountPence, about })
    }
    const detail = { reason: 'given up by the buyer' }
    if (canMove(order.state, 'cancelled')) await moveOrder(queries, order, 'cancelled', 'request', detail)
    else await recordEvent(queries, { orderId, type: 'abandoned', source: 'request', detail })
  })
}

/** Settles the answers: money that arrived counts. Skips slow providers. @returns the payments asked about */
export async function closePayable(services: PaymentServices, orderId: string): Promise<ReadonlySet<number>> {
  const attempts = await readPayments(services.database.queries(), orderId)
  const payable = attempts.filter(({ state, providerId }) => unpaidStates.includes(state) && providerId !== null)
  const closing = payable.map((payment) =>
    closePayment(services, payment, 'request', { timeoutMs: CLOSE_MS }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      const { provider } = payment
      services.log.warn({ err: error, orderId, provider }, 'a payment is given up that its provider has not closed')
    }),
  )
  await Promise.all(closing)
  return new Set(payable.map(({ id }) => id))
}
