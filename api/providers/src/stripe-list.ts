import { pence } from '@site/shared/money'
import type Stripe from 'stripe'
import { ProviderError } from './gateway'
import { LIST_TIMEOUT_MS, type ListedMoney } from './listed-money'
import type { StripeConfig } from './provider-config'
import { createStripe } from './stripe-client'

const PAGE = 100

/** Charges and refunds of some time, from Stripe's own lists. */
export async function listStripeMoney(config: StripeConfig, since: Date, until: Date): Promise<ListedMoney[]> {
  const stripe = createStripe(config, { timeout: LIST_TIMEOUT_MS, maxNetworkRetries: 2 })
  const created = { gte: seconds(since), lt: seconds(until) }
  try {
    const found: ListedMoney[] = []
    for await (const charge of stripe.charges.list({ created, limit: PAGE })) {
      const chargeId = idOf(charge.payment_intent)
      if (!chargeId || charge.status !== 'succeeded') continue
      const { id, amount, currency, metadata } = charge
      const reference = metadata.payment
      found.push({ kind: 'charge', id, chargeId, reference, amountPence: pence(amount), currency, isFailed: false })
    }
    for await (const refund of stripe.refunds.list({ created, limit: PAGE })) {
      const chargeId = idOf(refund.payment_intent)
      if (!chargeId) continue
      const { id, amount, currency, status } = refund
      const isFailed = status === 'failed' || status === 'canceled'
      found.push({ kind: 'refund', id, chargeId, reference: undefined, amountPence: pence(amount), currency, isFailed })
    }
    return found
  } catch (error) {
    throw new ProviderError('unreachable', `Stripe's list cannot be read: ${String(error)}`, { cause: error })
  }
}

/** Everything here is named by its intent. */
function idOf(intent: string | Stripe.PaymentIntent | null): string | undefined {
  return typeof intent === 'object' ? intent?.id : intent
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000)
}
