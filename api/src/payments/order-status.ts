import { ProviderError } from '@site/providers/gateway'
import type { OrderStatusReply } from '@site/shared/contracts/payments'
import { lockOrder } from '../orders/order-repository'
import { isPaidFor } from '../orders/order-state'
import { checkPayment } from './check-payment'
import { type Refused, refusals, refuse } from './refusals'
import { readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { unpaidStates } from './shared/payment-state'

export type OrderStatus = { ok: true; status: OrderStatusReply['data']['status'] } | Refused

/** How an order stands, by what its providers say now: "unpaid" is never said from memory. */
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
    // The money came and went back, whoever took it: the order is over.
    const isBack = states.some((state) => state === 'duplicate' || state === 'refunded' || state === 'charged_back')
    return { ok: true, status: isBack ? 'refunded' : 'unpaid' }
  })
}
