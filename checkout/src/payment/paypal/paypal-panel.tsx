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
import { useState } from 'react'
import { walletMessages } from '../messages'
import type { PanelProps } from '../payment-method'
import { useWalletFlow } from './use-wallet-flow'
import classes from './wallet-buttons.module.css'

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
        <PayPalButtons {...callbacks} style={style} disabled={props.isBusy} />
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
