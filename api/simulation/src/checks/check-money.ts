import { type Booked, keptOf, refundedOf } from '../providers/books'
import { type Breach, type Evidence, isListed, type Pair } from './evidence'

const TAKEN = ['succeeded', 'duplicate', 'refunded', 'charged_back', 'disputed']

export function checkMoney(evidence: Evidence): Breach[] {
  return [
    ...evidence.pairs.flatMap((pair) => checkPayment(evidence, pair)),
    ...evidence.records.orders.flatMap(({ id }) => checkRequests(evidence, id)),
  ]
}

function checkPayment(evidence: Evidence, pair: Pair): Breach[] {
  const { id, orderId, takenPence, record } = pair
  const about = [orderId, id]
  const ours = record && TAKEN.includes(record.state) ? (record.taken ?? 0) : 0
  const state = record?.state ?? 'unknown to the shop'
  const breaches: Breach[] = []
  if (ours !== takenPence) {
    const text = `${id} of ${orderId}: the provider took ${takenPence}, the shop has ${ours} (${state})`
    breaches.push({ invariant: 'taken', text, about })
  }
  const sent = refundedOf(pair, 'sent')
  // Reconciliation finds and lists what the provider never reported.
  const isExcused = record?.refunded !== sent && isUntold(pair) && isListed(evidence, orderId)
  if (record && record.refunded !== sent && !isExcused) {
    const text = `${id} of ${orderId}: the provider sent ${sent} back, the shop has ${record.refunded} (${state})`
    breaches.push({ invariant: 'sent back', text, about })
  }
  return breaches
}

function isUntold({ refunds }: Booked): boolean {
  return refunds.some(({ isByHand, state }) => isByHand || state === 'failed')
}

function checkRequests(evidence: Evidence, orderId: string): Breach[] {
  const { world, pairs, records } = evidence
  const own = pairs.filter((pair) => pair.orderId === orderId)
  const about = [orderId, ...own.map(({ id }) => id)]
  // The shop returns these payments in full without a request.
  const returned = own.filter(({ id }) => records.returned.has(id))
  const wanted = own.filter((pair) => !returned.includes(pair))
  const refundRequests = world.statements.refundRequests.filter(
    (request) => request.orderId === orderId && !returned.some(({ id }) => id === request.paymentId),
  )
  const sum = (list: readonly { amountPence: number }[]) => list.reduce((all, { amountPence }) => all + amountPence, 0)
  const sent = wanted.reduce((all, pair) => all + refundedOf(pair, 'sent', 'pending'), 0)
  const left = wanted.reduce((all, pair) => all + keptOf(pair) - refundedOf(pair, 'pending'), 0)
  const wasStopped = wanted.some((pair) => pair.hasDispute || pair.refunds.some(({ state }) => state === 'failed'))
  const done = refundRequests.filter(({ isDone }) => isDone)
  const least = sum(done.filter(({ isWhole }) => !isWhole))
  const breach = (invariant: Breach['invariant'], text: string): Breach => ({ invariant, text, about })
  const breaches = returned
    .filter((pair) => !mayBeReturned(evidence, pair))
    .map(({ id }) => breach('sent twice', `${orderId}: ${id} was sent back, though nobody had ended it`))
  if (sent > sum(refundRequests))
    breaches.push(breach('sent twice', `${orderId}: ${sent} went back, ${sum(refundRequests)} was wanted`))
  if (left > 0 && !wasStopped && done.some(({ isWhole }) => isWhole))
    breaches.push(breach('sent back', `${orderId} was to go back whole, and ${left} is kept`))
  if (sent < least && left > 0 && !wasStopped)
    breaches.push(breach('sent back', `${orderId}: ${least} was said to be sent back, and ${sent} was`))
  return breaches
}

function mayBeReturned({ world, pairs, records }: Evidence, { id, orderId, record }: Pair): boolean {
  const isSecond = pairs.some((pair) => pair.orderId === orderId && pair.id !== id && pair.takenPence > 0)
  const attempts = records.payments.filter(({ order_id }) => order_id === orderId)
  const isReplaced = attempts.at(-1)?.id !== record?.id
  const isLapsed = records.orders.some((order) => order.id === orderId && order.ended !== null)
  return isSecond || isReplaced || isLapsed || world.statements.givenUp.has(orderId)
}
