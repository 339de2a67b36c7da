import { pence } from '@site/shared/money'
import Stripe from 'stripe'
import {
  type CallOptions,
  type Gateway,
  PROVIDER_TIMEOUT_MS,
  type ProviderPayment,
  type ProviderStatus,
  type StripeConfig,
} from './gateway'
import { createStripeAfterSale } from './stripe-after-sale'
import { createStripe, rethrow } from './stripe-client'

const statuses: Readonly<Record<Stripe.PaymentIntent.Status, ProviderStatus>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'open',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'closed',
}

export function createStripeGateway(config: StripeConfig, defaultTimeoutMs = PROVIDER_TIMEOUT_MS): Gateway {
  // Callers repeat with the same key; a second wait of 8 s would outlast the page.
  const stripe = createStripe(config, { timeout: defaultTimeoutMs, maxNetworkRetries: 0 })

  const describe = (intent: Stripe.PaymentIntent): ProviderPayment => ({
    provider: 'stripe',
    providerId: intent.id,
    reference: intent.metadata.payment,
    amountPence: pence(intent.status === 'succeeded' ? intent.amount_received : intent.amount),
    currency: intent.currency,
    status: statuses[intent.status] ?? 'open',
    isOurMode: intent.livemode === config.isLive,
    chargeId: intent.id,
    ...factsOf(intent),
    ...(intent.client_secret && { clientSecret: intent.client_secret }),
  })

  const read = async (providerId: string, { timeoutMs }: CallOptions = {}) =>
    describe(
      await stripe.paymentIntents.retrieve(providerId, { expand: ['latest_charge'] }, timed(timeoutMs)).catch(rethrow),
    )

  return {
    read,
    // Our charge ids are those of the intents.
    readByCharge: read,
    async start({ orderId, amountPence, idempotencyKey, timeoutMs }) {
      const intent = await stripe.paymentIntents
        .create(
          {
            amount: amountPence,
            currency: 'gbp',
            allowed_payment_method_types: ['card'],
            description: `Order ${orderId}`,
            metadata: { order: orderId, payment: idempotencyKey },
          },
          { idempotencyKey, ...timed(timeoutMs) },
        )
        .catch(rethrow)
      return describe(intent)
    },
    // No idempotency key: Stripe would repeat even a stored error.
    async close(providerId, options = {}) {
      try {
        return describe(await stripe.paymentIntents.cancel(providerId, {}, timed(options.timeoutMs)))
      } catch (error) {
        // Too late to cancel: return the present state.
        const isLate = error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
        return isLate ? read(providerId, options) : rethrow(error)
      }
    },
    ...createStripeAfterSale(stripe, config),
  }
}

function factsOf({ latest_charge: charge }: Stripe.PaymentIntent) {
  if (typeof charge !== 'object' || !charge) return {}
  const { name, email } = charge.billing_details ?? {}
  const payer = email ? { payer: { email, name: name ?? '' } } : {}
  return { refundedPence: pence(charge.amount_refunded), ...payer }
}

const timed = (timeoutMs: number | undefined) => (timeoutMs === undefined ? {} : { timeout: timeoutMs })
