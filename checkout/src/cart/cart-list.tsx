import { announce } from '@site/shared/announce'
import { type CartItem, cartStore } from '@site/shared/cart'
import { MAX_QUANTITY, MIN_QUANTITY } from '@site/shared/constants'
import { CourseImage } from '@site/shared/course-image'
import { formatPounds, totalsOf } from '@site/shared/money'
import { Button, VisuallyHidden } from '@site/shared/ui'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './cart-list.module.css'

const QUANTITY_HEAD = 'cart-quantity'
const choices = Array.from({ length: MAX_QUANTITY - MIN_QUANTITY + 1 }, (_, index) => MIN_QUANTITY + index)

export function CartList({ items }: { items: readonly CartItem[] }) {
  const { removal, restoredId, remove, undo } = useRemoval()
  const rows = items.map((item) => (
    <CartRow key={item.id} item={item} takesFocus={item.id === restoredId} onRemove={remove} />
  ))
  // Another tab may have added the course again; then there is nothing to undo.
  if (removal && !items.some(({ id }) => id === removal.item.id)) {
    const notice = <RemovalNotice key={`removed-${removal.item.id}`} removal={removal} onUndo={undo} />
    rows.splice(removal.index, 0, notice)
  }
  if (rows.length === 0) return null
  return (
    <>
      {items.length > 0 && (
        // Each cell carries its own label; the heads are for the eye, but the quantities take their name from one.
        <div className={classes.heads} aria-hidden="true">
          <span className={classes.course}>Course</span>
          <span className={classes.amount}>Unit price</span>
          <span className={classes.quantity} id={QUANTITY_HEAD}>
            Quantity
          </span>
          <span className={classes.amount}>Line total</span>
        </div>
      )}
      <ul className={classes.list} aria-label="Courses in your cart">
        {rows}
      </ul>
    </>
  )
}

type RowProps = { item: CartItem; takesFocus: boolean; onRemove: (item: CartItem) => void }

function CartRow({ item, takesFocus, onRemove }: RowProps) {
  const { title, duration, image, price, quantity } = item
  return (
    <li className={classes.row}>
      <div className={classes.picture}>
        <CourseImage src={image} alt="" />
      </div>
      <div className={classes.rowCourse}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.duration}>{duration}</p>
      </div>
      <p className={classes.unit}>
        <span className={`${classes.label} ${classes.inColumns}`}>Unit price </span>
        <span>{formatPounds(price)}</span>
      </p>
      <div className={classes.amounts}>
        <div className={classes.rowQuantity}>
          <QuantitySelect item={item} takesFocus={takesFocus} />
        </div>
        <p className={classes.total}>
          <span className={`${classes.label} ${classes.inColumns}`}>Line total </span>
          <strong>{formatPounds(price * quantity)}</strong>
        </p>
      </div>
      <div className={classes.action}>
        <Button
          variant="quiet"
          size="small"
          className={classes.remove}
          aria-label={`Remove ${title}`}
          onClick={() => onRemove(item)}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}

/** A change is spoken with both totals (R98, R107). */
function QuantitySelect({ item, takesFocus }: { item: CartItem; takesFocus: boolean }) {
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

/** The notice takes the focus, not Undo: holding Enter must not undo the removal. */
function RemovalNotice({ removal, onUndo }: { removal: Removal; onUndo: (removal: Removal) => void }) {
  const notice = useRef<HTMLLIElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const { title } = removal.item
  return (
    <li ref={notice} className={classes.notice} tabIndex={-1}>
      <p>{`${title} was removed.`}</p>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Undo the removal of ${title}`}
        onClick={() => onUndo(removal)}
      >
        Undo
      </Button>
    </li>
  )
}

type Removal = { item: CartItem; index: number }

function useRemoval() {
  const [removal, setRemoval] = useState<Removal>()
  const [restoredId, setRestoredId] = useState<number>()

  function remove(item: CartItem) {
    const { items, removeCourse } = cartStore().getState()
    setRemoval({ item, index: items.findIndex(({ id }) => id === item.id) })
    setRestoredId(undefined)
    removeCourse(item.id)
    announce(`${item.title} was removed from your cart.`)
  }

  function undo({ item, index }: Removal) {
    setRemoval(undefined)
    setRestoredId(item.id)
    cartStore().getState().restoreItem(item, index)
    announce(`${item.title} is back in your cart.`)
  }

  return { removal, restoredId, remove, undo }
}
