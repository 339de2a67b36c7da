import type { ReactNode } from 'react'
import classes from './checkout-frame.module.css'

type Props = { children: ReactNode; aside?: ReactNode }

/** Header and columns of the checkout (R123). */
export function CheckoutFrame({ children, aside }: Props) {
  return (
    <>
      <header className={classes.opening}>
        <h1>Checkout</h1>
        <p className={classes.lead}>Complete your order and choose your payment method</p>
      </header>
      <div className={classes.content}>
        <div className={classes.columns}>
          <div className={classes.main}>{children}</div>
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
      </div>
    </>
  )
}
