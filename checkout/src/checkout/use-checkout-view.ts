import { useEffect, useState } from 'react'
import type { CompleteOrder, LockedOrder } from '../order/order'
import { leaveCheckout, openCheckout, useOrder } from '../order/order-store'
import { checkAgain } from '../payment/attempt'

export type CheckoutView =
  | { name: 'reading' | 'empty' | 'form' }
  | { name: 'success'; order: CompleteOrder }
  | { name: 'recovery'; order: LockedOrder }

/**
 * An order whose money may have moved never gets the form back (D-47). One that another page started is asked after
 * at once.
 */
export function useCheckoutView(isCartRead: boolean, isCartEmpty: boolean): CheckoutView {
  const [isOpen, setIsOpen] = useState(false)
  const status = useOrder((state) => state.status)
  const order = useOrder((state) => state.order)
  const isLive = useOrder((state) => state.isLive)
  const isElsewhere = useOrder((state) => state.isElsewhere)

  useEffect(() => {
    if (!isCartRead) return
    openCheckout()
    void checkAgain()
    setIsOpen(true)
    return leaveCheckout
  }, [isCartRead])

  useEffect(() => {
    if (isElsewhere) void checkAgain()
  }, [isElsewhere])

  if (!isOpen) return { name: 'reading' }
  const isBusy = status === 'processing'
  if (order?.stage === 'complete' && status === 'success') return { name: 'success', order }
  if (order?.stage === 'locked' && !(isBusy && isLive)) return { name: 'recovery', order }
  if (isCartEmpty && !isBusy) return { name: 'empty' }
  return { name: 'form' }
}
