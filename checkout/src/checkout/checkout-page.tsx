import { useCart, usePriceChanges } from '@site/shared/cart'
import { Navigate } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { ButtonLink, Spinner } from '@site/shared/ui'
import { useEffect, useState } from 'react'
import { PriceChanges } from '../cart/price-changes'
import { useIsCartRead } from '../cart/use-is-cart-read'
import { openCheckout, useOrder } from '../order/order-store'
import { checkAgain } from '../payment/attempt'
import { CheckoutForm } from './checkout-form'
import { CheckoutFrame, CheckoutReading } from './checkout-frame'
import { Recovery } from './recovery'
import { Success } from './success'

export default function CheckoutPage() {
  const items = useCart((cart) => cart.items)
  const hasPriceChanges = usePriceChanges().length > 0
  const isOpen = useOpenCheckout()
  const isBusy = useOrder(({ status }) => status === 'processing')
  const isLive = useOrder((state) => state.isLive)
  const order = useOrder((state) => state.order)
  const paid = useOrder(({ status }) => status === 'success') && order?.stage === 'complete' ? order : undefined

  function content() {
    if (!isOpen) return <CheckoutReading />
    if (paid) return <Success order={paid} />
    // An order whose money may have moved never gets the form back (D-47).
    if (order?.stage === 'locked' && !(isBusy && isLive)) return <Recovery order={order} />
    if (items.length > 0 || isBusy) return <CheckoutForm items={items} />
    if (hasPriceChanges) return <NothingLeft />
    return (
      <CheckoutFrame>
        <Navigate to={paths.courses} replace />
        <Spinner label="Your cart is empty. Taking you to the courses…" />
      </CheckoutFrame>
    )
  }
  return (
    <>
      <PageHead
        title={isOpen && paid ? 'Order confirmed' : 'Checkout'}
        description="Enter your details, choose how to pay and complete your order."
        path={paths.checkout}
        noindex
      />
      {content()}
    </>
  )
}

/** Another document would not know what has left the cart. */
function NothingLeft() {
  return (
    <CheckoutFrame>
      <div role="alert">
        <PriceChanges />
      </div>
      <ButtonLink to={paths.courses}>Browse Courses</ButtonLink>
    </CheckoutFrame>
  )
}

/** An order that another page started is asked after at once. */
function useOpenCheckout(): boolean {
  const isCartRead = useIsCartRead()
  const [isOpen, setIsOpen] = useState(false)
  const isElsewhere = useOrder((state) => state.isElsewhere)

  useEffect(() => {
    if (!isCartRead) return
    openCheckout()
    void checkAgain()
    setIsOpen(true)
  }, [isCartRead])

  useEffect(() => {
    if (isElsewhere) void checkAgain()
  }, [isElsewhere])

  return isOpen
}
