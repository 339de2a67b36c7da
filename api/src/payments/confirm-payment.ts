import { ProviderError } from '@site/providers/gateway'
import type { Provider } from '@site/providers/provider'
import type { Payment } from '../database/schema'
import { lockOrder } from '../orders/order-repository'
import { isPaidFor } from '../orders/order-state'
import { checkPayment, settle } from './check-payment'
import { type Refused, refusals, refuse } from './refusals'
import type { Settlement } from './settling'
import { findPayment } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

export type Confirmation = {
  provider: Provider
  providerId: string
  /** The order the browser thinks it has paid: another's payment is answered as an unknown one. */
  orderId?: string
  /** The browser was told that the source of the money said no. */
  isDeclined?: boolean
  /** The buyer has just approved; without it the call looks and takes nothing. */
  isApproved?: boolean
}
export type Confirmed = { ok: true; orderId: string; state: 'paid' | 'needs_attention' } | Refused

/**
 * The buyer's browser says it has paid; nothing of that is believed. Safe to call again, however often. A
 * payment we never made costs no call of the provider: its id is kept before any browser is told it.
 */
export async function confirmPayment(services: PaymentServices, asked: Confirmation): Promise<Confirmed> {
  const { provider, providerId, orderId, isDeclined, isApproved } = asked
  const known = await findPayment(services.database.queries(), { provider, providerId })
  if (!known || (orderId && known.orderId !== orderId)) return refuse(refusals.notFound)
  if (known.state === 'succeeded') {
    const order = await services.database.transaction((queries) => lockOrder(queries, known.orderId))
    if (order && isPaidFor(order.state)) return { ok: true, orderId: order.id, state: order.state }
  }
  try {
    const check = { provider, providerId, source: 'confirm' } as const
    const settlement = isDeclined
      ? await keepDecline(services, known, providerId)
      : await checkPayment(services, { ...check, ...(isApproved && { captureFor: 'approval' }) })
    return answer(settlement)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ err: error, provider, providerId }, 'a payment could not be confirmed yet')
    return refuse(refusals.unknownOutcome)
  }
}

/** What the browser says of a decline holds only where the provider has taken nothing. */
async function keepDecline(services: PaymentServices, { provider }: Payment, providerId: string): Promise<Settlement> {
  const response = await services.gateways[provider].read(providerId)
  const isUntouched = response.status === 'approved' || response.status === 'open'
  return settle(services, isUntouched ? { ...response, status: 'declined' } : response, 'confirm')
}

function answer(settlement: Settlement): Confirmed {
  switch (settlement.type) {
    case 'settled':
      return { ok: true, orderId: settlement.orderId, state: settlement.state }
    case 'returned':
      return refuse(settlement.isOrderPaid ? refusals.orderPaid : refusals.returned)
    case 'refunded':
      return refuse(refusals.refunded)
    case 'processing':
      return refuse(refusals.processing)
    case 'declined':
      return refuse(settlement.isFinal ? refusals.refusedByPayPal : refusals.declined)
    case 'approved':
      return refuse(settlement.isLeftToSweep ? refusals.processing : refusals.notConfirmed)
    case 'mismatch':
      return refuse(refusals.mismatch)
    case 'unknown':
      return refuse(refusals.notFound)
    default:
      return refuse(refusals.notConfirmed)
  }
}
