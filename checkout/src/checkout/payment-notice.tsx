import { Alert } from '../form/alert'
import { dismissNotice, useOrder } from '../order/order-store'
import type { PaymentMethod } from '../payment/payment-method'
import { checkCustomer, customerFields } from './customer'
import { customerFieldId } from './customer-form'
import classes from './payment-notice.module.css'

/** Why there is no payment, in an alert that can be dismissed (R132), or that it takes its time (D-39). */
export function PaymentNotice({ method }: { method: PaymentMethod }) {
  const notice = useOrder((state) => state.notice)
  const customer = useOrder((state) => state.customer)
  if (!notice) return null
  if (notice.tone === 'info') {
    return (
      <p className={classes.info} role="status">
        {notice.text}
      </p>
    )
  }
  const check = checkCustomer(customer, method.customerMissing)
  // The fields are named only where they are what is wrong.
  const errors = !check.isValid && check.message === notice.text ? check.errors : {}
  const problems = customerFields.flatMap((name) => {
    const message = errors[name]
    return message ? [{ fieldId: customerFieldId(name), message }] : []
  })
  return (
    <div className={classes.alert}>
      <Alert occasion={notice} problems={problems} onDismiss={dismissNotice}>
        {notice.text}
      </Alert>
    </div>
  )
}
