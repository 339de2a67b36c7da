import { HOUR } from '../world/clock'
import { type Breach, type Evidence, keptFor, type Pair } from './breach'
import { judgeUnanswered } from './judge-unanswered'
import { hasLetter, lastErasure } from './letters'
import type { Promised } from './promises'

/** A page that is left open is looked at again within two hours, and may have to ask more than once. */
const SOON = 3 * HOUR

/** What people were promised, against what has become of it. */
export function judgePromises(evidence: Evidence): Breach[] {
  const { given, broken } = evidence.world.promises
  return [
    ...given.flatMap((promise) => judgePromise(evidence, promise) ?? []),
    ...judgeUnanswered(evidence),
    ...broken.map(
      ({ orderId, text }): Breach => ({ invariant: 'promise', text: `${orderId}: ${text}`, about: [orderId] }),
    ),
  ]
}

function judgePromise(evidence: Evidence, promise: Promised): Breach | undefined {
  const { pairs, records, world } = evidence
  const { orderId, what, words } = promise
  const own = pairs.filter((pair) => pair.orderId === orderId)
  const about = [orderId, ...own.map(({ booked }) => booked.id)]
  const record = records.orders.find(({ id }) => id === orderId)
  switch (what) {
    case 'nothing':
    case 'ended': {
      // A payment that was asked for while somebody else ended the order may have been begun only after that.
      const isBegunAfter = (pair: Pair) => (pair.record?.created ?? 0) > (record?.ended ?? Number.POSITIVE_INFINITY)
      const meant = what === 'ended' ? pairs.filter((pair) => !isBegunAfter(pair)) : pairs
      const kept = keptFor(meant, orderId)
      return kept > 0 ? { invariant: 'after no', text: `${orderId}: ${words}, and ${kept} is kept`, about } : undefined
    }
    case 'paid': {
      const hasPaid = own.some(({ booked }) => booked.takenPence > 0)
      const text = `${orderId}: ${words}, and nothing was ever taken for it`
      return hasPaid ? undefined : { invariant: 'promise', text, about }
    }
    case 'mailed':
      return hasLetter(evidence, orderId, isAfterErasure(evidence, promise))
        ? undefined
        : { invariant: 'promise', text: `${orderId}: ${words}, and none was`, about }
    case 'update': {
      // Whoever asks soon after has no need of a letter; who asks days later has waited for it.
      const isKnown = world.promises.ever.some(
        (it) =>
          it.orderId === orderId &&
          it.what !== 'update' &&
          it.at > promise.at &&
          (it.at < promise.at + SOON || !it.words.startsWith('status')),
      )
      // What the provider has forgotten is held for a person, who answers the buyer too.
      const isListed = [...evidence.listed].some((text) => text.includes(orderId) && text.includes('write to them'))
      const isWithPerson = record?.erased === true || record?.state === 'needs_attention' || isListed
      // The letter may have waited for a mail server, and went with the person.
      const isForgotten = promise.at < lastErasure(world, orderId)
      if (isKnown || isWithPerson || isForgotten || hasLetter(evidence, orderId)) return undefined
      return { invariant: 'promise', text: `${orderId}: ${words}, and nobody has written`, about }
    }
  }
}

/** By then the shop knew that there was nobody to write to; whoever has begun another payment since had come back. */
function isAfterErasure({ world, records }: Evidence, { orderId, at }: Promised): boolean {
  const person = world.people.find(({ orderIds }) => orderIds.includes(orderId))
  const erasedAt = world.promises.erased.get(person?.email ?? '') ?? Number.POSITIVE_INFINITY
  return at > erasedAt && !records.payments.some((it) => it.order_id === orderId && it.created > erasedAt)
}
