import { checkoutMessages } from '../messages'
import type { PaymentMethod } from '../payment-method'

export const payPalMethod: PaymentMethod = {
  id: 'paypal',
  label: 'PayPal',
  hint: 'Pay in a window of PayPal',
  provider: 'PayPal',
  customerMissing: checkoutMessages.walletCustomerMissing,
  isLoadedWithPage: false,
  loadPanel: async () => ({ Panel: (await import('./paypal-panel')).PayPalPanel }),
  describe: () => 'Paid with PayPal.',
}
