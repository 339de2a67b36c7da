import { CART_NOTE_EVENT } from '@site/shared/announce'
import { itemCount, useCart } from '@site/shared/cart'
import { formatPounds, totalsOf } from '@site/shared/money'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { ButtonLink, VisuallyHidden } from '@site/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../icons/icon'
import { useDismiss, useOnNavigation } from '../../use-dismiss'
import classes from '../header.module.css'
import late from './quick-checkout.late.module.css'

/** Opens Quick Checkout (R24, R27). A form, because React keeps a submit made before hydration. */
export function CartControl() {
  const count = useCart(itemCount)
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const control = useRef<HTMLDivElement>(null)
  const icon = useRef<HTMLButtonElement>(null)

  function close() {
    setIsOpen(false)
    setNote('')
  }
  function leave() {
    icon.current?.focus()
    close()
  }
  useOnNavigation(close)
  useDismiss(control, (by) => (isOpen && by === 'escape' ? leave() : close()))
  useEffect(() => {
    const handleNote = (event: Event) => setNote((event as CustomEvent<string>).detail)
    window.addEventListener(CART_NOTE_EVENT, handleNote)
    return () => window.removeEventListener(CART_NOTE_EVENT, handleNote)
  }, [])

  return (
    <div ref={control}>
      <form className={classes.scripted} action={() => setIsOpen(!isOpen)}>
        <button className={classes.icon} ref={icon} type="submit" aria-haspopup="dialog" aria-expanded={isOpen}>
          <Icon name="cart" />
          <VisuallyHidden>Cart</VisuallyHidden>
          {count > 0 && (
            <span className={classes.badge}>
              <span>{count}</span>
              <VisuallyHidden>{count === 1 ? ' item' : ' items'}</VisuallyHidden>
            </span>
          )}
        </button>
      </form>
      <noscript>
        <Link className={classes.icon} to={paths.cart}>
          <Icon name="cart" />
          <VisuallyHidden>Cart</VisuallyHidden>
        </Link>
      </noscript>
      {note && !isOpen && <p className={late.popup}>{note}</p>}
      {isOpen && <QuickCheckout count={count} onClose={leave} />}
    </div>
  )
}

const SHOWN = 3

/** Takes the focus when it opens and does not trap it (R27–R29). */
function QuickCheckout({ count, onClose }: { count: number; onClose: () => void }) {
  const items = useCart((cart) => cart.items)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => popup.current?.focus({ preventScroll: true }), [])
  return (
    <div className={late.popup} ref={popup} role="dialog" aria-labelledby="quick-checkout-title" tabIndex={-1}>
      <h2 className={late.title} id="quick-checkout-title">
        Quick Checkout
      </h2>
      <button className={`${classes.icon} ${late.close}`} type="button" aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </button>
      {count > 0 ? (
        <>
          <p>{`${count} item(s) in your cart`}</p>
          <ul className={late.items}>
            {items.slice(0, SHOWN).map(({ id, title, price, quantity }) => (
              <li key={id} className={late.item}>
                <span>{quantity > 1 ? `${quantity} × ${title}` : title}</span>
                <span>{formatPounds(price * quantity)}</span>
              </li>
            ))}
            {items.length > SHOWN && <li>{`and ${items.length - SHOWN} more`}</li>}
            <li className={late.item}>
              <strong>Total with VAT</strong>
              <strong>{formatPounds(totalsOf(items).total)}</strong>
            </li>
          </ul>
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
