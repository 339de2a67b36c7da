import type Stripe from 'stripe'
import type { StripeConfig } from './provider-config'
import { createStripe, rethrow } from './stripe-client'
import type { WebhookEndpoints } from './webhook-endpoints'

const TIMEOUT_MS = 30_000
const MOST = 100
type Events = Stripe.WebhookEndpointCreateParams.EnabledEvent[]

export function createStripeWebhooks(config: StripeConfig): WebhookEndpoints {
  const { webhookEndpoints } = createStripe(config, { timeout: TIMEOUT_MS, maxNetworkRetries: 0 })
  return {
    async list() {
      const found = await webhookEndpoints.list({ limit: MOST }).catch(rethrow)
      return found.data.map(({ id, url, enabled_events, status }) => ({
        id,
        url,
        events: enabled_events,
        isEnabled: status === 'enabled',
      }))
    },
    async create(url, events) {
      const made = await webhookEndpoints.create({ url, enabled_events: [...events] as Events }).catch(rethrow)
      // Stripe shows it this once.
      return { STRIPE_WEBHOOK_SECRET: made.secret ?? '' }
    },
    async change(id, events) {
      await webhookEndpoints.update(id, { enabled_events: [...events] as Events, disabled: false }).catch(rethrow)
    },
    // The secret is shown once, when it is made.
    settingsToCorrect: () => ({}),
  }
}
