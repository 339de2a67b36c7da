import { announce } from '@site/shared/announce'
import { type CartItem, cartStore } from '@site/shared/cart'
import { CourseImage } from '@site/shared/course-image'
import { formatPounds } from '@site/shared/money'
import { Button } from '@site/shared/ui'
import { useEffect, useRef, useState } from 'react'
import classes from './cart-list.module.css'
import { QUANTITY_HEAD, QuantitySelect } from './quantity-select'

type Props = {
  items: readonly CartItem[]
  removal: Removal | undefined
  restoredId: number | undefined
  onRemove: (item: CartItem) => void
  onUndo: (removal: Removal) => void
}

export function CartList({ items, removal, restoredId, onRemove, onUndo }: Props) {
  const rows = items.map((item) => (
    <CartRow key={item.id} item={item} takesFocus={item.id === restoredId} onRemove={onRemove} />
  ))
  // Another tab may have added the course again; then there is nothing to undo.
  if (removal && !items.some(({ id }) => id === removal.item.id)) {
    const notice = <RemovalNotice key={`removed-${removal.item.id}`} removal={removal} onUndo={onUndo} />
    rows.splice(removal.index, 0, notice)
  }
  if (rows.length === 0) return null
  return (
    <>
      {items.length > 0 && (
        // Each cell carries its own label; the heads are for the eye.
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
        <CourseImage src={image} alt="" className={classes.image} />
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

type RemovalProps = { removal: Removal; onUndo: (removal: Removal) => void }

/** The notice takes the focus, not Undo: holding Enter must not undo the removal. */
function RemovalNotice({ removal, onUndo }: RemovalProps) {
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

export function useRemoval() {
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
