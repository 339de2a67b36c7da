import { dismissPriceChanges, usePriceChanges } from '@site/shared/cart'
import { formatPounds } from '@site/shared/money'
import { useEffect, useRef } from 'react'
import { PriceChanges } from '../cart/price-changes'
import { Alert } from '../form/alert'
import { dismissNotice, useOrder } from '../order/order-store'
import type { PaymentMethod } from '../payment/payment-method'
import { checkCustomer, customerFields } from './customer'
import { customerFieldId } from './customer-form'
import { focusMethod } from './method-choice'
import classes from './payment-notice.module.css'
import { RepeatQuestion } from './repeat-question'

type Props = { method: PaymentMethod; total: number }

export function PaymentNotice({ method, total }: Props) {
  const notice = useOrder((state) => state.notice)
  const customer = useOrder((state) => state.customer)
  const changes = usePriceChanges()
  if (!notice) return changes.length > 0 ? <PriceNotice total={total} /> : null
  if (notice.tone === 'info') return <Information key={notice.text} {...notice} />
  if (notice.tone === 'question') return <RepeatQuestion {...notice} method={method} total={total} />
  const check = checkCustomer(customer, method.customerMissing)
  // The fields are named only where they are what is wrong.
  const errors = !check.isValid && check.message === notice.text ? check.errors : {}
  const problems = customerFields.flatMap((name) => {
    const message = errors[name]
    return message ? [{ fieldId: customerFieldId(name), message }] : []
  })
  return (
    <div className={classes.notice}>
      <Alert
        occasion={notice}
        problems={problems}
        details={changes.length > 0 && <PriceText total={total} />}
        onDismiss={dismiss}
      >
        {notice.text}
      </Alert>
    </div>
  )
}

function dismiss() {
  dismissNotice()
  dismissPriceChanges()
  focusMethod()
}

function PriceNotice({ total }: { total: number }) {
  return (
    <div className={`${classes.notice} ${classes.info}`} role="status">
      <p>The price of your basket has changed</p>
      <PriceText total={total} />
    </div>
  )
}

function PriceText({ total }: { total: number }) {
  return (
    <div className={classes.details}>
      <PriceChanges />
      <p>
        Nothing has been charged. The total is now <strong>{formatPounds(total)}</strong>; you can go on and pay it.
      </p>
    </div>
  )
}

function Information({ text, isAnswer }: { text: string; isAnswer?: true }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isAnswer) paragraph.current?.focus()
  }, [isAnswer])
  return (
    <p
      ref={paragraph}
      className={`${classes.notice} ${classes.info}`}
      role="status"
      tabIndex={isAnswer ? -1 : undefined}
    >
      {text}
    </p>
  )
}
