import type { Random } from '@platform/base/testing/random'
import { DAY, HOUR, MINUTE, sleep, trueNow } from '../../world/clock'
import { between } from '../../world/random'
import { note, reach } from '../../world/trace'
import type { Habits } from '../habits'
import type { Announce } from '../webhooks'
import { type Intent, type Refund, refundedOf, showCharge, showDispute, showRefund } from './stripe-objects'

/** What follows a charge at Stripe: money sent back, and buyers who dispute it. */
export function createStripeAfterSale(
  random: Random,
  habits: Habits,
  announce: Announce,
  nextId: (prefix: string) => string,
) {
  async function dispute(intent: Intent): Promise<void> {
    await sleep(between(random, HOUR, 2 * DAY))
    if (intent.dispute || refundedOf(intent) === intent.amount) return
    // A partly refunded charge is disputed for the rest.
    const amount = intent.amount - refundedOf(intent)
    const opened = {
      id: nextId('dp'),
      amount,
      status: 'needs_response' as const,
      created: trueNow(),
      closedAt: undefined,
    }
    intent.dispute = opened
    note(`the buyer disputes ${intent.id}`)
    reach('Stripe: a dispute is opened')
    const show = (type: string) => intent.dispute && announce(type, showDispute(intent, intent.dispute), intent.id)
    show('charge.dispute.created')
    show('charge.dispute.funds_withdrawn')
    await sleep(between(random, HOUR, DAY))
    const isWon = random.chance(0.4)
    intent.dispute = { ...opened, status: isWon ? 'won' : 'lost', closedAt: trueNow() }
    note(`the dispute of ${intent.id} is ${intent.dispute.status}`)
    reach(`Stripe: a dispute is ${intent.dispute.status}`)
    show('charge.dispute.closed')
    if (isWon) show('charge.dispute.funds_reinstated')
  }

  function announceRefund(intent: Intent, refund: Refund, type: string): void {
    announce(type, showRefund(intent, refund), intent.id)
    if (type !== 'refund.created') announce('charge.refund.updated', showRefund(intent, refund), intent.id)
  }

  async function changeRefund(intent: Intent, refund: Refund, to: Refund['status'], afterMs: number): Promise<void> {
    await sleep(afterMs)
    refund.hasFailedLate = to === 'failed' || to === 'canceled'
    Object.assign(refund, { status: to, wasSent: refund.wasSent || to === 'succeeded', endedAt: trueNow() })
    note(`refund ${refund.id} of ${intent.id} is ${to}`)
    reach(`Stripe: a refund is ${to} later`)
    announceRefund(intent, refund, to === 'failed' ? 'refund.failed' : 'refund.updated')
  }

  /** docs.stripe.com/refunds: most succeed at once; some wait for the account's balance, some fail days later. */
  function refund(
    intent: Intent,
    amount: number,
    origin: Refund['origin'],
    metadata: Record<string, string> = {},
  ): Refund {
    const isTroubled = random.chance(habits.refundTrouble)
    const course = isTroubled
      ? random.pick(['waits', 'waits and fails', 'fails later', 'waits and is cancelled'] as const)
      : 'succeeds'
    const waits = course.startsWith('waits')
    const status = waits ? 'pending' : 'succeeded'
    const made: Refund = {
      id: nextId('re'),
      amount,
      status,
      created: trueNow(),
      metadata,
      origin,
      hasFailedLate: false,
      wasSent: !waits,
      endedAt: undefined,
    }
    intent.refunds.push(made)
    note(`Stripe sends ${amount} of ${intent.id} back (${made.id}, ${status})`)
    reach(`Stripe: a refund ${course}`)
    announceRefund(intent, made, 'refund.created')
    announce('charge.refunded', showCharge(intent), intent.id)
    const later = between(random, 10 * MINUTE, DAY)
    if (course === 'waits') void changeRefund(intent, made, 'succeeded', later)
    if (course === 'waits and fails' || course === 'fails later') void changeRefund(intent, made, 'failed', later)
    if (course === 'waits and is cancelled') void changeRefund(intent, made, 'canceled', later)
    return made
  }

  return { dispute, refund }
}
