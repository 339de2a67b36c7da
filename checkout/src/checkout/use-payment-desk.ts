import { cartStore, dismissPriceChanges } from '@site/shared/cart'
import { useState } from 'react'
import { orderStore, refuse } from '../order/order-store'
import { beginAttempt } from '../payment/attempt'
import { checkoutMessages } from '../payment/messages'
import type { PaymentMethod } from '../payment/payment-method'
import { checkCustomer } from './customer'

export function usePaymentDesk({ customerMissing }: PaymentMethod) {
  const [hasTried, setHasTried] = useState(false)
  const check = () => checkCustomer(orderStore.getState().customer, customerMissing)

  return {
    hasTried,
    checkCustomer() {
      const checked = check()
      setHasTried(true)
      if (!checked.isValid) refuse(checked.message)
      return checked.isValid
    },
    begin() {
      const checked = check()
      if (!checked.isValid) return undefined
      // Paying accepts the present prices.
      dismissPriceChanges()
      return beginAttempt(cartStore().getState().items, checked.customer)
    },
    refuse: (message: string) => refuse(message || checkoutMessages.generic),
  }
}
