import { keptOf } from '../providers/books'
import { type Breach, type Evidence, isListed, keptFor } from './evidence'

const UNFINISHED = ['created', 'pending', 'processing', 'failed']
const UNDECIDED = ['open', 'processing', 'declined', 'duplicate']
const GONE = ['refunded', 'charged_back']
const UNSENT = ['requested', 'pending']

export function checkOrders(evidence: Evidence): Breach[] {
  return [...checkPaid(evidence), ...checkStuck(evidence), ...checkList(evidence)]
}

function checkPaid(evidence: Evidence): Breach[] {
  const { records, pairs } = evidence
  return records.orders.flatMap(({ id, state }): Breach[] => {
    const own = pairs.filter((pair) => pair.orderId === id)
    const kept = own.filter((pair) => keptOf(pair) > 0).length
    const isUnpaid = UNFINISHED.includes(state) || state === 'cancelled'
    const isOdd = (state === 'paid' && kept === 0) || (GONE.includes(state) && kept > 0)
    const isBroken = kept > 1 || (isUnpaid && kept > 0) || (isOdd && !isListed(evidence, id))
    const text = `${id} is ${state}, and ${kept} payments are kept for it (${keptFor(pairs, id)})`
    return isBroken ? [{ invariant: 'paid once', text, about: [id, ...own.map((pair) => pair.id)] }] : []
  })
}

function checkStuck(evidence: Evidence): Breach[] {
  const { records, pairs, world } = evidence
  const breach = (text: string, ...about: string[]): Breach => ({ invariant: 'stuck', text, about })
  // A dispute decides by itself what may be refunded.
  const isDisputed = (orderId: string) => pairs.some((pair) => pair.orderId === orderId && pair.hasDispute)
  const isOwners = (orderId: string) => isListed(evidence, orderId) || isDisputed(orderId)
  const isForgotten = (about: string | null) => about !== null && world.sandbox.payPal.readOrder(about).status === 404
  return [
    ...records.orders
      .filter(({ state }) => UNFINISHED.includes(state))
      .map(({ id, state }) => breach(`${id} is still ${state}`, id)),
    ...records.payments
      .filter(({ order_id, state }) => UNDECIDED.includes(state) && !isOwners(order_id))
      .map(({ order_id, state, provider_id }) => breach(`${provider_id} is still ${state}`, order_id)),
    ...records.refunds
      .filter(({ order_id, state }) => UNSENT.includes(state) && !isOwners(order_id))
      .map(({ order_id, amount, state }) => breach(`a refund of ${amount} is still ${state}`, order_id)),
    ...records.mails
      .filter(({ sent }) => !sent)
      .map(({ order_id, kind }) => breach(`the mail ${kind} was not sent`, order_id)),
    ...records.unhandledEvents
      .filter(({ about }) => !isForgotten(about))
      .map(({ about }) => breach(`an event about ${about ?? 'nothing'} is not handled`, about ?? '')),
  ]
}

function checkList(evidence: Evidence): Breach[] {
  const { records, pairs, world } = evidence
  const reasons = [
    ...records.orders.filter(({ state }) => state === 'needs_attention').map(({ id }) => [id, 'it is held']),
    ...records.orders
      .filter(({ id, state, is_priced }) => state === 'paid' && !is_priced && !world.confirmed.has(id))
      .map(({ id }) => [id, 'nobody knows what was bought']),
    ...pairs.filter(({ isDisputeOpen }) => isDisputeOpen).map(({ orderId }) => [orderId, 'a dispute of it is open']),
    ...pairs.filter(isOwed).map(({ orderId }) => [orderId, 'a refund of it has failed']),
  ]
  return reasons
    .filter(([orderId = '']) => !isListed(evidence, orderId))
    .map(([orderId = '', why]) => ({
      invariant: 'attention',
      text: `${orderId} is on no list, though ${why}`,
      about: [orderId],
    }))
}

function isOwed(pair: Evidence['pairs'][number]): boolean {
  const ofShop = pair.refunds.filter(({ isByHand }) => !isByHand)
  return keptOf(pair) > 0 && ofShop.length > 0 && ofShop.every(({ state }) => state === 'failed')
}
