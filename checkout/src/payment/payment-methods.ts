import { cardMethod } from './card/card-method'
import type { PaymentMethod } from './payment-method'
import { payPalMethod } from './paypal/paypal-method'

/** The ways to pay, in their order on the page (R126); the first is preselected. */
export const paymentMethods = [cardMethod, payPalMethod] as const satisfies readonly PaymentMethod[]

/** The method a stored order names, which may be one that is no longer there. */
export function findMethod(id: string | null | undefined): PaymentMethod | undefined {
  return paymentMethods.find((method) => method.id === id)
}

/** `?method=paypal` preselects PayPal, anything else the card (R127). */
export function preselectedMethod(query: URLSearchParams): PaymentMethod {
  return findMethod(query.get('method')) ?? paymentMethods[0]
}
