import { pence } from '@site/shared/money'
import Stripe from 'stripe'
import type { StripeConfig } from '../config/types'
import {
  type CallOptions,
  type Gateway,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  type ProviderPayment,
  type ProviderStatus,
} from './gateway'

const statuses: Readonly<Record<Stripe.PaymentIntent.Status, ProviderStatus>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'approved',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'closed',
}

/** Card payments by Stripe's SDK; everything goes through payment intents. */
export function createStripeGateway(config: StripeConfig, defaultTimeoutMs = PROVIDER_TIMEOUT_MS): Gateway {
  const stripe = new Stripe(config.secretKey, {
    timeout: defaultTimeoutMs,
    // Our own callers ask again with the same key; a second wait of 8 s would outlive the page.
    maxNetworkRetries: 0,
    telemetry: false,
    ...addressOf(config.apiUrl),
  })
  const isOurMode = (intent: Stripe.PaymentIntent) => intent.livemode === config.isLive

  const describe = (intent: Stripe.PaymentIntent): ProviderPayment => ({
    provider: 'stripe',
    providerId: intent.id,
    reference: intent.metadata.payment,
    amountPence: pence(intent.status === 'succeeded' ? intent.amount_received : intent.amount),
    currency: intent.currency,
    status: statuses[intent.status] ?? 'open',
    isOurMode: isOurMode(intent),
    chargeId: intent.id,
    ...refundedOf(intent),
    ...(intent.client_secret && { clientSecret: intent.client_secret }),
  })

  const read = async (providerId: string, { timeoutMs }: CallOptions = {}) =>
    describe(
      await stripe.paymentIntents.retrieve(providerId, { expand: ['latest_charge'] }, timed(timeoutMs)).catch(rethrow),
    )

  return {
    provider: 'stripe',
    read,
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
    async capture(payment) {
      return payment
    },
    async close(providerId, idempotencyKey, options = {}) {
      try {
        const request = { idempotencyKey, ...timed(options.timeoutMs) }
        return describe(await stripe.paymentIntents.cancel(providerId, {}, request))
      } catch (error) {
        // It has succeeded, is being processed or was cancelled before: what it is now is the answer.
        if (isCode(error, 'payment_intent_unexpected_state')) return read(providerId, options)
        throw translate(error)
      }
    },
    async refund(chargeId, idempotencyKey, amountPence) {
      const request = { payment_intent: chargeId, ...(amountPence !== undefined && { amount: amountPence }) }
      try {
        return (await stripe.refunds.create(request, { idempotencyKey })).id
      } catch (error) {
        if (isCode(error, 'charge_already_refunded')) return undefined
        throw translate(error)
      }
    },
  }
}

/** Only where the charge was asked for together with its intent. */
function refundedOf({ latest_charge: charge }: Stripe.PaymentIntent) {
  return typeof charge === 'object' && charge ? { refundedPence: pence(charge.amount_refunded) } : {}
}

function timed(timeoutMs: number | undefined) {
  return timeoutMs === undefined ? {} : { timeout: timeoutMs }
}

export function addressOf(url: string | undefined) {
  if (!url) return {}
  const { hostname, port, protocol } = new URL(url)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: Number(port) || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' } as const
}

function rethrow(error: unknown): never {
  throw translate(error)
}

function translate(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error instanceof Error ? error : new Error(String(error))
  const { statusCode = 0, message } = error
  if (error instanceof Stripe.errors.StripeConnectionError || statusCode === 0) {
    return new ProviderError('unreachable', 'Stripe gave no answer', { cause: error })
  }
  // 409: another request with the same key is being carried out.
  if (statusCode === 409 || statusCode === 429) {
    return new ProviderError('unreachable', 'Stripe is busy', { cause: error })
  }
  if (statusCode >= 500) return new ProviderError('broken', 'Stripe failed', { cause: error })
  if (statusCode === 401 || statusCode === 403) {
    return new ProviderError('unauthorised', 'Stripe does not accept our key', { cause: error })
  }
  if (statusCode === 404) return new ProviderError('missing', 'Stripe knows no such payment', { cause: error })
  return new ProviderError('refused', message, { cause: error })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code
}
