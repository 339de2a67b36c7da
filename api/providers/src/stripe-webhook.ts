import Stripe from 'stripe'
import type { StripeConfig } from './provider-config'
import type { ProviderEvent, ReadEvent } from './provider-event'

/** An event signed earlier than this is a replay. */
const TOLERANCE_SECONDS = 300

/** Checks Stripe's signature over the raw body and reads which payment intent the event is about. */
export function createStripeEventReader({ webhookSecret, previousWebhookSecret, isLive }: StripeConfig): ReadEvent {
  const secrets = [webhookSecret, previousWebhookSecret].filter((secret) => secret !== undefined)
  return async (raw, headers) => {
    const signature = headers['stripe-signature']
    if (typeof signature !== 'string') return undefined
    for (const secret of secrets) {
      try {
        return read(Stripe.webhooks.constructEvent(raw, signature, secret, TOLERANCE_SECONDS), isLive)
      } catch {
        // Signed with the other secret, or by nobody we know.
      }
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
  // Charges, their refunds and disputes name the intent they belong to.
  const isOfCharge = /^(charge\.refund|charge\.dispute\.|refund\.)/.test(type)
  if (isOurMode && isOfCharge && 'payment_intent' in about && typeof about.payment_intent === 'string') {
    const { payment_intent: providerId } = about
    const isAboutDispute = type.startsWith('charge.dispute.') && 'id' in about
    return { eventId, type, providerId, chargeId: providerId, ...(isAboutDispute && { disputeId: String(about.id) }) }
  }
  return { eventId, type }
}
