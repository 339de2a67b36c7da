import { checkoutMessages } from '../messages'
import type { PaymentMethod } from '../payment-method'
import { settlePayPal } from './confirm-paypal'

/** PayPal's wallet (R126, R152–R158). */
export const payPalMethod: PaymentMethod = {
  id: 'paypal',
  label: 'PayPal',
  hint: 'Pay in a window of PayPal',
  provider: 'PayPal',
  customerMissing: checkoutMessages.walletCustomerMissing,
  isLoadedWithPage: false,
  loadPanel: async () => ({ Panel: (await import('./paypal-panel')).PayPalPanel }),
  settle: settlePayPal,
  describe: () => 'Paid with PayPal.',
}
