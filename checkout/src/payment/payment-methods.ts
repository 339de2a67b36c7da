import { brandName, CARD_FORM_ID } from './card/card-names'
import { checkoutMessages } from './messages'
import type { PaymentMethod } from './payment-method'

const cardMethod: PaymentMethod = {
  id: 'card',
  label: 'Credit/Debit Card',
  hint: 'Secure payment via Stripe',
  provider: 'Stripe',
  marks: ['VISA', 'Mastercard', 'AMEX'],
  customerMissing: checkoutMessages.cardCustomerMissing,
  isLoadedWithPage: true,
  formId: CARD_FORM_ID,
  loadPanel: async () => ({ Panel: (await import('./card/card-panel')).CardPanel }),
  describe({ details }) {
    const { cardBrand = '', last4 } = details ?? {}
    return last4 ? `Paid by ${brandName(cardBrand) ?? 'card'} ending in ${last4}.` : 'Paid by card.'
  },
}

const payPalMethod: PaymentMethod = {
  id: 'paypal',
  label: 'PayPal',
  hint: 'Pay in a window of PayPal',
  provider: 'PayPal',
  customerMissing: checkoutMessages.walletCustomerMissing,
  isLoadedWithPage: false,
  loadPanel: async () => ({ Panel: (await import('./paypal/paypal-panel')).PayPalPanel }),
  describe: () => 'Paid with PayPal.',
}

export const paymentMethods = [cardMethod, payPalMethod] as const satisfies readonly PaymentMethod[]

export function findMethod(id: string | null | undefined): PaymentMethod | undefined {
  return paymentMethods.find((method) => method.id === id)
}

export function preselectedMethod(query: URLSearchParams): PaymentMethod {
  return findMethod(query.get('method')) ?? paymentMethods[0]
}
