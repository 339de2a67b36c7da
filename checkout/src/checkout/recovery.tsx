import { announce } from '@site/shared/announce'
import { takeOutOfCart } from '@site/shared/cart'
import { company } from '@site/shared/company'
import { useNavigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { Button, Spinner } from '@site/shared/ui'
import { useEffect, useRef } from 'react'
import { Alert } from '../form/alert'
import type { LockedOrder } from '../order/order'
import { forgetOrder, orderStore, useOrder } from '../order/order-store'
import { checkAgain, giveUpLocked } from '../payment/attempt'
import classes from './checkout.module.css'
import { CheckoutFrame, SandboxBanner } from './checkout-frame'
import { OrderSummary } from './order-summary'

const elsewhere =
  'This order is being paid in another tab or window of this browser. Please finish it there: this page shows the result as soon as it is known. If you cancel it here, the other tab can no longer pay it.'

const unsettled =
  'The payment may have gone through, so please do not pay for this order again. Nothing is charged by checking.'

/** Money may have moved: the only ways on are to ask again (D-47) or to leave the order. */
export function Recovery({ order }: { order: LockedOrder }) {
  const isChecking = useOrder(({ status }) => status === 'processing')
  const isElsewhere = useOrder((state) => state.isElsewhere)
  const notice = useOrder((state) => state.notice)
  const title = useRef<HTMLHeadingElement>(null)
  const hasAlert = notice?.tone === 'error'
  // The focused form or button has gone; an alert takes the focus by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button goes whenever the server is asked
  useEffect(() => {
    if (!hasAlert) title.current?.focus()
  }, [hasAlert, isChecking])
  const canCancel = !order.payment?.isTaken && !order.isGivenUp
  const isWaiting = isChecking && notice !== undefined
  return (
    <CheckoutFrame aside={<OrderSummary lines={order.lines} />}>
      <SandboxBanner />
      <section className={classes.section} aria-labelledby="recovery-title">
        <h2 className={classes.title} id="recovery-title" ref={title} tabIndex={-1}>
          {titleOf(isChecking, isElsewhere)}
        </h2>
        {isChecking && <Spinner label={notice?.text ?? 'Asking what became of your payment…'} />}
        {hasAlert && <Alert occasion={notice}>{notice.text}</Alert>}
        {!isChecking && <p>{isElsewhere ? elsewhere : unsettled}</p>}
        {(!isChecking || isWaiting) && (
          <p className={classes.actions}>
            {!isChecking && <Button onClick={() => void checkAgain()}>Check again</Button>}
            {canCancel && (
              <Button variant="secondary" onClick={() => void giveUpLocked()}>
                Cancel this payment
              </Button>
            )}
          </p>
        )}
        <p className={classes.help} key={order.id}>
          Your order number is {order.id}. If you need help, call{' '}
          <a href={company.phone.href}>{company.phone.display}</a> or write to{' '}
          <a href={`mailto:${company.email}`}>{company.email}</a>.
        </p>
        {(isWaiting || (!isChecking && !canCancel)) && <SetAside />}
      </section>
    </CheckoutFrame>
  )
}

function titleOf(isChecking: boolean, isElsewhere: boolean): string {
  if (isChecking) return 'Your payment is being checked'
  return isElsewhere ? 'Your payment is open in another tab' : 'Your payment is not confirmed yet'
}

function SetAside() {
  const navigate = useNavigate()

  function handleClick() {
    setOrderAside()
    announce('The order was set aside. Its courses are no longer in your cart.')
    void navigate(paths.courses)
  }

  return (
    <div className={classes.setAsideAside}>
      <h3 className={classes.setAsideTitle}>You do not have to wait here</h3>
      <p>
        You can set this order aside and look at other courses. We keep the order. Its courses are taken out of your
        cart, so that you do not pay for them twice by mistake; please note the order number.
      </p>
      <p>
        <Button variant="secondary" onClick={handleClick}>
          Set this order aside
        </Button>
      </p>
    </div>
  )
}

/** The server goes on asking. The courses leave the cart, because they may be paid for. */
function setOrderAside(): void {
  const { order } = orderStore.getState()
  if (order?.stage !== 'locked') return
  forgetOrder()
  takeOutOfCart(order.lines)
}
