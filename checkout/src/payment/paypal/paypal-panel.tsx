import { PayPalScriptProvider } from '@paypal/react-paypal-js'
import { siteConfig } from '@site/shared/site-config'
import { useState } from 'react'
import type { PanelProps } from '../payment-method'
import { payPalOptions } from './paypal-options'
import { WalletButtons } from './wallet-buttons'

export function PayPalPanel(props: PanelProps) {
  const [options] = useState(() => payPalOptions(siteConfig()))
  return (
    <PayPalScriptProvider options={options}>
      <WalletButtons {...props} />
    </PayPalScriptProvider>
  )
}
