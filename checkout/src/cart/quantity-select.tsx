import { announce } from '@site/shared/announce'
import { type CartItem, cartStore } from '@site/shared/cart'
import { MAX_QUANTITY, MIN_QUANTITY } from '@site/shared/constants'
import { formatPounds, totalsOf } from '@site/shared/money'
import { VisuallyHidden } from '@site/shared/ui'
import { type ChangeEvent, useEffect, useId, useRef } from 'react'
import classes from './cart-list.module.css'

export const QUANTITY_HEAD = 'cart-quantity'
const choices = Array.from({ length: MAX_QUANTITY - MIN_QUANTITY + 1 }, (_, index) => MIN_QUANTITY + index)

type Props = {
  item: CartItem
  takesFocus: boolean
}

/** A change is spoken with both totals (R98, R107). */
export function QuantitySelect({ item, takesFocus }: Props) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (takesFocus) select.current?.focus()
  }, [takesFocus])

  function handleChange(event: ChangeEvent<HTMLSelectElement>) {
    const quantity = Number(event.target.value)
    const cart = cartStore().getState()
    cart.setQuantity(item.id, quantity)
    announce(describeTotals(item, quantity))
  }

  return (
    <div className={classes.field}>
      <label className={`${classes.quantityLabel} ${classes.inColumns}`} htmlFor={id}>
        Quantity
        <span id={`${id}-of`}>
          <VisuallyHidden>{` of ${item.title}`}</VisuallyHidden>
        </span>
      </label>
      <select
        ref={select}
        id={id}
        className={classes.select}
        aria-labelledby={`${QUANTITY_HEAD} ${id}-of`}
        value={item.quantity}
        onChange={handleChange}
      >
        {choices.map((quantity) => (
          <option key={quantity} value={quantity}>
            {quantity}
          </option>
        ))}
      </select>
    </div>
  )
}

function describeTotals({ title, price }: CartItem, quantity: number): string {
  const { total } = totalsOf(cartStore().getState().items)
  return `${title}: quantity ${quantity}, line total ${formatPounds(price * quantity)}. Cart total ${formatPounds(total)}.`
}
