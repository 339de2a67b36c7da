import type { ProviderDispute } from '@site/providers/provider-dispute'
import { type Pence, pence } from '@site/shared/money'
import type { Dispute } from '../database/after-sale-tables'
import type { Payment } from '../database/schema'
import type { Source } from '../orders/order-repository'
import type { PaymentServices } from './payment-services'
import { readRefunds, sumOf } from './refund-repository'
import { syncRefunds } from './sync-refunds'

/** What was sent back of a payment, by the provider's own dates; one that has failed since by ours. */
type Sent = { amountPence: Pence; at: Date; failedAt: Date | undefined }

export async function readSent(services: PaymentServices, payment: Payment, source: Source): Promise<Sent[]> {
  const listed = await syncRefunds(services, payment, source)
  const kept = await readRefunds(services.database.queries(), payment.id)
  return listed.map(({ providerId, amountPence, status, createdAt: at }) => {
    const finishedAt = kept.find((row) => row.providerId === providerId)?.finishedAt ?? at
    return { amountPence, at, failedAt: status === 'failed' ? finishedAt : undefined }
  })
}

/**
 * Its last change may be later than its end, and is no new end where it took what it is known to have taken. It is one where an appeal has
 * been decided of which nothing was heard here.
 */
export function countLoss(found: ProviderDispute, sent: readonly Sent[], before: Dispute | undefined): ProviderDispute {
  const atFirstEnd = before?.state === 'lost' ? withoutOurs(found, sent, before.closedAt) : undefined
  return atFirstEnd && atFirstEnd.amountPence === before?.amountPence
    ? atFirstEnd
    : withoutOurs(found, sent, found.closedAt)
}

/**
 * A lost dispute has taken what is beside the refunds that the shop itself sent until its end, and that had not failed by then: where nothing
 * is, it took nothing.
 */
function withoutOurs(found: ProviderDispute, sent: readonly Sent[], endedAt: Date | null | undefined): ProviderDispute {
  const end = endedAt ?? new Date()
  const ours = sent.filter(({ at, failedAt }) => at >= found.openedAt && at <= end && (!failedAt || failedAt > end))
  const amountPence = pence(found.amountPence - sumOf(ours))
  return amountPence > 0 ? { ...found, amountPence } : { ...found, status: 'won' }
}
