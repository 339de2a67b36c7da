import { CART_NOTE_EVENT } from '@site/shared/announce'
import { itemCount, useCart } from '@site/shared/cart'
import { Link, useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { VisuallyHidden } from '@site/shared/ui'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Icon } from '../../icons/icon'
import { useDismiss, useOnNavigation } from '../../use-dismiss'
import classes from '../header.module.css'
import late from './quick-checkout.late.module.css'

const loadPopup = () => import(/* webpackChunkName: "quick-checkout" */ './quick-checkout')

const prefetch = () => void loadPopup().catch(() => {})

/** Opens Quick Checkout (R24, R27). A form, because React keeps a submit made before hydration. */
export function CartControl() {
  const count = useCart(itemCount)
  const isFilled = count > 0
  const navigate = useNavigate()
  const [Popup, setPopup] = useState<ComponentType<{ count: number; onClose: () => void }>>()
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const control = useRef<HTMLDivElement>(null)
  const icon = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (isFilled) prefetch()
  }, [isFilled])

  function toggle() {
    setIsOpen(!isOpen)
    if (Popup) return
    loadPopup().then(
      ({ QuickCheckout }) => setPopup(() => QuickCheckout),
      () => navigate(paths.cart),
    )
  }
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
      <form className={classes.scripted} action={toggle}>
        <button
          className={classes.icon}
          ref={icon}
          type="submit"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={prefetch}
          onFocus={prefetch}
        >
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
      {isOpen && Popup && <Popup count={count} onClose={leave} />}
    </div>
  )
}
