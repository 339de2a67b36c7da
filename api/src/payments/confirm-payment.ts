import { type Provider, ProviderError } from '@site/providers/gateway'
import type { OrderStatusReply } from '@site/shared/contracts/payments'
import type { Refusal } from '../errors/api-error'
import { isPaidFor, lockOrder, type Source } from '../orders/order-repository'
import type { Settlement } from './note-progress'
import { type Refused, refusals, refuse } from './refusals'
import { checkPayment } from './settle-payment'
import { findPayment, readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { unpaidStates } from './shared/payment-state'

export type Confirmation = {
  provider: Provider
  providerId: string
  /** Another order's payment counts as unknown. */
  orderId?: string
  source?: Source
}
export type Confirmed = { ok: true; orderId: string; state: 'paid' | 'needs_attention' } | Refused

/** Trusts nothing from the browser. Idempotent. */
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

const refusalOf: Readonly<Partial<Record<Settlement['type'], Refusal>>> = {
  given_up: refusals.returned,
  refunded: refusals.refunded,
  processing: refusals.processing,
  declined: refusals.declined,
  mismatch: refusals.mismatch,
  unknown: refusals.notFound,
}

function answer(settlement: Settlement): Confirmed {
  if (settlement.type === 'settled') return { ok: true, orderId: settlement.orderId, state: settlement.state }
  if (settlement.type === 'returned') return refuse(settlement.isOrderPaid ? refusals.orderPaid : refusals.returned)
  return refuse(refusalOf[settlement.type] ?? refusals.notConfirmed)
}

type OrderStatus = { ok: true; status: OrderStatusReply['data']['status'] } | Refused

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
    return refuse(refusals.unknownOutcome)
  }
  return services.database.transaction(async (queries): Promise<OrderStatus> => {
    const order = await lockOrder(queries, orderId)
    const states = (await readPayments(queries, orderId)).map(({ state }) => state)
    if (!order) return { ok: true, status: 'unpaid' }
    if (states.includes('succeeded') && isPaidFor(order.state)) return { ok: true, status: order.state }
    if (states.includes('processing')) return { ok: true, status: 'processing' }
    // The money came and went back: the order is over.
    const isBack = states.some((state) => state === 'duplicate' || state === 'refunded' || state === 'charged_back')
    return { ok: true, status: isBack ? 'refunded' : 'unpaid' }
  })
}
