import type { CartItem } from '@site/shared/cart'
import { formatPounds, totalsOf } from '@site/shared/money'
import classes from './totals.module.css'

export function Totals({ items }: { items: readonly CartItem[] }) {
  const { subtotal, vat, total } = totalsOf(items)
  return (
    <dl className={classes.totals}>
      <div className={classes.line}>
        <dt>Subtotal</dt>
        <dd>{formatPounds(subtotal)}</dd>
      </div>
      <div className={classes.line}>
        <dt>VAT (20%)</dt>
        <dd>{formatPounds(vat)}</dd>
      </div>
      <div className={`${classes.line} ${classes.total}`}>
        <dt>Total</dt>
        <dd>{formatPounds(total)}</dd>
      </div>
    </dl>
  )
}
