import { pence } from '@site/shared/money'
import Stripe from 'stripe'
import type { StripeConfig } from '../config/types'
import { ProviderError } from './gateway'
import type { ListCharges, ProviderCharge } from './provider-charges'
import { addressOf } from './stripe-gateway'

const PAGE = 100
const TIMEOUT_MS = 30_000

/** Every succeeded payment intent that was made in the time, with what was sent back of it. */
export function createStripeCharges(config: StripeConfig): ListCharges {
  const stripe = new Stripe(config.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...addressOf(config.apiUrl),
  })
  return async (since, until) => {
    const charges: ProviderCharge[] = []
    const created = { gte: seconds(since), lt: seconds(until) }
    try {
      const pages = stripe.paymentIntents.list({ created, limit: PAGE, expand: ['data.latest_charge'] })
      for await (const intent of pages) {
        if (intent.status === 'succeeded' && intent.livemode === config.isLive) charges.push(describe(intent))
      }
    } catch (error) {
      throw new ProviderError('unreachable', `Stripe's list cannot be read: ${String(error)}`, { cause: error })
    }
    return charges
  }
}

function describe(intent: Stripe.PaymentIntent): ProviderCharge {
  const { id, metadata, amount_received, currency, latest_charge } = intent
  const refundedPence = pence(typeof latest_charge === 'object' ? (latest_charge?.amount_refunded ?? 0) : 0)
  return {
    provider: 'stripe',
    chargeId: id,
    reference: metadata.payment,
    takenPence: pence(amount_received),
    refundedPence,
    currency,
  }
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000)
}
