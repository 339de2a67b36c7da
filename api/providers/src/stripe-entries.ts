import { pence } from '@site/shared/money'
import type Stripe from 'stripe'
import type { EntryKind } from './entry-kind'
import { ProviderError } from './gateway'
import type { StripeConfig } from './provider-config'
import type { ListEntries, ProviderEntry } from './provider-entry'
import { createStripe } from './stripe-client'

const PAGE = 100
const TIMEOUT_MS = 30_000
/** https://docs.stripe.com/reports/balance-transaction-types */
const kinds: Readonly<Record<string, EntryKind>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payment_failure_refund: 'refund_failed',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_failure: 'payout',
  payout_cancel: 'payout',
}

/** Every line of Stripe's balance in the time: charges, refunds, disputes, fees and payouts. */
export function createStripeEntries(config: StripeConfig): ListEntries {
  const stripe = createStripe(config, { timeout: TIMEOUT_MS, maxNetworkRetries: 2 })
  return async (since, until) => {
    const entries: ProviderEntry[] = []
    const created = { gte: seconds(since), lt: seconds(until) }
    try {
      const lines = stripe.balanceTransactions.list({ created, limit: PAGE, expand: ['data.source'] })
      for await (const line of lines) entries.push(describe(line))
    } catch (error) {
      throw new ProviderError('unreachable', `Stripe's list cannot be read: ${String(error)}`, { cause: error })
    }
    return entries.reverse()
  }
}

function describe({ id, type, amount, fee, currency, created, source }: Stripe.BalanceTransaction): ProviderEntry {
  const about = typeof source === 'object' && source !== null ? source : undefined
  const isDispute = about?.object === 'dispute'
  const kind = isDispute ? (amount > 0 ? 'dispute_won' : 'dispute') : (kinds[type] ?? 'other')
  // What Stripe takes by itself is an amount there and a fee here.
  const isFee = kind === 'fee'
  return {
    provider: 'stripe',
    entryId: id,
    kind,
    amountPence: pence(isFee ? 0 : amount),
    feePence: pence(isFee ? fee - amount : fee),
    currency,
    at: new Date(created * 1_000),
    chargeId: chargeOf(about),
    aboutId: about?.object === 'refund' || isDispute ? about?.id : undefined,
    reference: about?.object === 'charge' ? about.metadata.payment : undefined,
  }
}

/** Everything here is named by its intent. */
function chargeOf(source: Stripe.BalanceTransactionSource | undefined): string | undefined {
  if (source?.object !== 'charge' && source?.object !== 'refund' && source?.object !== 'dispute') return undefined
  const { payment_intent: intent } = source
  return typeof intent === 'object' ? intent?.id : intent
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000)
}
