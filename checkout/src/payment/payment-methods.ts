import { cardMethod } from './card/card-method'
import type { PaymentMethod } from './payment-method'
import { payPalMethod } from './paypal/paypal-method'

export const paymentMethods = [cardMethod, payPalMethod] as const satisfies readonly PaymentMethod[]

export function findMethod(id: string | null | undefined): PaymentMethod | undefined {
  return paymentMethods.find((method) => method.id === id)
}

export function preselectedMethod(query: URLSearchParams): PaymentMethod {
  return findMethod(query.get('method')) ?? paymentMethods[0]
}
