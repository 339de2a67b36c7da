import type { Random } from '@platform/base/testing/random'
import { DAY, HOUR, MINUTE, sleep, trueNow } from '../../world/clock'
import { between } from '../../world/random'
import { note, reach } from '../../world/trace'
import type { Habits } from '../habits'
import type { Announce } from '../webhooks'
import {
  type Capture,
  type PayPalOrder,
  type PayPalRefund,
  sentBackOf,
  showCapture,
  showDispute,
  showRefund,
} from './paypal-objects'

/** What follows a capture at PayPal: money sent back, and buyers who dispute it. */
export function createPayPalAfterSale(
  random: Random,
  habits: Habits,
  announce: Announce,
  nextId: (prefix: string) => string,
) {
  async function dispute(order: PayPalOrder, capture: Capture): Promise<void> {
    await sleep(between(random, HOUR, 2 * DAY))
    const amountPence = order.amountPence - sentBackOf(capture)
    if (order.dispute || amountPence === 0) return
    const opened = {
      id: nextId('PP-D-'),
      amountPence,
      status: 'OPEN' as const,
      created: trueNow(),
      closedAt: undefined,
    }
    order.dispute = opened
    note(`the buyer disputes ${order.id}`)
    reach('PayPal: a dispute is opened')
    announce('CUSTOMER.DISPUTE.CREATED', showDispute(order, opened), order.id)
    await sleep(between(random, HOUR, DAY))
    const isWon = random.chance(0.4)
    order.dispute = { ...opened, status: isWon ? 'WON' : 'LOST', closedAt: trueNow() }
    note(`the dispute of ${order.id} is ${order.dispute.status}`)
    reach(`PayPal: a dispute is ${order.dispute.status}`)
    announce('CUSTOMER.DISPUTE.RESOLVED', showDispute(order, order.dispute), order.id)
    if (!isWon) announce('PAYMENT.CAPTURE.REVERSED', showCapture(order, capture), order.id)
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
