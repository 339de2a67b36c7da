import { pence } from '@site/shared/money'
import type Stripe from 'stripe'
import {
  type Gateway,
  LIST_TIMEOUT_MS,
  type ListedMoney,
  type ProviderDispute,
  ProviderError,
  type ProviderRefund,
  type RefundStatus,
  type StripeConfig,
} from './gateway'
import { createStripe, rethrow } from './stripe-client'

const MOST = 100
/** https://docs.stripe.com/refunds#refund-statuses */
const refundStatuses: Readonly<Record<string, RefundStatus>> = {
  succeeded: 'sent',
  pending: 'pending',
  requires_action: 'pending',
  failed: 'failed',
  canceled: 'failed',
}
/** https://docs.stripe.com/api/disputes/object: an inquiry that is closed has taken nothing. */
const disputeStatuses: Readonly<Record<string, ProviderDispute['status']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

export function createStripeAfterSale(
  stripe: Stripe,
  config: StripeConfig,
): Pick<Gateway, 'refund' | 'listRefunds' | 'readDispute' | 'listDisputes' | 'listMoney'> {
  return {
    async refund({ chargeId, amountPence, isWhole, reference, idempotencyKey }) {
      const request = { payment_intent: chargeId, metadata: { refund: reference } }
      const amount = isWhole ? {} : { amount: amountPence }
      return describeRefund(await stripe.refunds.create({ ...request, ...amount }, { idempotencyKey }).catch(rethrow))
    },
    async listRefunds({ chargeId }) {
      const list = stripe.refunds.list({ payment_intent: chargeId, limit: MOST })
      const found = await list.autoPagingToArray({ limit: 10 * MOST }).catch(rethrow)
      return found.map(describeRefund)
    },
    async readDispute(disputeId) {
      const found = await stripe.disputes.retrieve(disputeId, { expand: ['payment_intent'] }).catch(rethrow)
      return describeDispute(found, config)
    },
    async listDisputes(since) {
      const list = stripe.disputes.list({ created: { gte: Math.floor(since.getTime() / 1_000) }, limit: MOST })
      const found = await list.autoPagingToArray({ limit: 10 * MOST }).catch(rethrow)
      return found.map(({ id }) => id)
    },
    listMoney: (since, until) => listStripeMoney(config, since, until),
  }
}

function describeRefund({ id, metadata, amount, status, created }: Stripe.Refund): ProviderRefund {
  return {
    providerId: id,
    reference: metadata?.refund,
    amountPence: pence(amount),
    status: refundStatuses[status ?? ''] ?? 'pending',
    createdAt: new Date(created * 1_000),
  }
}

function describeDispute(dispute: Stripe.Dispute, { isLive }: StripeConfig): ProviderDispute {
  const { id, payment_intent, status, amount, balance_transactions, reason, evidence_details, created } = dispute
  const due = evidence_details?.due_by
  const intent = typeof payment_intent === 'object' ? payment_intent : undefined
  return {
    providerId: id,
    chargeId: typeof payment_intent === 'string' ? payment_intent : payment_intent?.id,
    // A charge without the shop's metadata belongs to another product.
    reference: intent ? (intent.metadata.payment ?? 'none') : undefined,
    url: `https://dashboard.stripe.com/${isLive ? '' : 'test/'}disputes/${id}`,
    status: disputeStatuses[status] ?? 'open',
    amountPence: pence(amount),
    feePence: pence((balance_transactions ?? []).reduce((sum, { fee }) => sum + fee, 0)),
    reason,
    dueAt: due ? new Date(due * 1_000) : undefined,
    openedAt: new Date(created * 1_000),
    closedAt: undefined,
  }
}

async function listStripeMoney(config: StripeConfig, since: Date, until: Date): Promise<ListedMoney[]> {
  const stripe = createStripe(config, { timeout: LIST_TIMEOUT_MS, maxNetworkRetries: 2 })
  const created = { gte: seconds(since), lt: seconds(until) }
  try {
    const found: ListedMoney[] = []
    for await (const charge of stripe.charges.list({ created, limit: MOST })) {
      const chargeId = idOf(charge.payment_intent)
      if (!chargeId || charge.status !== 'succeeded') continue
      const { id, amount, currency, metadata } = charge
      const reference = metadata.payment
      found.push({ kind: 'charge', id, chargeId, reference, amountPence: pence(amount), currency, isFailed: false })
    }
    for await (const refund of stripe.refunds.list({ created, limit: MOST })) {
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

function idOf(intent: string | Stripe.PaymentIntent | null): string | undefined {
  return typeof intent === 'object' ? intent?.id : intent
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000)
