import type { Random } from '@platform/base/testing/random'
import { DAY, HOUR, MINUTE, sleep, trueNow } from '../../world/clock'
import { between } from '../../world/random'
import { note, reach } from '../../world/trace'
import type { Habits } from '../habits'
import type { Announce } from '../webhooks'
import {
  type Capture,
  type PayPalDispute,
  type PayPalOrder,
  type PayPalRefund,
  sentBackOf,
  showCapture,
  showDispute,
  showRefund,
} from './paypal-objects'

/** Outcomes by which the shop keeps its money, and those by which its buyer gets some of it (Customer Disputes API); `NONE` would be rare. */
const keeping = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'NONE', 'NONE'] as const
const giving = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'] as const
/** developer.paypal.com/docs/disputes/faq: first the buyer is to be answered, then PayPal. */
const INQUIRY = 20 * DAY
const CLAIM = 10 * DAY
const PART_PENCE = 4_000

/** `decisions`: how disputes go, by a chance of its own. */
type Chances = { random: Random; decisions: Random; habits: Habits }

/** What follows a capture at PayPal: money sent back, and buyers who dispute it. */
export function createPayPalAfterSale(
  { random, decisions, habits }: Chances,
  announce: Announce,
  nextId: (prefix: string) => string,
) {
  async function dispute(order: PayPalOrder, capture: Capture): Promise<void> {
    await sleep(between(random, HOUR, 2 * DAY))
    const amountPence = order.amountPence - sentBackOf(capture)
    if (order.dispute || amountPence === 0) return
    const created = trueNow()
    const ends = { outcome: undefined, refundedPence: 0, takenPence: 0, back: undefined, closedAt: undefined }
    const opened: PayPalDispute = {
      id: nextId('PP-D-'),
      amountPence,
      status: 'OPEN',
      ...ends,
      created,
      askedAt: created,
      dueAt: created + INQUIRY,
    }
    order.dispute = opened
    note(`the buyer disputes ${order.id}`)
    reach('PayPal: a dispute is opened')
    announce('CUSTOMER.DISPUTE.CREATED', showDispute(order, opened), order.id)
    const endsIn = between(random, HOUR, DAY)
    if (decisions.chance(0.4)) {
      await sleep(endsIn / 2)
      Object.assign(opened, { askedAt: trueNow(), dueAt: trueNow() + CLAIM })
      reach('PayPal: a dispute becomes a claim')
      announce('CUSTOMER.DISPUTE.UPDATED', showDispute(order, opened), order.id)
      await sleep(endsIn / 2)
    } else await sleep(endsIn)
    decide(order, capture, opened, random.chance(0.4))
    if (opened.takenPence === 0 || !decisions.chance(0.9)) return
    await sleep(between(decisions, HOUR, DAY))
    Object.assign(opened, { status: 'OPEN', closedAt: undefined, askedAt: trueNow(), dueAt: trueNow() + CLAIM })
    note(`the dispute of ${order.id} is appealed`)
    reach('PayPal: a lost dispute is appealed')
    announce('CUSTOMER.DISPUTE.UPDATED', showDispute(order, opened), order.id)
    await sleep(between(decisions, HOUR, DAY))
    decide(order, capture, opened, decisions.chance(0.6))
  }

  function decide(order: PayPalOrder, capture: Capture, dispute: PayPalDispute, isWon: boolean): void {
    const wasTaken = dispute.takenPence
    const outcome = decisions.pick(isWon ? keeping : giving)
    const isPart = dispute.amountPence > PART_PENCE && decisions.chance(0.4)
    // What was taken before an appeal is what is decided about again.
    const given = wasTaken + ours(capture, dispute)
    const refundedPence = isWon ? 0 : wasTaken > 0 ? given : isPart ? PART_PENCE : dispute.amountPence
    const takenPence = Math.max(0, refundedPence - ours(capture, dispute))
    const back = wasTaken > 0 && takenPence === 0 ? { pence: wasTaken, at: trueNow() } : dispute.back
    const status = takenPence > 0 ? 'LOST' : 'WON'
    Object.assign(dispute, { status, outcome, refundedPence, takenPence, back, closedAt: trueNow() })
    note(`the dispute of ${order.id} ends: ${outcome}, ${takenPence} are taken`)
    reach(`PayPal: a dispute is ${status}`)
    if (outcome === 'NONE') reach('PayPal: a dispute ends as NONE')
    if (isPart && takenPence > 0) reach('PayPal: a dispute takes a part')
    if (!isWon && takenPence === 0) reach('PayPal: a dispute is ended by a refund')
    if (back) reach('PayPal: an appeal is won')
    announce('CUSTOMER.DISPUTE.RESOLVED', showDispute(order, dispute), order.id)
    if (takenPence > 0) announce('PAYMENT.CAPTURE.REVERSED', showCapture(order, capture), order.id)
  }

  /** What the shop has sent back since the dispute was opened. */
  function ours({ refunds }: Capture, { created }: PayPalDispute): number {
    const counted = refunds.filter((it) => it.created >= created && it.status !== 'FAILED' && it.status !== 'CANCELLED')
    return counted.reduce((sum, { amountPence }) => sum + amountPence, 0)
  }

  async function endRefund(order: PayPalOrder, capture: Capture, refund: PayPalRefund, to: 'COMPLETED' | 'FAILED') {
    await sleep(between(random, 10 * MINUTE, DAY))
    Object.assign(refund, {
      status: to,
      hasFailedLate: to === 'FAILED',
      wasSent: to === 'COMPLETED',
      endedAt: trueNow(),
    })
    note(`refund ${refund.id} of ${order.id} is ${to}`)
    reach(`PayPal: a refund is ${to} later`)
    const type = to === 'FAILED' ? 'PAYMENT.REFUND.FAILED' : 'PAYMENT.CAPTURE.REFUNDED'
    announce(type, showRefund(order, capture, refund), order.id)
  }

  function refund(
    order: PayPalOrder,
    capture: Capture,
    { amountPence, ...about }: Pick<PayPalRefund, 'amountPence' | 'origin' | 'customId' | 'invoiceId'>,
  ): PayPalRefund {
    const isTroubled = random.chance(habits.refundTrouble)
    const course = isTroubled ? random.pick(['waits', 'waits and fails'] as const) : 'succeeds'
    const status = course === 'succeeds' ? 'COMPLETED' : 'PENDING'
    const isSent = status === 'COMPLETED'
    const state = { status, created: trueNow(), hasFailedLate: false, wasSent: isSent, endedAt: undefined } as const
    const made: PayPalRefund = { id: nextId('REF'), amountPence, ...state, ...about }
    capture.refunds.push(made)
    note(`PayPal sends ${amountPence} of ${order.id} back (${made.id}, ${status})`)
    reach(`PayPal: a refund ${course}`)
    const type = status === 'COMPLETED' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.PENDING'
    announce(type, showRefund(order, capture, made), order.id)
    if (status === 'PENDING') void endRefund(order, capture, made, course === 'waits' ? 'COMPLETED' : 'FAILED')
    return made
  }

  return { dispute, refund }
}
