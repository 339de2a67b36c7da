import { company } from '@site/shared/company'
import { Button, Spinner } from '@site/shared/ui'
import { Alert } from '../form/alert'
import { checkAgain } from '../order/attempt'
import type { LockedOrder } from '../order/order'
import { useOrder } from '../order/order-store'
import { CheckoutFrame } from './checkout-frame'
import { OrderSummary } from './order-summary'
import classes from './recovery.module.css'
import { SandboxBanner } from './sandbox-banner'

/** An order whose money may have moved: no way to pay again, only to ask again (D-47). */
export function Recovery({ order }: { order: LockedOrder }) {
  const isChecking = useOrder(({ status }) => status === 'processing')
  const notice = useOrder((state) => state.notice)
  return (
    <CheckoutFrame aside={<OrderSummary lines={order.lines} />}>
      <SandboxBanner />
      <section className={classes.section} aria-labelledby="recovery-title">
        <h2 className={classes.title} id="recovery-title">
          {isChecking ? 'Your payment is being checked' : 'Your payment is not confirmed yet'}
        </h2>
        {isChecking && <Spinner label={notice?.text ?? 'Asking what became of your payment…'} />}
        {notice?.tone === 'error' && <Alert occasion={notice}>{notice.text}</Alert>}
        {!isChecking && (
          <>
            <p>
              The payment may have gone through, so please do not pay for this order again. Nothing is charged twice by
              checking.
            </p>
            <p>
              <Button onClick={() => void checkAgain()}>Check again</Button>
            </p>
          </>
        )}
        <p className={classes.help}>
          Your order number is {order.id}. If you need help, call{' '}
          <a href={company.phone.href}>{company.phone.display}</a> or write to{' '}
          <a href={`mailto:${company.email}`}>{company.email}</a>.
        </p>
      </section>
    </CheckoutFrame>
  )
}
