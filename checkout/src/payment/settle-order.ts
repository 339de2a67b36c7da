import type { LockedOrder } from '../order/order'
import { confirmCard } from './card/confirm-card'
import { checkoutMessages } from './messages'
import { type PaymentOutcome, unsettled } from './outcome'
import { confirmWallet } from './paypal/pay-by-paypal'

/** Asks our server, which asks the provider, what became of an order (D-47). Never throws. */
export async function settleOrder(order: LockedOrder): Promise<PaymentOutcome> {
  const { evidence } = order
  try {
    return await (evidence.method === 'card' ? confirmCard(order, evidence) : confirmWallet(order, evidence))
  } catch (error) {
    console.warn('The payment could not be asked after', error)
    return unsettled(checkoutMessages.generic)
  }
}
