import type { Provider } from '../database/schema'
import { lockOrder } from '../orders/order-repository'
import { isPaidFor } from '../orders/order-state'
import { finishPayment } from './finish-payment'
import { ProviderError } from './gateway'
import { findPayment } from './payment-repository'
import type { PaymentServices } from './payment-services'
import { type Refused, refusals, refuse } from './refusals'

export type Confirmation = { provider: Provider; providerId: string; orderId?: string }
export type Confirmed = { ok: true; orderId: string; state: 'paid' | 'needs_attention' } | Refused

/**
 * The buyer's browser says it has paid; nothing of that is believed. Safe to call again, however often.
 * `orderId` is the order the browser thinks it has paid: another's payment is answered as an unknown one.
 */
export async function confirmPayment(services: PaymentServices, asked: Confirmation): Promise<Confirmed> {
  const { provider, providerId, orderId } = asked
  const known = await findPayment(services.database.queries(), { provider, providerId })
  if (known && orderId && known.orderId !== orderId) return refuse(refusals.notFound)
  if (known?.state === 'succeeded') {
    const order = await services.database.transaction((queries) => lockOrder(queries, known.orderId))
    if (order && isPaidFor(order.state)) return { ok: true, orderId: order.id, state: order.state }
  }
  try {
    const settlement = await finishPayment(services, { provider, providerId, source: 'confirm', canCapture: true })
    if (settlement.type === 'unknown') return refuse(refusals.notFound)
    if (orderId && settlement.orderId !== orderId) return refuse(refusals.notFound)
    if (settlement.type === 'settled') return { ok: true, orderId: settlement.orderId, state: settlement.state }
    if (settlement.type === 'processing') return refuse(refusals.processing)
    if (settlement.type === 'mismatch') return refuse(refusals.mismatch)
    if (settlement.type === 'duplicate') return refuse(refusals.orderPaid)
    return refuse(refusals.notConfirmed)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ err: error, provider, providerId }, 'a payment could not be confirmed yet')
    return refuse(error.fault === 'refused' ? refusals.notConfirmed : refusals.unknownOutcome)
  }
}
