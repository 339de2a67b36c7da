import { sentBackOf } from '../books/booked-payment'
import type { Breach, Evidence, Pair } from './breach'

/** What must be on the owner's list, by what the providers know. */
export function judgeList(evidence: Evidence): Breach[] {
  const { records, pairs, listed } = evidence
  const isListed = (orderId: string) => [...listed].some((text) => text.includes(orderId))
  const held = records.orders
    .filter(({ state }) => state === 'needs_attention')
    .map(({ id }) => ({ orderId: id, why: 'it is held', ids: [] as string[] }))
  const found = pairs.flatMap((pair) =>
    reasonsToList(evidence, pair).map((why) => ({ orderId: pair.orderId ?? '', why, ids: [pair.booked.id] })),
  )
  return [...held, ...found]
    .filter(({ orderId }) => !isListed(orderId))
    .map(({ orderId, why, ids }): Breach => {
      return { invariant: 'attention', text: `${orderId} is on no list, though ${why}`, about: [orderId, ...ids] }
    })
}

function reasonsToList({ world, records }: Evidence, { booked, orderId }: Pair): string[] {
  const { dispute, refunds, id } = booked
  const isDone = world.settledByOwner.has(orderId ?? '')
  if (!orderId || isDone) return []
  const isUnknown = dispute && !world.webhooks.hasAnnounced(id, 0)
  const cameToNothing = new Set(records.refunds.filter((it) => it.found_failed).map((it) => it.provider_id))
  // A refund that has failed and was not made good by another is money that its buyer waits for; what was made in the provider's
  // own pages, and had failed before the shop ever read of it, is between those two.
  const failed = refunds.filter((it) => it.hasFailedLate && !cameToNothing.has(it.id))
  const isOwed =
    failed.length > 0 &&
    sentBackOf(booked) < booked.takenPence &&
    failed.some(({ at }) => world.webhooks.hasAnnounced(id, at + 1))
  return [
    ...(dispute && dispute.state !== 'won' && !isUnknown ? [`it was disputed (${dispute.state})`] : []),
    ...(isOwed ? ['a refund of it has failed'] : []),
  ]
}
