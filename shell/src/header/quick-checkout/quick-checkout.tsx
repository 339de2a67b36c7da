import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import { useEffect, useRef } from 'react'
import classes from './quick-checkout.late.module.css'

/** Takes the focus when it opens and does not trap it (R27–R29). */
export function QuickCheckout({ count }: { count: number }) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => popup.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classes.popup} ref={popup} role="dialog" aria-labelledby="quick-checkout-title" tabIndex={-1}>
      <h2 className={classes.title} id="quick-checkout-title">
        Quick Checkout
      </h2>
      {count > 0 ? (
        <>
          <p>{`${count} item(s) in your cart`}</p>
          <ButtonLink to={paths.cart}>View Cart & Checkout</ButtonLink>
        </>
      ) : (
        <>
          <p>Your cart is empty</p>
          <ButtonLink to={paths.courses}>Browse Courses</ButtonLink>
        </>
      )}
    </div>
  )
}
