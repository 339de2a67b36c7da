import { useCart, usePriceChanges } from '@site/shared/cart'
import { Navigate } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { Spinner } from '@site/shared/ui'
import { useIsCartRead } from '../cart/use-is-cart-read'
import { CheckoutForm } from './checkout-form'
import { CheckoutFrame, CheckoutReading } from './checkout-frame'
import { Recovery } from './recovery'
import { Success } from './success'
import { useCheckoutView } from './use-checkout-view'

export default function CheckoutPage() {
  const isRead = useIsCartRead()
  const items = useCart((cart) => cart.items)
  const hasPriceChanges = usePriceChanges().length > 0
  const view = useCheckoutView(isRead, items.length === 0)
  return (
    <>
      <PageHead
        title={view.name === 'success' ? 'Order confirmed' : 'Checkout'}
        description="Enter your details, choose how to pay and complete your order."
        path={paths.checkout}
        noindex
      />
      {view.name === 'success' && <Success order={view.order} />}
      {view.name === 'recovery' && <Recovery order={view.order} />}
      {view.name === 'form' && <CheckoutForm items={items} />}
      {view.name === 'reading' && <CheckoutReading />}
      {view.name === 'empty' && (
        <CheckoutFrame>
          {/* The cart says why it is empty when its last course is no longer sold. */}
          <Navigate to={hasPriceChanges ? paths.cart : paths.courses} replace />
          <Spinner label="Your cart is empty. Taking you to the courses…" />
        </CheckoutFrame>
      )}
    </>
  )
}
