import type { CartItem } from '@site/shared/cart'
import { formatPounds, totalsOf } from '@site/shared/money'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { useState } from 'react'
import { paymentMethods } from '../payment/payment-methods'
import classes from './order-summary.module.css'

// Not `Intl.ListFormat`: making one takes a slow phone 50 ms.
const providers = paymentMethods.map(({ provider }) => provider).join(' and ')

type Props = { lines: readonly CartItem[]; hasWayBack?: boolean }

export function OrderSummary({ lines, hasWayBack = false }: Props) {
  const { subtotal, vat, total } = totalsOf(lines)
  const [isFolded, setIsFolded] = useState(hasWayBack)
  return (
    <section className={classes.summary} data-folded={isFolded || undefined} aria-labelledby="order-summary-title">
      <h2 className={classes.title} id="order-summary-title">
        Order Summary
      </h2>
      {hasWayBack && (
        <button type="button" className={classes.fold} aria-expanded={!isFolded} onClick={() => setIsFolded(!isFolded)}>
          <strong>{formatPounds(total)}</strong> <span>{isFolded ? 'Show the courses' : 'Hide the courses'}</span>
        </button>
      )}
      <ul className={classes.lines} aria-label="Courses in your order">
        {lines.map(({ id, title, duration, price, quantity }) => (
          <li key={id} className={classes.line}>
            <span>
              <strong>{title}</strong>
              <span className={classes.detail}>{duration}</span>
              {quantity > 1 && <span className={classes.detail}>{`Quantity: ${quantity}`}</span>}
            </span>
            <span className={classes.price}>{formatPounds(price * quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.totals}>
        <div className={classes.row}>
          <dt>Subtotal</dt>
          <dd>{formatPounds(subtotal)}</dd>
        </div>
        <div className={classes.row}>
          <dt>VAT (20%)</dt>
          <dd>{formatPounds(vat)}</dd>
        </div>
        <div className={`${classes.row} ${classes.total}`}>
          <dt>Total</dt>
          <dd>{formatPounds(total)}</dd>
        </div>
      </dl>
      {hasWayBack && (
        <>
          <p className={classes.back}>
            <Link to={paths.cart}>Back to Cart</Link>
          </p>
          <p className={classes.note}>This connection is encrypted, and payments are handled by {providers}.</p>
        </>
      )}
    </section>
  )
}
