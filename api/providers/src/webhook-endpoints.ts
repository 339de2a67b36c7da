import type { Provider } from './gateway'

export type ProviderWebhook = { id: string; url: string; events: readonly string[]; isEnabled: boolean }

/** Every call throws a `ProviderError` if the provider does not answer. */
export type WebhookEndpoints = {
  list: () => Promise<ProviderWebhook[]>
  /** @returns the variables that check its signature */
  create: (url: string, events: readonly string[]) => Promise<Record<string, string>>
  change: (id: string, events: readonly string[]) => Promise<void>
  /** @returns the variables to change before events are accepted, where known */
  settingsToCorrect: (id: string) => Record<string, string>
}
export type WebhookEndpointsByProvider = Readonly<Record<Provider, WebhookEndpoints>>

/** docs.stripe.com/api/events/types, developer.paypal.com/api/rest/webhooks/event-names */
export const neededEvents: Readonly<Record<Provider, readonly string[]>> = {
  stripe: [
    'payment_intent.succeeded',
    'payment_intent.processing',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'charge.refunded',
    'charge.refund.updated',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ],
  paypal: [
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.DECLINED',
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.CAPTURE.REVERSED',
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.UPDATED',
    'CUSTOMER.DISPUTE.RESOLVED',
  ],
}
