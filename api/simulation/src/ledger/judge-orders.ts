import { keptOf } from '../books/booked-payment'
import { type Breach, type Evidence, keptFor, type Pair, SKEW } from './breach'

const UNFINISHED = ['created', 'pending', 'processing', 'failed']
const UNDECIDED = ['open', 'processing', 'declined', 'duplicate']
const GONE = ['refunded', 'charged_back']
const UNSENT = ['requested', 'pending']

/** What the shop says about its orders as a whole: paid once, ended in time, and without those who were erased. */
export function judgeOrders(evidence: Evidence): Breach[] {
  return [...judgePaid(evidence), ...judgePeople(evidence), ...judgeStuck(evidence), ...judgeErased(evidence)]
}

function judgePaid({ records, pairs, listed }: Evidence): Breach[] {
  return records.orders.flatMap(({ id, state }): Breach[] => {
    const own = pairs.filter((pair) => pair.orderId === id)
    const kept = own.filter(({ booked }) => keptOf(booked) > 0)
    const about = [id, ...own.map(({ booked }) => booked.id)]
    const isListed = [...listed].some((text) => text.includes(id))
    if (kept.length > 1) {
      return [{ invariant: 'paid once', text: `${id}: ${kept.length} payments are kept for it`, about }]
    }
    if (state === 'paid' && kept.length === 0 && !isListed) {
      return [{ invariant: 'paid once', text: `${id} is paid, and nothing is kept for it`, about }]
    }
    if (GONE.includes(state) && kept.length > 0 && !isListed) {
      return [{ invariant: 'paid once', text: `${id} is ${state}, and ${keptFor(pairs, id)} is kept for it`, about }]
    }
    const isUnpaid = UNFINISHED.includes(state) || state === 'cancelled'
    return isUnpaid && kept.length > 0
      ? [{ invariant: 'paid once', text: `${id} is ${state}, and ${keptFor(pairs, id)} is kept for it`, about }]
      : []
  })
}

function judgePeople({ world, pairs }: Evidence): Breach[] {
  return world.people.flatMap(({ name, email, orderIds, meant }): Breach[] => {
    const paid = [...new Set(orderIds)].filter((id) => keptFor(pairs, id) > 0)
    const others = (id: string) => paid.filter((other) => other !== id)
    const isUnasked = (id: string, next: string) =>
      seemedSentBack(pairs, id, next) || wasTakenOut(world, email, begunAt(pairs, id), begunAt(pairs, next))
    const atOnce = paid.filter((id) => !others(id).some((other) => isUnasked(id, other)))
    if (atOnce.length <= meant) return []
    return [{ invariant: 'paid once', text: `${name} paid ${paid.length} orders and meant ${meant}`, about: paid }]
  })
}

/**
 * Whether all of an order counted as sent back when the next one was begun, and failed on its way only later: nobody asks then whether
 * both are meant.
 */
function seemedSentBack(pairs: readonly Pair[], orderId: string, next: string): boolean {
  const begun = begunAt(pairs, next)
  const failedSince = pairs
    .filter((pair) => pair.orderId === orderId)
    .flatMap(({ booked }) => booked.refunds.filter((it) => it.hasFailedLate))
    .filter(({ at, endedAt = Number.POSITIVE_INFINITY }) => at < begun + SKEW && endedAt > begun - SKEW)
  return failedSince.reduce((sum, { amountPence }) => sum + amountPence, 0) >= keptFor(pairs, orderId)
}

/** Whether a person was taken out of an order before the next was begun: nobody knows then whose the first was. */
function wasTakenOut({ promises }: Evidence['world'], email: string, begun: number, nextBegun: number): boolean {
  const times = [promises.erasedSince.get(email), promises.erased.get(email)]
  return times.some((at) => at !== undefined && at > begun - SKEW && at < nextBegun + SKEW)
}

function begunAt(pairs: readonly Pair[], orderId: string): number {
  return Math.min(...pairs.flatMap((pair) => (pair.orderId === orderId && pair.record ? [pair.record.created] : [])))
}

/** What PayPal itself does not know any more: the shop asks for seven hours, which are more sweeps than the healthy days have. */
function isForgotten({ payPal }: Evidence['world'], id: string): boolean {
  return payPal.orders.has(id) && payPal.find(id) === undefined
}

function judgeStuck({ world, records, pairs, listed }: Evidence): Breach[] {
  // What a person has been asked to decide is theirs.
  const isListed = (orderId: string) => [...listed].some((text) => text.includes(orderId))
  const breach = (text: string, ...about: string[]): Breach => ({ invariant: 'stuck', text, about })
  // What may not be kept goes back, however often that has failed; a dispute decides by itself.
  const isDisputed = (orderId: string) => pairs.some((pair) => pair.orderId === orderId && pair.booked.dispute)
  const isDeciding = (orderId: string) => pairs.some((pair) => pair.orderId === orderId && pair.booked.isDeciding)
  return [
    ...records.orders
      .filter(({ id, state }) => UNFINISHED.includes(state) && !isDeciding(id))
      .map(({ id, state }) => breach(`${id} is still ${state}`, id)),
    ...records.payments
      .filter(({ order_id, state }) => UNDECIDED.includes(state) && !isDeciding(order_id))
      .filter(({ order_id, state }) => (state === 'duplicate' ? !isDisputed(order_id) : !isListed(order_id)))
      .map(({ key, state, order_id, provider_id }) =>
        breach(`payment ${key} is still ${state}`, order_id, ...(provider_id ? [provider_id] : [])),
      ),
    ...records.refunds
      .filter(({ state, order_id }) => UNSENT.includes(state) && !isListed(order_id))
      .map(({ order_id, amount, state }) => breach(`a refund of ${amount} is still ${state}`, order_id)),
    ...records.mails
      .filter(({ sent }) => !sent)
      .map(({ order_id, kind }) => breach(`the mail ${kind} was not sent`, order_id)),
    ...records.unhandledEvents
      .filter((about) => about === null || !isForgotten(world, about))
      .map((about) => breach(`an event about ${about ?? 'nothing'} is not handled`)),
  ]
}

function judgeErased({ world, records }: Evidence): Breach[] {
  const writtenBack = records.orders
    .filter(({ erased, email, name }) => erased && (email !== '' || name !== ''))
    .map(({ id, email }): Breach => {
      return { invariant: 'erased', text: `${id} was erased, and has ${email} again`, about: [id] }
    })
  const letters = [...world.promises.erased].flatMap(([email, at]) =>
    [...world.mailServer.letters.values()]
      .filter((letter) => letter.to === email && letter.at > at && !hasActedSince(world, email, at))
      .map((letter): Breach => {
        return { invariant: 'erased', text: `${email} was erased and then written to: ${letter.subject}`, about: [] }
      }),
  )
  return [...writtenBack, ...letters]
}

/** Whoever buys again gives the address again. */
function hasActedSince({ people, lastCalls }: Evidence['world'], email: string, at: number): boolean {
  const person = people.find((it) => it.email === email)
  return person?.orderIds.some((id) => (lastCalls.get(id) ?? 0) > at) === true
}
