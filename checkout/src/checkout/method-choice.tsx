import type { PaymentMethod } from '../payment/payment-method'
import { paymentMethods } from '../payment/payment-methods'
import classes from './checkout-form.module.css'

const GROUP = 'method'

/** Gives the focus to the chosen method, when what had it is gone. */
export function focusMethod(): void {
  document.querySelector<HTMLInputElement>(`input[name=${GROUP}]:checked`)?.focus()
}

type Props = {
  chosen: PaymentMethod
  isBusy: boolean
  onChoose: (method: PaymentMethod) => void
}

export function MethodChoice({ chosen, isBusy, onChoose }: Props) {
  return (
    <fieldset className={classes.choice} disabled={isBusy}>
      <legend className={classes.methodChoiceTitle}>Payment Method</legend>
      {paymentMethods.map((method) => (
        <label key={method.id} className={classes.option}>
          <input
            className={classes.radio}
            type="radio"
            name={GROUP}
            value={method.id}
            checked={method === chosen}
            onChange={() => onChoose(method)}
          />
          <span>
            <span className={classes.label}>{method.label}</span>
            <span className={classes.hint}>{method.hint}</span>
          </span>
          {method.marks && (
            <span className={classes.marks} aria-hidden="true">
              {method.marks.map((mark) => (
                <span key={mark} className={classes.mark} data-mark={mark} />
              ))}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
