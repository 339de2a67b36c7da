import { Button, Spinner } from '@site/shared/ui'
import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElementOptions } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useState } from 'react'
import { BusyButton } from '../../form/busy-button'
import { refuse } from '../../order/order-store'
import { useLoaded } from '../../use-loaded'
import { checkoutMessages, thrownMessages } from '../messages'
import type { PanelProps } from '../payment-method'
import classes from './card-form.module.css'
import { brandName, CARD_FORM_ID } from './card-names'
import { loadCardProvider } from './load-stripe'
import { payByCard } from './pay-by-card'

const options = { locale: 'en-GB' } as const

/** The field is the provider's own document, so our styles do not reach it. */
function readCardOptions(): StripeCardElementOptions {
  const tokens = getComputedStyle(document.documentElement)
  const colour = (name: string) => tokens.getPropertyValue(`--site-colour-${name}`).trim()
  const error = colour('error')
  const font = { fontFamily: 'Segoe UI, system-ui, sans-serif', fontSize: '17px', lineHeight: '28px' }
  return {
    hidePostalCode: true,
    disableLink: true,
    style: {
      base: { color: colour('ink'), iconColor: colour('link'), '::placeholder': { color: colour('muted') }, ...font },
      invalid: { color: error, iconColor: error },
    },
  }
}

function useCardOptions(): StripeCardElementOptions {
  const [options, setOptions] = useState(readCardOptions)
  useEffect(() => {
    const scheme = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
    const handleChange = () => setOptions(readCardOptions())
    scheme?.addEventListener('change', handleChange)
    return () => scheme?.removeEventListener('change', handleChange)
  }, [])
  return options
}

const emptyField = { brand: 'unknown', error: undefined as string | undefined, isComplete: false }

export function CardPanel(props: PanelProps) {
  const provider = useLoaded('The card provider', loadCardProvider)
  return (
    <Elements stripe={provider.value ?? null} options={options}>
      <CardForm {...props} provider={provider} />
    </Elements>
  )
}

type CardFormProps = PanelProps & { provider: ReturnType<typeof useLoaded<Stripe>> }

function CardForm({ total, isBusy, provider, ...actions }: CardFormProps) {
  const { value: stripe, hasFailed, retry } = provider
  const elements = useElements()
  const pay = `Pay £${total.toFixed(2)}`
  const [field, setField] = useState(emptyField)
  const cardOptions = useCardOptions()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || field.error || !actions.checkCustomer()) return
    const card = elements?.getElement('card')
    if (!stripe || !card) {
      if (hasFailed) retry()
      return refuse(hasFailed ? thrownMessages.provider : checkoutMessages.providerLoading)
    }
    if (!field.isComplete) return refuse(checkoutMessages.cardIncomplete)
    const attempt = actions.begin()
    await attempt?.run(() => payByCard(attempt, stripe, card))
  }

  return (
    <form id={CARD_FORM_ID} className={classes.form} onSubmit={handleSubmit} aria-labelledby="card-title" noValidate>
      <h3 className={classes.title} id="card-title">
        Enter Your Card Details
      </h3>
      <label className={classes.label} htmlFor="card-field">
        Card number, expiry date and security code
      </label>
      <div className={classes.box} data-invalid={field.error ? true : undefined}>
        <CardElement
          id="card-field"
          className={classes.field ?? ''}
          options={cardOptions}
          onChange={({ brand, error, complete }) => setField({ brand, error: error?.message, isComplete: complete })}
        />
        {!stripe && !hasFailed && <Spinner label="Loading the card field…" />}
        {hasFailed && (
          <Button variant="quiet" size="small" onClick={retry}>
            The card field could not be loaded. Load it again
          </Button>
        )}
      </div>
      {field.error && (
        <p className={classes.error} role="alert">
          {field.error}
        </p>
      )}
      {brandName(field.brand) && <p className={classes.note}>{`Card type: ${brandName(field.brand)}`}</p>}
      <p className={classes.note}>
        Your card details are encrypted and go straight to Stripe. This site never sees or stores them.
      </p>
      <BusyButton
        type="submit"
        className={classes.pay}
        disabled={field.error !== undefined}
        busy={isBusy ? pay : undefined}
      >
        {pay}
      </BusyButton>
    </form>
  )
}
