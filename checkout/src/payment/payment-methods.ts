import { checkoutMessages } from './messages'
import type { PaymentMethod } from './payment-method'

export const cardMethod: PaymentMethod = {
  id: 'card',
  label: 'Credit/Debit Card',
  hint: 'Secure payment via Stripe',
  customerMissing: checkoutMessages.cardCustomerMissing,
  loadPanel: async () => ({ Panel: (await import('./card/card-panel')).CardPanel }),
}

export const payPalMethod: PaymentMethod = {
  id: 'paypal',
  label: 'PayPal',
  hint: 'Pay in a window of PayPal',
  customerMissing: checkoutMessages.walletCustomerMissing,
  loadPanel: async () => ({ Panel: (await import('./paypal/paypal-panel')).PayPalPanel }),
}

/** The ways to pay, in their order on the page (R126). */
export const paymentMethods: readonly PaymentMethod[] = [cardMethod, payPalMethod]

/** `?method=paypal` preselects PayPal, anything else the card (R127). */
export function preselectedMethod(query: URLSearchParams): PaymentMethod {
  return query.get('method') === payPalMethod.id ? payPalMethod : cardMethod
}
