import { cartStore } from '@site/shared/cart'
import { useState } from 'react'
import { beginAttempt } from '../order/attempt'
import { orderStore, refuse } from '../order/order-store'
import type { PaymentMethod } from '../payment/payment-method'
import { checkCustomer } from './customer'

/** What every payment method needs of the checkout, and whether a payment has been tried yet. */
export function usePaymentDesk({ customerMissing }: PaymentMethod) {
  const [hasTried, setHasTried] = useState(false)
  const check = () => checkCustomer(orderStore.getState().customer, customerMissing)

  return {
    hasTried,
    checkCustomer() {
      const result = check()
      setHasTried(true)
      if (!result.isValid) refuse(result.message)
      return result.isValid
    },
    begin() {
      const result = check()
      return result.isValid ? beginAttempt(cartStore().getState().items, result.customer) : undefined
    },
    refuse,
  }
}
