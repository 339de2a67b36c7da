import Stripe from 'stripe'
import type { ProviderEvent, ReadEvent, StripeConfig } from './gateway'
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
      // Stripe shows the secret only once.
      return { STRIPE_WEBHOOK_SECRET: made.secret ?? '' }
    },
    async change(id, events) {
      await webhookEndpoints.update(id, { enabled_events: [...events] as Events, disabled: false }).catch(rethrow)
    },
    settingsToCorrect: () => ({}),
  }
}

const TOLERANCE_SECONDS = 300

export function createStripeEventReader({ webhookSecret, previousWebhookSecret, isLive }: StripeConfig): ReadEvent {
  const secrets = [webhookSecret, previousWebhookSecret].filter((secret) => secret !== undefined)
  return async (raw, headers) => {
    const signature = headers['stripe-signature']
    if (typeof signature !== 'string') return undefined
    for (const secret of secrets) {
      try {
        return read(Stripe.webhooks.constructEvent(raw, signature, secret, TOLERANCE_SECONDS), isLive)
      } catch {}
    }
    return undefined
  }
}

function read({ id: eventId, type, livemode, data }: Stripe.Event, isLive: boolean): ProviderEvent {
  const about: object = data.object
  const isOurMode = livemode === isLive
  if (isOurMode && type.startsWith('payment_intent.') && 'id' in about) {
    return { eventId, type, providerId: String(about.id) }
  }
  const isOfCharge = /^(charge\.refund|charge\.dispute\.|refund\.)/.test(type)
  if (isOurMode && isOfCharge && 'payment_intent' in about && typeof about.payment_intent === 'string') {
    const { payment_intent: providerId } = about
    const isAboutDispute = type.startsWith('charge.dispute.') && 'id' in about
    return { eventId, type, providerId, chargeId: providerId, ...(isAboutDispute && { disputeId: String(about.id) }) }
  }
  return { eventId, type }
}
