import {
  DISPATCH_ACTION,
  PayPalButtons,
  type PayPalButtonsComponentProps,
  PayPalScriptProvider,
  type ReactPayPalScriptOptions,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { CURRENCY, PAYPAL_BUTTON_HEIGHT } from '@site/shared/constants'
import { type SiteConfig, siteConfig } from '@site/shared/site-config'
import { Button, Spinner } from '@site/shared/ui'
import { useRef, useState } from 'react'
import { refuse, useOrder } from '../../order/order-store'
import { walletMessages } from '../messages'
import { type Attempt, failed, type PanelProps, type PaymentOutcome, unsettled } from '../payment-method'
import { capturePayment, openPayPalOrder, walletErrorMessage } from './pay-by-paypal'
import classes from './wallet-buttons.module.css'

type Press = { attempt: Attempt | undefined; isCapturing?: boolean }

/**
 * PayPal repeats errors that we caused; an attempt that is over ignores them (D-44). Its script reopens its window
 * for another source of money, and never answers the capture that was declined: the last report counts.
 * https://developer.paypal.com/docs/checkout/standard/customize/handle-funding-failures/
 */
function useWalletFlow({ isBusy, checkCustomer, begin }: PanelProps) {
  const [isCapturing, setIsCapturing] = useState(false)
  const press = useRef<Press>(undefined)

  const callbacks = {
    // Before the window opens, which would cover the form.
    onClick: (_data, actions) => (!isBusy && checkCustomer() ? actions.resolve() : actions.reject()),
    async createOrder() {
      press.current = { attempt: undefined }
      const attempt = checkCustomer() ? begin() : undefined
      if (!attempt) throw new Error('The checkout is not ready for a payment')
      press.current = { attempt }
      const couldNotCreate = walletMessages.couldNotCreate(walletMessages.createFailed)
      const opened = await openPayPalOrder(attempt).catch(() => failed(couldNotCreate))
      if (typeof opened === 'string') return opened
      attempt.end(opened)
      throw new Error('There is no PayPal order to approve')
    },
    async onApprove({ orderID }, actions) {
      const attempt = press.current?.attempt
      // Another tab may have given the order up or paid it.
      if (!attempt || attempt.isOver()) return
      setIsCapturing(true)
      press.current = { attempt, isCapturing: true }
      await attempt.run(async () => {
        const captured = await capturePayment(attempt, orderID, actions.order)
        setIsCapturing(false)
        return captured
      })
    },
    onCancel() {
      stop(failed(walletMessages.cancelled))
    },
    onError(error) {
      const message = walletErrorMessage(error, () => walletMessages.error)
      if (!press.current) return refuse(message)
      // A capture that is never answered may have moved money.
      stop(press.current.isCapturing ? unsettled(message) : failed(message))
    },
  } satisfies PayPalButtonsComponentProps

  function stop(outcome: PaymentOutcome) {
    setIsCapturing(false)
    press.current?.attempt?.end(outcome)
  }

  return { callbacks, isCapturing }
}

const style = {
  layout: 'vertical',
  color: 'blue',
  shape: 'rect',
  label: 'pay',
  height: PAYPAL_BUTTON_HEIGHT,
} satisfies PayPalButtonsComponentProps['style']

const SANDBOX_SCRIPT = '/sandbox/paypal.js'

const SANDBOX_CLIENT = 'sandbox'

export function PayPalPanel(props: PanelProps) {
  const [options] = useState(() => payPalOptions(siteConfig()))
  return (
    <PayPalScriptProvider options={options}>
      <WalletButtons {...props} />
    </PayPalScriptProvider>
  )
}

function WalletButtons(props: PanelProps) {
  const [{ isPending, isRejected, options }, dispatch] = usePayPalScriptReducer()
  const { callbacks, isCapturing } = useWalletFlow(props)
  // During a payment they may hold PayPal's own form; afterwards only the bank decides (D-39).
  const isWaiting = useOrder(({ status, notice }) => status === 'processing' && notice !== undefined)
  return (
    <section className={classes.section} aria-labelledby="wallet-title">
      <h3 className={classes.title} id="wallet-title">
        Pay with PayPal
      </h3>
      {isPending && <Spinner label="Loading PayPal…" />}
      {isRejected && (
        <p>
          {walletMessages.error}.{' '}
          <Button
            variant="quiet"
            size="small"
            onClick={() => dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: options })}
          >
            Load it again
          </Button>
        </p>
      )}
      {isCapturing && <Spinner label="Completing your payment…" />}
      <div className={classes.buttons}>
        <PayPalButtons {...callbacks} style={style} disabled={isWaiting} />
      </div>
    </section>
  )
}

type WalletConfig = Pick<SiteConfig, 'sandbox' | 'paypalClientId'>

export function payPalOptions({ sandbox, paypalClientId }: WalletConfig): ReactPayPalScriptOptions {
  return {
    clientId: paypalClientId ?? (sandbox ? SANDBOX_CLIENT : ''),
    currency: CURRENCY,
    intent: 'capture',
    components: 'buttons',
    enableFunding: 'venmo,paylater,card',
    ...(sandbox && { sdkBaseUrl: SANDBOX_SCRIPT }),
  }
}
