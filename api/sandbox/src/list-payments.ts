import type { Provider } from './failures'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'

export type FakePayment = {
  provider: Provider
  id: string
  /** The shop's order id; absent if the call named none. */
  orderId: string | undefined
  /** As sent to the provider: pence for Stripe, pounds for PayPal. */
  amount: string
  status: string
  charges: number
  isRefunded: boolean
}

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
      orderId: unit.invoice_id?.split(':')[0],
      amount: unit.amount.value,
      status,
      charges: captures.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING').length,
      isRefunded,
    }),
  )
  return [...byCard, ...byWallet].filter(({ orderId }) => order === undefined || orderId === order)
}
