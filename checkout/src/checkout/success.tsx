import { company } from '@site/shared/company'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { useSession } from '@site/shared/session'
import { Button, ButtonLink } from '@site/shared/ui'
import { useEffect, useRef } from 'react'
import { WhoIsComing } from '../booking/who-is-coming'
import type { CompleteOrder } from '../order/order'
import { findMethod } from '../payment/payment-methods'
import classes from './checkout.module.css'
import { SandboxBanner } from './checkout-frame'
import { NextSteps, Progress } from './next-steps'
import { OrderSummary } from './order-summary'

export function Success({ order }: { order: CompleteOrder }) {
  const { id, payment, isHeld } = order
  const isSignedIn = useSession(({ token }) => token !== undefined)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={classes.page}>
      <Progress at="Paid" />
      <span className={classes.check} aria-hidden="true">
        ✓
      </span>
      <h1 className={classes.successTitle} ref={title} tabIndex={-1}>
        Thank you for your order!
      </h1>
      <p className={classes.confirmation}>
        {isHeld ? `Your payment for order #${id} has been received.` : `Your order #${id} has been confirmed.`}
      </p>
      <p>{nextStep(order)}</p>
      {payment && <p>{findMethod(payment.method)?.describe(payment)}</p>}
      <SandboxBanner />
      <OrderSummary lines={order.lines} />
      {payment && <WhoIsComing orderId={id} bookingKey={payment.providerId} isClosed />}
      <NextSteps done={1} />
      {!isSignedIn && (
        <p>
          <Link to={paths.signUp}>Create an account</Link>{' '}
          {`with ${order.customer.email} to see this order and its receipt at any time.`}
        </p>
      )}
      <p className={classes.successActions}>
        <ButtonLink to={paths.courses}>Browse More Courses</ButtonLink>
        <Button variant="secondary" onClick={() => window.print()}>
          Print this page
        </Button>
      </p>
    </div>
  )
}

/** Promises a message only where the shop sends one (R134). */
function nextStep({ customer: { email }, isHeld, isMailed }: CompleteOrder): string {
  const contact = `${company.phone.display} or ${company.email}`
  if (!isHeld && isMailed) return `A confirmation has been sent to ${email}.`
  if (!isHeld) return `Please note your order number or print this page. Questions? ${contact}.`
  const held = 'We check your order by hand before we confirm it.'
  return isMailed
    ? `${held} We will write to ${email}.`
    : `${held} Please note your order number; you reach us on ${contact}.`
}
