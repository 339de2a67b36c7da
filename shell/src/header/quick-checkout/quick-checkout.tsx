import { useCart } from '@site/shared/cart'
import { formatPounds, totalsOf } from '@site/shared/money'
import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import { useEffect, useRef } from 'react'
import { Icon } from '../../icons/icon'
import late from './quick-checkout.late.module.css'

/** Lines of the cart in the popup. */
const SHOWN = 3

/** Takes the focus when it opens and does not trap it (R27–R29). */
export function QuickCheckout({ count, onClose }: { count: number; onClose: () => void }) {
  const items = useCart((cart) => cart.items)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => popup.current?.focus({ preventScroll: true }), [])
  return (
    <div className={late.popup} ref={popup} role="dialog" aria-labelledby="quick-checkout-title" tabIndex={-1}>
      <h2 className={late.title} id="quick-checkout-title">
        Quick Checkout
      </h2>
      <button className={late.close} type="button" aria-label="Close" onClick={onClose}>
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
