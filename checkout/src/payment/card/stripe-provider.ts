import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import type { CardProvider } from './pay-by-card'

export function stripeProvider(
  stripe: Pick<Stripe, 'createPaymentMethod' | 'confirmCardPayment'>,
  card: StripeCardElement,
): CardProvider {
  return {
    createPaymentMethod: (billing) => stripe.createPaymentMethod({ type: 'card', card, billing_details: billing }),
    confirmCardPayment: (clientSecret, paymentMethodId) =>
      stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId }),
  }
}
