import Stripe from 'stripe'
import type { StripeConfig } from '../config'
import type { ReadEvent } from './provider-event'

/** An event signed earlier than this is a replay. */
const TOLERANCE_SECONDS = 300

/** Checks Stripe's signature over the raw body and reads which payment intent the event is about. */
export function createStripeEventReader({ webhookSecret, isLive }: StripeConfig): ReadEvent {
  return async (raw, headers) => {
    const signature = headers['stripe-signature']
    if (typeof signature !== 'string') return undefined
    try {
      const event = Stripe.webhooks.constructEvent(raw, signature, webhookSecret, TOLERANCE_SECONDS)
      const { id: eventId, type, livemode } = event
      const isOurs = livemode === isLive && type.startsWith('payment_intent.')
      const about: object = event.data.object
      return { eventId, type, ...(isOurs && 'id' in about && { providerId: String(about.id) }) }
    } catch {
      return undefined
    }
  }
}
