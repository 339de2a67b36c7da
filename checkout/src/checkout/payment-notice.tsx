import { dismissPriceChanges, usePriceChanges } from '@site/shared/cart'
import { formatPounds } from '@site/shared/money'
import { Button } from '@site/shared/ui'
import { useEffect, useRef } from 'react'
import { PriceChanges } from '../cart/price-changes'
import { Alert } from '../form/alert'
import { confirmRepeat, dismissNotice, inform, useOrder } from '../order/order-store'
import type { PaymentMethod } from '../payment/payment-method'
import classes from './checkout-form.module.css'
import { checkCustomer, customerFieldId } from './customer-form'
import { focusMethod } from './method-choice'

export function PaymentNotice({ method, total }: { method: PaymentMethod; total: number }) {
  const notice = useOrder((state) => state.notice)
  const customer = useOrder((state) => state.customer)
  const changes = usePriceChanges()
  if (!notice) return changes.length > 0 ? <PriceNotice total={total} /> : null
  if (notice.tone === 'info') return <Information key={notice.text} {...notice} />
  if (notice.tone === 'question') return <RepeatQuestion {...notice} method={method} total={total} />
  const { errors, message } = checkCustomer(customer, method.customerMissing)
  // The fields are named only where they are what is wrong.
  const wrong = message === notice.text ? Object.entries(errors) : []
  const problems = wrong.map(([name, message]) => ({ fieldId: customerFieldId(name), message }))
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

/** Has the buyer say that they mean it when they order the same a second time within half an hour. */
function RepeatQuestion({ text, method, total }: { text: string; method: PaymentMethod; total: number }) {
  const question = useRef<HTMLElement>(null)
  useEffect(() => question.current?.focus(), [])

  function handleYes() {
    confirmRepeat()
    const form = document.getElementById(method.formId ?? '')
    if (form instanceof HTMLFormElement) form.requestSubmit()
    else inform(`Thank you. Use the ${method.label} button below to pay for the second order.`)
  }
  function handleNo() {
    inform('No second order was made and nothing was charged for it. Your cart is as it was.')
  }

  return (
    <section ref={question} className={classes.question} role="alert" aria-labelledby="repeat-title" tabIndex={-1}>
      <h3 className={classes.repeatQuestionTitle} id="repeat-title">
        Do you want to order the same again?
      </h3>
      <p>{text}</p>
      <p>Nothing has been charged for the order on this page.</p>
      <p className={classes.choices}>
        <Button onClick={handleYes}>{`Yes, place a second order for ${formatPounds(total)}`}</Button>
        <Button variant="secondary" onClick={handleNo}>
          No, do not order again
        </Button>
      </p>
    </section>
  )
}
