import { formatPounds } from '@site/shared/money'
import { Button } from '@site/shared/ui'
import { useEffect, useRef } from 'react'
import { confirmRepeat, inform } from '../order/order-store'
import type { PaymentMethod } from '../payment/payment-method'
import classes from './repeat-question.module.css'

type Props = { text: string; method: PaymentMethod; total: number }

/** Has the buyer say that they mean it when they order the same a second time within half an hour. */
export function RepeatQuestion({ text, method, total }: Props) {
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
      <h3 className={classes.title} id="repeat-title">
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
