import { paths } from '@site/shared/paths'
import { Button, ButtonLink } from '@site/shared/ui'
import { useEffect, useRef } from 'react'
import type { Order } from '../order/order'
import { brandName } from '../payment/card/brand-name'
import { OrderSummary } from './order-summary'
import { SandboxBanner } from './sandbox-banner'
import classes from './success.module.css'

/** The order as it was paid; the cart empties behind it (R134, D-32). */
export function Success({ order }: { order: Order }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={classes.page}>
      <h1 className={classes.title} ref={title} tabIndex={-1}>
        Thank you for your order!
      </h1>
      <p className={classes.confirmation}>{`Your order #${order.id} has been confirmed.`}</p>
      <p>{`A confirmation has been sent to ${order.customer.email}.`}</p>
      {paidBy(order) && <p>{paidBy(order)}</p>}
      <SandboxBanner />
      <OrderSummary lines={order.lines} />
      <p className={classes.actions}>
        <ButtonLink to={paths.courses}>Browse More Courses</ButtonLink>
        <Button variant="secondary" onClick={() => window.print()}>
          Print this page
        </Button>
      </p>
    </div>
  )
}

function paidBy(order: Order): string | undefined {
  if (!('evidence' in order) || !order.evidence) return undefined
  if (order.evidence.method === 'paypal') return 'Paid with PayPal.'
  const { cardBrand = '', last4 } = order.evidence
  return last4 ? `Paid by ${brandName(cardBrand) ?? 'card'} ending in ${last4}.` : 'Paid by card.'
}
