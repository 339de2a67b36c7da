import { itemCount, useCart } from '@site/shared/cart'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { ButtonLink, VisuallyHidden } from '@site/shared/ui'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../icons/icon'
import { useDismiss, useOnNavigation } from '../../use-dismiss'
import classes from '../header.module.css'
import late from './quick-checkout.late.module.css'

/** A link to the cart that opens Quick Checkout once scripts run (R24, R27). */
export function CartControl() {
  const count = useCart(itemCount)
  const isHydrated = useIsHydrated()
  const [isOpen, setIsOpen] = useState(false)
  const control = useRef<HTMLDivElement>(null)
  const icon = useRef<HTMLAnchorElement>(null)

  useOnNavigation(() => setIsOpen(false))
  useDismiss(control, (by) => {
    if (isOpen && by === 'escape') icon.current?.focus()
    setIsOpen(false)
  })

  function handleClick(event: MouseEvent) {
    // With a modifier key the visitor asks for the cart in a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setIsOpen(!isOpen)
  }

  return (
    <div ref={control}>
      <Link
        className={classes.icon}
        ref={icon}
        to={paths.cart}
        onClick={handleClick}
        {...(isHydrated && { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen })}
      >
        <Icon name="cart" />
        <VisuallyHidden>Cart</VisuallyHidden>
        {count > 0 && (
          <span className={classes.badge}>
            {count}
            <VisuallyHidden> {count === 1 ? 'item' : 'items'}</VisuallyHidden>
          </span>
        )}
      </Link>
      {isOpen && <QuickCheckout count={count} />}
    </div>
  )
}

/** Takes the focus when it opens and does not trap it (R27–R29). */
function QuickCheckout({ count }: { count: number }) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => popup.current?.focus({ preventScroll: true }), [])
  return (
    <div className={late.popup} ref={popup} role="dialog" aria-labelledby="quick-checkout-title" tabIndex={-1}>
      <h2 className={late.title} id="quick-checkout-title">
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
