import { type BookedPayment, sentBackOf } from '../books/booked-payment'
import { kinds } from '../books/webhooks'
import type { Breach, Evidence, Pair } from './breach'
import { judgeTaking } from './judge-taking'
import { judgeWishes } from './judge-wishes'

/** States in which the shop says that the provider has taken money. */
const TAKEN = ['succeeded', 'duplicate', 'refunded', 'charged_back', 'disputed']

/** Invariants 1 to 4: penny by penny against the providers' own books. */
export function judgeMoney(evidence: Evidence, isCompared = true): Breach[] {
  return [
    ...evidence.pairs.flatMap((pair) => judgePayment(evidence, pair, isCompared)),
    ...evidence.pairs.flatMap((pair) => judgeTaking(evidence, pair)),
    ...judgeWishes(evidence),
  ]
}

function judgePayment(
  { world, listed, records }: Evidence,
  { booked, record, orderId }: Pair,
  isCompared: boolean,
): Breach[] {
  const { provider, id, takenPence } = booked
  const about = [id, ...(orderId ? [orderId] : [])]
  if (!record) {
    if (takenPence === 0) return []
    return [
      { invariant: 'unseen', text: `${provider} took ${takenPence} as ${id}, which the shop does not know`, about },
    ]
  }
  const breaches: Breach[] = []
  const ours = TAKEN.includes(record.state) ? (record.taken ?? 0) : 0
  if (ours !== takenPence) {
    const text = `${id} of ${orderId}: ${provider} took ${takenPence}, the shop has ${ours} (${record.state})`
    breaches.push({ invariant: 'taken', text, about })
  }
  const sent = sentBackOf(booked)
  const isRight = record.refunded === sent
  // What the provider never announced can only be found by comparing: then it must be on the list.
  const isListed = !isCompared || [...listed].some((text) => text.includes(orderId ?? id))
  const isExcused = !isAnnounced(world, booked, records.givenUpEvents) && isListed
  if (!isRight && !isExcused) {
    const text = `${id} of ${orderId}: ${provider} sent ${sent} back, the shop has ${record.refunded} (${record.state})`
    breaches.push({ invariant: 'sent back', text, about })
  }
  const lost = booked.dispute?.takenPence ?? 0
  if (record.charged_back !== lost && (isCompared || isEndAnnounced(world, booked, records.givenUpEvents))) {
    const text = `${id} of ${orderId}: a dispute took ${lost}, the shop has ${record.charged_back}`
    breaches.push({ invariant: 'charged back', text, about })
  }
  return breaches
}

/**
 * Whether the shop was sent news of how a dispute has ended, and could take it in: what was answered with 404 for hours is
 * listed for a person. Else only comparing finds it, which is done once a day and at the end.
 */
export function isEndAnnounced(
  { webhooks }: Evidence['world'],
  { id, dispute }: BookedPayment,
  givenUp: ReadonlySet<string>,
): boolean {
  return dispute?.closedAt !== undefined && webhooks.hasAnnounced(id, dispute.closedAt, kinds.disputeEnds, givenUp)
}

/** Whether the shop was sent news of the payment, and could take it in, since each change that it did not make itself. */
export function isAnnounced(
  { webhooks }: Evidence['world'],
  { id, refunds }: BookedPayment,
  givenUp: ReadonlySet<string>,
): boolean {
  return refunds
    .filter(({ origin, hasFailedLate, state }) => origin === 'dashboard' || hasFailedLate || state === 'pending')
    .every(({ at, hasFailedLate, endedAt }) =>
      webhooks.hasAnnounced(id, (hasFailedLate && endedAt) || at, undefined, givenUp),
    )
}
