import { type Provider, ProviderError, type ProviderPayment } from '@site/providers/gateway'
import type { OrderStatusReply } from '@site/shared/contracts/payments'
import { readSetBack } from '../database/paper-numbers'
import { ApiError, type Refusal } from '../errors/api-error'
import { isPaidFor, lockOrder } from '../orders/order-repository'
import type { Settlement } from './record-progress'
import { refusals } from './refusals'
import { checkPayment, settle } from './settle-payment'
import { findPayment, isOurReference, parseReference, readPayments, unpaidStates } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

export type Confirmation = {
  provider: Provider
  providerId: string
  /** Another order's payment counts as unknown. */
  orderId?: string
}
export type Confirmed = { orderId: string; state: 'paid' | 'needs_attention' }

/** Trusts nothing from the browser. Idempotent. */
export async function confirmPayment(services: PaymentServices, asked: Confirmation): Promise<Confirmed> {
  const { provider, providerId, orderId } = asked
  const known = await findPayment(services.database.queries(), { provider, providerId })
  const isOther = (owner: string | undefined) => orderId !== undefined && owner !== orderId
  if (known && isOther(known.orderId)) throw new ApiError(refusals.notFound)
  if (known?.state === 'succeeded') {
    const order = await services.database.transaction((queries) => lockOrder(queries, known.orderId))
    if (order && isPaidFor(order.state)) return { orderId: order.id, state: order.state }
  }
  try {
    const response = await services.gateways[provider].read(providerId)
    // The provider's record counts where ours was lost.
    if (!known && isOther(parseReference(response.reference)?.orderId)) throw new ApiError(refusals.notFound)
    return answer(await settle(services, response, 'confirm'))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (!known && error.kind === 'missing') throw new ApiError(refusals.notFound)
    services.log.warn({ err: error, provider, providerId }, 'a payment could not be confirmed yet')
    throw new ApiError(refusals.unknownOutcome)
  }
}

const refusalOf: Readonly<Partial<Record<Settlement['type'], Refusal>>> = {
  given_up: refusals.returned,
  refunded: refusals.refunded,
  processing: refusals.processing,
  declined: refusals.declined,
  mismatch: refusals.mismatch,
}

function answer(settlement: Settlement): Confirmed {
  if (settlement.type === 'settled') return { orderId: settlement.orderId, state: settlement.state }
  if (settlement.type === 'returned')
    throw new ApiError(settlement.isOrderPaid ? refusals.orderPaid : refusals.returned)
  if (settlement.type === 'unknown') throw new ApiError(refusalOfUnknown(settlement.response))
  throw new ApiError(refusalOf[settlement.type] ?? refusals.notConfirmed)
}

function refusalOfUnknown({ reference, isOurMode, status }: ProviderPayment): Refusal {
  if (!isOurMode || !isOurReference(reference)) return refusals.notFound
  return status === 'processing' || status === 'approved' ? refusals.processing : refusals.notConfirmed
}

type OrderStatus = OrderStatusReply['data']['status']

/** Asks the providers; "unpaid" is never from memory. */
export async function readOrderStatus(services: PaymentServices, orderId: string): Promise<OrderStatus> {
  const attempts = await readPayments(services.database.queries(), orderId)
  try {
    for (const { provider, providerId, state } of attempts)
      if (providerId && unpaidStates.includes(state))
        await checkPayment(services, { provider, providerId, source: 'confirm' })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ err: error, orderId }, 'it is not known how an order stands')
    throw new ApiError(refusals.unknownOutcome)
  }
  return services.database.transaction(async (queries): Promise<OrderStatus> => {
    const order = await lockOrder(queries, orderId)
    const states = (await readPayments(queries, orderId)).map(({ state }) => state)
    if (order && states.includes('succeeded') && isPaidFor(order.state)) return order.state
    if (states.includes('processing')) return 'processing'
    // The money came and went back: the order is over.
    const isBack = states.some((state) => state === 'duplicate' || state === 'refunded' || state === 'charged_back')
    if (isBack) return 'refunded'
    // Its payment may be one that was lost and is not taken in yet.
    const setBackAt = await readSetBack(queries)
    if (setBackAt && (!order || order.createdAt < setBackAt)) throw new ApiError(refusals.unknownOutcome)
    return 'unpaid'
  })
}
