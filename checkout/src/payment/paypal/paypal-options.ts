import type { ReactPayPalScriptOptions } from '@paypal/react-paypal-js'
import { CURRENCY } from '@site/shared/constants'
import type { SiteConfig } from '@site/shared/site-config'

const SANDBOX_SCRIPT = '/sandbox/paypal.js'
const SANDBOX_CLIENT = 'sandbox'

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
