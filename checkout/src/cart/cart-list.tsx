import type { CartItem } from '@site/shared/cart'
import classes from './cart-list.module.css'
import { CartRow } from './cart-row'
import { QUANTITY_HEAD } from './quantity-select'
import { RemovalNotice } from './removal-notice'
import type { Removal } from './use-removal'

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
