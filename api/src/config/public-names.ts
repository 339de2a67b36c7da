import type { ApiConfig } from './types'

/** What a page must know to pay: the providers' public names, or that it is a sandbox. */
export function publicNamesOf({ providers }: ApiConfig) {
  if (!providers) return { sandbox: true }
  const { stripe, paypal } = providers
  return { sandbox: false, stripePublishableKey: stripe.publishableKey, paypalClientId: paypal.clientId }
}
