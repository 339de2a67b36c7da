import { type Provider, ProviderError } from '@site/providers/gateway'
import { lockOrder, type Source } from '../orders/order-repository'
import { isPaidFor } from '../orders/order-state'
import { checkPayment } from './check-payment'
import { type Refused, refusals, refuse } from './refusals'
import type { Settlement } from './settling'
import { findPayment } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

export type Confirmation = {
  provider: Provider
  providerId: string
  /** The order the browser thinks it has paid: another's payment is answered as an unknown one. */
  orderId?: string
  source?: Source
}
export type Confirmed = { ok: true; orderId: string; state: 'paid' | 'needs_attention' } | Refused

/**
 * The buyer's browser says it has paid; nothing of that is believed. Safe to call again, however often. A
 * payment we never made costs no call of the provider: its id is kept before any browser is told it.
 */
export async function confirmPayment(services: PaymentServices, asked: Confirmation): Promise<Confirmed> {
  const { provider, providerId, orderId, source = 'confirm' } = asked
  const known = await findPayment(services.database.queries(), { provider, providerId })
  if (!known || (orderId && known.orderId !== orderId)) return refuse(refusals.notFound)
  if (known.state === 'succeeded') {
    const order = await services.database.transaction((queries) => lockOrder(queries, known.orderId))
    if (order && isPaidFor(order.state)) return { ok: true, orderId: order.id, state: order.state }
  }
  try {
    return answer(await checkPayment(services, { provider, providerId, source }))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ err: error, provider, providerId }, 'a payment could not be confirmed yet')
    return refuse(refusals.unknownOutcome)
  }
}

function answer(settlement: Settlement): Confirmed {
  switch (settlement.type) {
    case 'settled':
      return { ok: true, orderId: settlement.orderId, state: settlement.state }
    case 'returned':
      return refuse(settlement.isOrderPaid ? refusals.orderPaid : refusals.returned)
    case 'given_up':
      return refuse(refusals.returned)
    case 'refunded':
      return refuse(refusals.refunded)
    case 'processing':
      return refuse(refusals.processing)
    case 'declined':
      return refuse(refusals.declined)
    case 'mismatch':
      return refuse(refusals.mismatch)
    case 'unknown':
      return refuse(refusals.notFound)
    default:
      return refuse(refusals.notConfirmed)
  }
}
