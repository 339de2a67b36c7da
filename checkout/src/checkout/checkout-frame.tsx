import { PageOpening } from '@site/shared/ui'
import type { ReactNode } from 'react'
import classes from './checkout-frame.module.css'

type Props = { children: ReactNode; aside?: ReactNode }

export function CheckoutFrame({ children, aside }: Props) {
  return (
    <>
      <PageOpening title="Checkout" lead="Complete your order and choose your payment method" />
      <div className={classes.content}>
        <div className={classes.columns}>
          <div className={classes.main}>{children}</div>
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
      </div>
    </>
  )
}
