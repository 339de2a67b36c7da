import type { CartItem } from '@site/shared/cart'
import { formatPounds, totalsOf } from '@site/shared/money'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { useState } from 'react'
import { Totals } from '../cart/totals'
import { paymentMethods } from '../payment/payment-methods'
import classes from './order-summary.module.css'

// Not `Intl.ListFormat`: making one takes a slow phone 50 ms.
const providers = paymentMethods.map(({ provider }) => provider).join(' and ')

export function OrderSummary({ lines, hasWayBack = false }: { lines: readonly CartItem[]; hasWayBack?: boolean }) {
  const [isFolded, setIsFolded] = useState(hasWayBack)
  return (
    <section className={classes.summary} data-folded={isFolded || undefined} aria-labelledby="order-summary-title">
      <h2 className={classes.title} id="order-summary-title">
        Order Summary
      </h2>
      {hasWayBack && (
        <button type="button" className={classes.fold} aria-expanded={!isFolded} onClick={() => setIsFolded(!isFolded)}>
          <strong>{formatPounds(totalsOf(lines).total)}</strong>{' '}
          <span>{isFolded ? 'Show the courses' : 'Hide the courses'}</span>
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
      <Totals items={lines} />
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
