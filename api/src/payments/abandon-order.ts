import { ProviderError } from '@site/providers/gateway'
import type { Payment } from '../database/schema'
import { lockOrder, moveOrder, recordEvent } from '../orders/order-repository'
import { canMove } from '../orders/order-state'
import { closePayment } from './check-payment'
import { reasonToRefuse } from './claim-payment'
import { type Refused, refuse } from './refusals'
import { movePayment, readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { unpaidStates } from './shared/payment-state'

/** A provider that says nothing within this is away: the outcome is kept without it. */
const CLOSE_MS = 2_500

export type Abandoned = { ok: true } | Refused

/**
 * Ends every payment of an order for good because its buyer goes away from it. What the providers do not
 * close now is closed by the sweep; what arrives in spite of it is sent back. An order that is not known has
 * nothing that could be paid.
 */
export async function abandonOrder(services: PaymentServices, orderId: string): Promise<Abandoned> {
  await closePayable(services, orderId)
  const refusal = await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    if (!order) return undefined
    const attempts = await readPayments(queries, orderId)
    // Only a bank that is deciding cannot be stopped; what a browser captures meanwhile goes back.
    const isDeciding = attempts.some((it) => it.state === 'processing' && it.providerStatus === 'processing')
    const reason = reasonToRefuse(order, attempts, isDeciding)
    if (reason) return reason
    for (const payment of attempts) await movePayment(queries, payment, 'end')
    const detail = { reason: 'given up by the buyer' }
    if (canMove(order.state, 'cancelled')) await moveOrder(queries, order, 'cancelled', 'request', detail)
    else await recordEvent(queries, { orderId, type: 'abandoned', source: 'request', detail })
    return undefined
  })
  return refusal ? refuse(refusal) : { ok: true }
}

/**
 * Has the providers close what could still be paid, all at once, and takes in what they say: money that has
 * moved meanwhile counts, since nobody has been told otherwise. A provider that is away is not waited for.
 * @returns the payments that were asked about; one that is linked to its provider meanwhile is not among them.
 */
export async function closePayable(services: PaymentServices, orderId: string): Promise<ReadonlySet<number>> {
  const attempts = await readPayments(services.database.queries(), orderId)
  const payable = attempts.filter(({ state, providerId }) => unpaidStates.includes(state) && providerId !== null)
  await Promise.all(payable.map((payment) => tryToClose(services, payment)))
  return new Set(payable.map(({ id }) => id))
}

async function tryToClose(services: PaymentServices, payment: Payment): Promise<void> {
  try {
    await closePayment(services, payment, 'request', { timeoutMs: CLOSE_MS })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { orderId, provider } = payment
    services.log.warn({ err: error, orderId, provider }, 'a payment is given up that its provider has not closed')
  }
}
