import { MINUTE } from '../world/clock'
import { type Breach, type Evidence, keptFor, type Pair } from './breach'
import { hasLetter, lastErasure, readLetter } from './letters'

/** Nobody waits for ever: whoever was asked to wait, or has read of no outcome, is written to. */
export function judgeUnanswered(evidence: Evidence): Breach[] {
  return [...judgeRefused(evidence), ...judgeApproved(evidence)]
}

/** Whoever was asked to wait while a bank decides is written to each time that it refuses. */
function judgeRefused({ pairs, records, world }: Evidence): Breach[] {
  return records.orders.flatMap(({ id: orderId, erased }): Breach[] => {
    const own = pairs.filter((pair) => pair.orderId === orderId)
    const forgottenAt = lastErasure(world, orderId)
    // Of what was given up by then nobody waits to hear.
    const isReplaced = ({ record }: Pair, at: number) =>
      records.payments.some((it) => it.order_id === orderId && it.id > (record?.id ?? 0) && it.created < at)
    const refused = own
      .filter((pair) => !isPaidSince(own, pair))
      .flatMap((pair) => pair.booked.refusedLateAt.filter((at) => at > forgottenAt && !isReplaced(pair, at)))
      .sort((a, b) => a - b)
    // The last that was said before: of what the buyer has read an outcome of, or begun anew, nobody waits to hear.
    const isAwaited = (at: number, index: number) => {
      const last = world.promises.ever.findLast((it) => it.orderId === orderId && it.at < at)
      return last?.what === 'update' && last.at > (refused[index - 1] ?? 0)
    }
    const owed = refused.filter(isAwaited).length
    const letters = [...world.mailServer.letters.values()].map(readLetter)
    const written = letters.filter((read) => read?.orderId === orderId && read.kind === 'refused').length
    if (erased || written >= owed) return []
    const text = `${orderId}: a bank has refused ${owed} times while its buyer waited, who was written to ${written} times`
    return [{ invariant: 'promise', text, about: [orderId, ...own.map(({ booked }) => booked.id)] }]
  })
}

/** Paid again by the same payment or a later one, perhaps before the shop could read of the refusal, its buyer has another letter. */
function isPaidSince(own: readonly Pair[], refused: Pair): boolean {
  const idOf = ({ record }: Pair) => record?.id ?? 0
  return own.some((pair) => pair.booked.takenPence > 0 && idOf(pair) >= idOf(refused))
}

/** Whoever approved a payment, and never read of an outcome, learns that it was not taken. */
function judgeApproved(evidence: Evidence): Breach[] {
  const { pairs, records, world } = evidence
  return pairs.flatMap(({ booked, record, orderId = '' }): Breach[] => {
    const { id, approvedAt, takenPence, isDeciding } = booked
    const isKnown = record?.state === 'expired' && record.provider_status === 'approved'
    const isLeft = !world.promises.triedByPage.has(id) && (record?.state === 'declined' || record?.state === 'failed')
    if (!record || !(isKnown || isLeft) || approvedAt === undefined || takenPence > 0 || isDeciding) return []
    const since = record.created - MINUTE
    const isNotified = world.promises.ever.some(
      ({ orderId: of, at, what }) => of === orderId && at > since && what !== 'update',
    )
    const isForgotten = approvedAt < lastErasure(world, orderId)
    if (isForgotten || isNotified || hasLetter(evidence, orderId, false, since) || keptFor(pairs, orderId) > 0)
      return []
    const isOfOthers = records.payments.some((it) => it.order_id === orderId && it.id > record.id)
    if (isOfOthers) return []
    const text = `${orderId}: ${id} was approved and never taken, and its buyer was never notified`
    return [{ invariant: 'promise', text, about: [orderId, id] }]
  })
}
