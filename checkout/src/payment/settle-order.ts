import type { LockedOrder } from '../order/order'
import { checkoutMessages, walletMessages } from './messages'
import { askStatus, giveUpOrder } from './order-status'
import { type PaymentOutcome, unsettled } from './outcome'
import { findMethod } from './payment-methods'

/** Asks our server, which asks the provider, what became of an order (D-47). Never throws. */
export async function settleOrder(order: LockedOrder): Promise<PaymentOutcome> {
  const { id, payment, isGivenUp } = order
  try {
    // Whoever has cancelled must not be charged by being asked after.
    if (isGivenUp) return await giveUpOrder(id, walletMessages.cancelled)
    const method = findMethod(payment?.method)
    return await (payment && method ? method.settle(order, payment) : askStatus(id))
  } catch (error) {
    console.warn('The payment could not be asked after', error)
    return unsettled(checkoutMessages.generic)
  }
}
