import { type CartItem, itemCount } from '@site/shared/cart'
import { formatPounds, totalsOf } from '@site/shared/money'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import classes from './cart-summary.module.css'

export function CartSummary({ items }: { items: readonly CartItem[] }) {
  const { subtotal, vat, total } = totalsOf(items)
  const count = itemCount({ items })
  return (
    <section className={classes.summary} aria-labelledby="cart-summary-title">
      <h2 id="cart-summary-title" className={classes.title}>
        Order Summary
      </h2>
      <p className={classes.count}>{count === 1 ? '1 place' : `${count} places`}</p>
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
      <p className={classes.note}>VAT is rounded to the nearest pound.</p>
      <ButtonLink to={paths.checkout} className={classes.action}>
        Proceed to Checkout
      </ButtonLink>
      <p className={classes.more}>
        <Link to={paths.courses}>Look for more courses</Link>
      </p>
    </section>
  )
}
