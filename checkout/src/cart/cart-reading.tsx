import { company } from '@site/shared/company'
import { Spinner } from '@site/shared/ui'
import classes from './cart-reading.module.css'

export function CartReading() {
  return (
    <div className={classes.reading}>
      <Spinner label="Loading your cart…" />
      <noscript>
        <p className={classes.note}>
          {`Your cart is kept in this browser and needs JavaScript. You can also book by phone on ${company.phone.display} or by e-mail to ${company.email}.`}
        </p>
      </noscript>
    </div>
  )
}
