import { type Item, totalOf } from '../shop/price-board'
import type { Reply } from '../shop/servers'
import { bookedPayments, type SimulatedWorld } from '../simulated-world'
import { SECOND, trueNow } from '../world/clock'
import { note, reach } from '../world/trace'

/**
 * What the checkout page says after an answer, and so what it promises. `begun`: the provider may be asked. `again`: nothing was
 * taken, the buyer may try another way. `declined`: another source of money may be chosen. `waiting`: a bank decides.
 * `unknown`: the page says that it does not know, and offers to ask again. `left`: the buyer has gone.
 */
export type Outcome = 'begun' | 'paid' | 'again' | 'declined' | 'waiting' | 'similar' | 'unknown' | 'left'
type Said = { outcome: Outcome; reply: Reply }
type Answer = Reply & { askedAt: number }

/** Refusals after which the page is certain that this payment has taken nothing, or has given it back. */
const CERTAIN = ['payment_not_confirmed', 'payment_refused', 'payment_not_found', 'payment_returned']

/** The shop waits so long for a browser that has said that it captures. */
const CAPTURE_TAKES = 10 * SECOND

/** What PayPal's library says of the buyer; the shop believes nothing of it. */
const payer = { payerEmail: 'payer@example.com', payerName: 'Pat Payer', amount: '1.00', currency: 'GBP' }

export type Visit = {
  orderId: string
  person: string
  email: string
  items: readonly Item[]
  /** The page could not say what is in the basket. */
  isAmountOnly: boolean
}

/** A no to one payment says nothing of another of the same order, which takes the money or may yet. */
export function mayBePaidOtherwise(world: SimulatedWorld, orderId: string): boolean {
  const isOfOrder = (reference = '') => reference.startsWith(`${orderId}:`)
  return bookedPayments(world).some((it) => (it.takenPence > 0 || it.isDeciding) && isOfOrder(it.reference))
}

/** The checkout page of one order in one browser: its calls, and what it says about their answers. */
export function createPage(world: SimulatedWorld, visit: Visit) {
  const { shop, promises, lastCalls, stripe, payPal, isCalm } = world
  const { orderId, person } = visit
  let isRepeatConfirmed = false
  let isBegun = false
  /** What its browser was told to capture, and when. */
  let announced: { id: string; at: number } | undefined

  async function call(path: string, body: object): Promise<Answer> {
    const askedAt = trueNow()
    lastCalls.set(orderId, askedAt)
    const reply = await shop.post(path, body)
    lastCalls.set(orderId, trueNow())
    note(`${person} ${path} ${orderId} → ${reply.status} ${reply.code}`.trimEnd())
    if (reply.status === 0) reach('page: the connection is lost')
    return { ...reply, askedAt }
  }

  const basket = () => ({
    orderId,
    customerEmail: visit.email,
    customerName: `Name of ${person}`,
    description: 'A course',
    ...(!visit.isAmountOnly && { items: visit.items }),
    ...(isRepeatConfirmed && { confirmRepeat: true }),
  })

  /** What is said to the buyer is kept as a promise. */
  function say(reply: Answer, path: string): Said {
    const { status, code, data, askedAt } = reply
    if (status === 200) {
      if (path === 'status') return sayStatus(reply)
      promises.give(orderId, 'paid', `${path} was answered with 200`)
      if (data.isMailed === true) promises.give(orderId, 'mailed', `${path} said that a mail is sent`)
      return { outcome: 'paid', reply }
    }
    if (code === 'order_paid') {
      promises.give(orderId, 'paid', `${path} said order_paid`)
      return { outcome: 'paid', reply }
    }
    if (code === 'payment_processing') {
      promises.give(orderId, 'update', `${path} said payment_processing`)
      return { outcome: 'waiting', reply }
    }
    if (code === 'instrument_declined' || CERTAIN.includes(code)) {
      const isOfOrder = code !== 'payment_returned' || !mayBePaidOtherwise(world, orderId)
      if (isOfOrder) promises.give(orderId, 'nothing', `${path} said ${code}`, { askedAt })
      return { outcome: code === 'instrument_declined' ? 'declined' : 'again', reply }
    }
    return { outcome: code === 'similar_order' ? 'similar' : 'unknown', reply }
  }

  function sayStatus(reply: Answer): Said {
    const { status, isMailed } = reply.data
    reach(`status: ${String(status)}`)
    if (status === 'unpaid') {
      if (isCapturing()) promises.notKept(orderId, 'its page captures, and the status is said to be unpaid')
      promises.give(orderId, 'nothing', 'status said unpaid', { askedAt: reply.askedAt })
      return { outcome: 'again', reply }
    }
    if (status === 'processing') {
      promises.give(orderId, 'update', 'status said processing')
      return { outcome: 'waiting', reply }
    }
    if (status === 'paid' || status === 'needs_attention') {
      promises.give(orderId, 'paid', `status said ${status}`)
      if (isMailed === true) promises.give(orderId, 'mailed', 'status said that a mail is sent')
    }
    return { outcome: 'paid', reply }
  }

  /** Whether its browser was allowed to capture just now, and has neither done so nor been refused. */
  function isCapturing(): boolean {
    const order = announced && payPal.find(announced.id)
    if (!announced || order?.status !== 'APPROVED') return false
    return announced.at > trueNow() - CAPTURE_TAKES && (order.refusedAt ?? 0) < announced.at
  }

  async function start(path: string, body: object): Promise<Said> {
    const wasPaid = promises.isSaidToBePaid(orderId)
    // The buyer does something more: whatever was said before is not about this.
    promises.withdraw(orderId, ['nothing', 'ended'])
    const reply = await call(path, body)
    isBegun = reply.status === 200
    if (!isBegun) return say(reply, path)
    if (wasPaid) promises.notKept(orderId, 'it was said to be paid, and another payment is begun')
    const shownPence = totalOf(visit.items) * 100
    const askedPence = pricedAt(reply)
    if (askedPence !== shownPence)
      promises.notKept(orderId, `the page shows ${shownPence}, and the provider is to take ${askedPence}`)
    return { outcome: 'begun', reply }
  }

  /** What the provider was asked to take, by its own books. */
  function pricedAt({ data }: Reply): number | undefined {
    const [intentId = ''] = String(data.clientSecret).split('_secret_')
    return stripe.intents.get(intentId)?.amount ?? payPal.orders.get(String(data.paypalOrderId))?.amountPence
  }

  return {
    visit,
    /** Whether the shop has taken in the last payment that was to be begun, as far as the page knows. */
    isBegun: () => isBegun,
    confirmRepeat(): void {
      isRepeatConfirmed = true
    },
    startCard: () =>
      start('create-payment-intent', {
        ...basket(),
        amount: totalOf(visit.items),
        currency: 'gbp',
        paymentMethodId: 'pm_1',
      }),
    startWallet: () =>
      start('paypal-create-order', {
        ...basket(),
        amount: totalOf(visit.items).toFixed(2),
        currency: 'GBP',
        merchantEmail: 'shop@example.com',
      }),
    confirmCard: async (paymentIntentId: string) =>
      say(await call('confirm-stripe-payment', { paymentIntentId, orderId }), 'confirm-stripe-payment'),
    /** Says to the shop that the browser is about to capture. @returns whether it may, or what the page says instead. */
    announceCapture: async (paypalOrderId: string): Promise<'capture' | 'leave it to the shop' | Outcome> => {
      promises.triedByPage.add(paypalOrderId)
      const reply = await call('paypal-approved', { paypalOrderId })
      if (reply.status === 200) {
        announced = { id: paypalOrderId, at: trueNow() }
        return 'capture'
      }
      if (reply.code === 'order_conflict' || reply.code === 'payment_not_found') {
        promises.give(orderId, 'nothing', `paypal-approved said ${reply.code}`, { askedAt: reply.askedAt })
        return 'again'
      }
      const { outcome } = say(reply, 'paypal-approved')
      return outcome === 'unknown' ? 'leave it to the shop' : outcome
    },
    /** `isApproved`: straight from the buyer's approval, and not another look. */
    confirmWallet: async (
      paypalOrderId: string,
      how: { isApproved: boolean; isDeclined?: boolean; isTaken?: boolean },
    ) => {
      const ids = { paypalOrderId, orderId: paypalOrderId }
      const flags = {
        ...(how.isDeclined && { isDeclined: true }),
        ...(how.isApproved && { isApproved: true }),
      }
      const body = { ...ids, ...payer, ...flags }
      if (how.isApproved || how.isDeclined) promises.triedByPage.add(paypalOrderId)
      const reply = await call('paypal-capture', body)
      if (reply.code === 'unavailable' && isCalm() && payPal.find(paypalOrderId) !== undefined)
        promises.notKept(orderId, 'nothing has gone wrong, and the page was told that the outcome is not known')
      // Money the browser has seen taken is gone until the server says that it came back.
      const isUncertain = how.isTaken === true && CERTAIN.includes(reply.code) && reply.code !== 'payment_returned'
      return isUncertain ? { outcome: 'unknown' as const, reply } : say(reply, 'paypal-capture')
    },
    /** The message about a decline once more; nobody waits for the answer. */
    repeatDecline: (paypalOrderId: string) =>
      call('paypal-capture', { paypalOrderId, orderId: paypalOrderId, ...payer, isDeclined: true }),
    readStatus: async () => say(await call('status', { orderId }), 'status'),
    async abandon(): Promise<boolean> {
      promises.givenUp.add(orderId)
      const reply = await call('abandon', { orderId })
      if (reply.status !== 200) say(reply, 'abandon')
      else promises.give(orderId, 'ended', 'abandon was answered with 200')
      return reply.status === 200
    },
  }
}

export type Page = ReturnType<typeof createPage>
