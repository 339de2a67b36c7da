import type { ProviderDispute } from '@site/providers/provider-dispute'
import type { ProviderRefund } from '@site/providers/provider-refund'
import { pence } from '@site/shared/money'
import type { Dispute } from '../database/after-sale-tables'
import { sumOf } from '../refunds/refund-repository'

/**
 * What a lost dispute has taken in pence, where its provider counts the shop's own refunds to it (decision 40); one that took nothing is won.
 * Its last change may be later than its end: that is a new end only where the sum says so, of an appeal that nobody has heard of here.
 * @param refunds the provider's own list
 * @param before as it is kept so far
 */
export function countLoss(
  found: ProviderDispute,
  refunds: readonly ProviderRefund[],
  before: Dispute | undefined,
): ProviderDispute {
  const atFirstEnd = before?.state === 'lost' ? withoutOurs(found, refunds, before.closedAt) : undefined
  return atFirstEnd && atFirstEnd.amountPence === before?.amountPence
    ? atFirstEnd
    : withoutOurs(found, refunds, found.closedAt)
}

/** Ours are those sent from its opening to its end that had not failed by then, all by the provider's dates. */
function withoutOurs(
  found: ProviderDispute,
  refunds: readonly ProviderRefund[],
  endedAt: Date | null | undefined,
): ProviderDispute {
  const isLater = (at: Date | undefined) => endedAt && at && at > endedAt
  const ours = refunds.filter(
    ({ status, createdAt, changedAt }) =>
      createdAt >= found.openedAt && !isLater(createdAt) && (status !== 'failed' || isLater(changedAt)),
  )
  const amountPence = pence(found.amountPence - sumOf(ours))
  return amountPence > 0 ? { ...found, amountPence } : { ...found, status: 'won' }
}
