import { checkoutMessages } from '../messages'
import type { PaymentMethod } from '../payment-method'
import { brandName, CARD_FORM_ID } from './card-names'

export const cardMethod: PaymentMethod = {
  id: 'card',
  label: 'Credit/Debit Card',
  hint: 'Secure payment via Stripe',
  provider: 'Stripe',
  customerMissing: checkoutMessages.cardCustomerMissing,
  isLoadedWithPage: true,
  formId: CARD_FORM_ID,
  loadPanel: async () => ({ Panel: (await import('./card-panel')).CardPanel }),
  describe({ details }) {
    const { cardBrand = '', last4 } = details ?? {}
    return last4 ? `Paid by ${brandName(cardBrand) ?? 'card'} ending in ${last4}.` : 'Paid by card.'
  },
}
