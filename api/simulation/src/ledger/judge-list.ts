import { type BookedRefund, sentBackOf } from '../books/booked-payment'
import { kinds } from '../books/webhooks'
import { HOUR, trueNow } from '../world/clock'
import type { Breach, Evidence, Pair } from './breach'

/** News of a provider are with the shop after this, and what follows from them is kept. */
const NEWS_TAKE = 3 * HOUR

type Waiting = {
  orderId: string
  why: string
  ids: readonly string[]
  /** What the list must say, besides the order. */
  words?: readonly string[]
}

/** What must be on the owner's list, by what the providers know. */
export function judgeList(evidence: Evidence): Breach[] {
  const { records, pairs, world } = evidence
  const held = records.orders
    .filter(({ state }) => state === 'needs_attention')
    .map(({ id }) => ({ orderId: id, why: 'it is held', ids: [] }))
  // Only the owner can let an order through of which the page could not say what is in it.
  const unknown = records.orders
    .filter(({ id, state, is_priced }) => state === 'paid' && !is_priced && !world.confirmedByOwner.has(id))
    .map(({ id }) => ({ orderId: id, why: 'nobody knows what was bought', ids: [] }))
  const found = pairs.flatMap((pair) =>
    reasonsToList(evidence, pair).map((why) => ({ orderId: pair.orderId ?? '', why, ids: [pair.booked.id] })),
  )
  return [...unlisted(evidence, [...held, ...unknown, ...found]), ...judgeOpenDisputes(evidence)]
}

/** Whoever can still answer a dispute has to know of it, and until when. Only of the healthy days, in which all news arrive. */
export function judgeOpenDisputes(evidence: Evidence): Breach[] {
  const { world, pairs } = evidence
  const isKnown = ({ booked: { id, dispute } }: Pair) =>
    dispute?.state === 'open' &&
    dispute.asked.at > world.healsAt &&
    dispute.asked.at < trueNow() - NEWS_TAKE &&
    world.webhooks.hasAnnounced(id, dispute.asked.at, kinds.disputes)
  const open = pairs.filter(isKnown).map(({ booked: { id, dispute }, orderId = '' }) => {
    const until = new Date(dispute?.asked.until ?? 0).toISOString().slice(0, 10)
    const why = `a dispute of it is open until ${until}`
    return { orderId, why, ids: [id], words: [dispute?.id ?? '', until] }
  })
  return unlisted(evidence, open)
}

function unlisted({ listed }: Evidence, waiting: readonly Waiting[]): Breach[] {
  return waiting
    .filter(
      ({ orderId, words = [] }) => ![...listed].some((text) => [orderId, ...words].every((it) => text.includes(it))),
    )
    .map(({ orderId, why, ids }): Breach => {
      return { invariant: 'attention', text: `${orderId} is on no list, though ${why}`, about: [orderId, ...ids] }
    })
}

function reasonsToList({ world, records }: Evidence, { booked, orderId }: Pair): string[] {
  const { dispute, refunds, id } = booked
  if (!orderId) return []
  const isUnknown = dispute && !world.webhooks.hasAnnounced(id, 0)
  const cameToNothing = new Set(records.refunds.filter((it) => it.found_failed).map((it) => it.provider_id))
  // A refund that has failed and was not made good by another is money that its buyer waits for; what was made in the provider's
  // own pages, and had failed before the shop ever read of it, is between those two.
  const failed = refunds.filter((it) => it.hasFailedLate && !cameToNothing.has(it.id))
  const isOwed =
    sentBackOf(booked) < booked.takenPence &&
    withoutRepeated(failed, refunds).some(({ at }) => world.webhooks.hasAnnounced(id, at + 1))
  return [
    ...(dispute && dispute.state !== 'won' && !isUnknown ? [`it was disputed (${dispute.state})`] : []),
    ...(isOwed ? ['a refund of it has failed'] : []),
  ]
}

/** What has failed and was not sent once more: the shop sends one of the same amount in its place, after that. */
function withoutRepeated(failed: readonly BookedRefund[], refunds: readonly BookedRefund[]): readonly BookedRefund[] {
  const repeats = refunds.filter(({ origin, state }) => origin === 'shop' && state === 'sent')
  const left = [...failed]
  for (const { at, amountPence } of repeats) {
    const repeated = left.findIndex((it) => it.amountPence === amountPence && (it.endedAt ?? it.at) < at)
    if (repeated >= 0) left.splice(repeated, 1)
  }
  return left
}
