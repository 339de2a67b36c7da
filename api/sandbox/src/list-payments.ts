import type { Provider } from './failures'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'

/** One payment as the fake provider has it. */
export type FakePayment = {
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

/** What the fake providers hold, for whoever tries the shop out; of one order, or all. */
export function listPayments(stripe: FakeStripe, payPal: FakePayPal, order?: string): FakePayment[] {
  const byCard = stripe.intents.all().map(
    ({ id, metadata, amount, status, charges, isRefunded }): FakePayment => ({
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
    ({ id, unit, status, captures, isRefunded }): FakePayment => ({
      provider: 'paypal',
      id,
      // The shop's number and the attempt after it.
      orderId: unit.invoice_id?.split(':')[0],
      amount: unit.amount.value,
      status,
      charges: captures.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING').length,
      isRefunded,
    }),
  )
  return [...byCard, ...byWallet].filter(({ orderId }) => order === undefined || orderId === order)
}
