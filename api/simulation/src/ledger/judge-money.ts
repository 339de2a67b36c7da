import { type BookedPayment, keptOf, pendingOf, sentBackOf } from '../books/booked-payment'
import { kinds } from '../books/webhooks'
import { type Breach, breachIf, type Evidence, type Pair } from './breach'
import { judgeTaking } from './judge-taking'

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

function judgeWishes(evidence: Evidence): Breach[] {
  const { world, pairs, records } = evidence
  return records.orders.flatMap(({ id: orderId }): Breach[] => {
    const own = pairs.filter((pair) => pair.orderId === orderId)
    const about = [orderId, ...own.map(({ booked }) => booked.id)]
    // Money that may not be kept goes back whole without anybody's wish.
    const returned = own.filter(({ booked }) => records.returned.has(booked.id))
    const wanted = own.filter((pair) => !returned.includes(pair))
    const sent = wanted.reduce((sum, { booked }) => sum + sentBackOf(booked) + pendingOf(booked), 0)
    const wishes = world.promises.wishes.filter((wish) => wish.orderId === orderId)
    const most = wishes.reduce((sum, { amountPence }) => sum + amountPence, 0)
    const left = wanted.reduce((sum, { booked }) => sum + keptOf(booked) - pendingOf(booked), 0)
    const wasStopped = wanted.some(({ booked }) => booked.dispute || booked.refunds.some((it) => it.hasFailedLate))
    const isLeftOver = left > 0 && !wasStopped && wishes.some((wish) => wish.isWhole && wish.isConfirmed)
    const done = wishes.filter((wish) => wish.isConfirmed && !wish.isWhole)
    const least = done.reduce((sum, { amountPence }) => sum + amountPence, 0)
    const isMissing = sent < least && left > 0 && !wasStopped
    const unwanted = returned.filter((pair) => !mayBeReturned(evidence, pair))
    return [
      ...breachIf(sent > most, 'sent twice', `${orderId}: ${sent} went back, ${most} was wanted`, about),
      ...breachIf(isLeftOver, 'sent back', `${orderId} was to go back whole, and ${left} is kept`, about),
      ...breachIf(isMissing, 'sent back', `${orderId}: ${least} was said to be sent back, and ${sent} was`, about),
      ...unwanted.map(({ booked: { id } }) => {
        const text = `${orderId}: ${id} was sent back, though it was the buyer's only payment and nobody had ended it`
        return { invariant: 'sent twice' as const, text, about }
      }),
    ]
  })
}

/** What cannot be kept: a second payment, and one that its buyer was told is over, or that another attempt has replaced. */
function mayBeReturned({ world, pairs, records }: Evidence, { booked, record, orderId }: Pair): boolean {
  const isSecond = pairs.some(
    (pair) => pair.orderId === orderId && pair.booked !== booked && pair.booked.takenPence > 0,
  )
  const { ever, givenUp } = world.promises
  const isNo = ever.some(({ orderId: of, what }) => of === orderId && what === 'ended')
  const wasEnded = isNo || givenUp.has(orderId ?? '')
  const attempts = records.payments.filter(({ order_id }) => order_id === orderId)
  const isReplaced = attempts.at(-1)?.key !== record?.key
  // Whoever asked to be forgotten has ended what was not paid by then.
  const isErased = records.orders.some(({ id, erased }) => id === orderId && erased)
  return isSecond || wasEnded || isReplaced || isErased || booked.isLate
}
