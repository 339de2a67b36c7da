import type { Provider } from '../database/schema'
import type { PayPalStandIn } from './paypal-stand-in'
import type { StripeStandIn } from './stripe-stand-in'

/** One payment as its provider's stand-in has it. */
export type StandInPayment = {
  provider: Provider
  /** The provider's own id. */
  id: string
  /** Our order's; absent when the call did not name one. */
  orderId: string | undefined
  /** In the currency's decimals, as the provider was asked: pence for Stripe, pounds for PayPal. */
  amount: string
  status: string
  /** How often money was taken. */
  charges: number
  isRefunded: boolean
}

/** What the stand-ins hold, for whoever tries the shop out; of one order, or all. */
export function listPayments(stripe: StripeStandIn, payPal: PayPalStandIn, order?: string): StandInPayment[] {
  const byCard = stripe.intents.all().map(
    ({ id, metadata, amount, status, charges, isRefunded }): StandInPayment => ({
      provider: 'stripe',
      id,
      orderId: metadata.order,
      amount: String(amount),
      status,
      charges,
      isRefunded,
    }),
  )
  const byWallet = payPal.orders.all().map(
    ({ id, unit, status, captures, isRefunded }): StandInPayment => ({
      provider: 'paypal',
      id,
      orderId: unit.invoice_id,
      amount: unit.amount.value,
      status,
      charges: captures.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING').length,
      isRefunded,
    }),
  )
  return [...byCard, ...byWallet].filter(({ orderId }) => order === undefined || orderId === order)
}
