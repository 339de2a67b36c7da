import { createRandom } from '@platform/base/testing/random'
import type { BookedPayment, BookedRefund } from '../books/booked-payment'
import { createWebhooks } from '../books/webhooks'
import { MINUTE, runUntil, trueNow } from '../world/clock'
import type { Evidence } from './breach'
import { isAnnounced, isEndAnnounced } from './judge-money'

const made = 1_000
const failed = 9_000
const refund: BookedRefund = {
  id: 're_1',
  amountPence: 2_500,
  state: 'failed',
  origin: 'dashboard',
  at: made,
  hasFailedLate: true,
  wasSent: true,
  endedAt: failed,
}
const payment = { id: 'pi_1', refunds: [refund] } as unknown as BookedPayment

/** The shop has taken one event about the payment. */
const newsAt = (at: number) =>
  ({
    webhooks: { hasAnnounced: (about: string, since: number) => about === 'pi_1' && at >= since },
  }) as Evidence['world']

// News of the day on which it was sent counted as news of its failure: the shop was blamed for what it could not know yet.
it('holds the shop to a late failure only if it was told since then', () => {
  expect(isAnnounced(newsAt(failed - 1), payment, new Set())).toBe(false)
  expect(isAnnounced(newsAt(failed), payment, new Set())).toBe(true)
})

it('holds it to what was sent without it as soon as it was told', () => {
  const sent = {
    ...payment,
    refunds: [{ ...refund, state: 'sent' as const, hasFailedLate: false, endedAt: undefined }],
  }
  expect(isAnnounced(newsAt(made - 1), sent, new Set())).toBe(false)
  expect(isAnnounced(newsAt(made), sent, new Set())).toBe(true)
})

// Stripe answered 404 for a day: the news left the queue for a person, and the shop was blamed for not having taken it in.
it('holds it to the end of a dispute as long as its news has not been given to a person', async () => {
  const post = async () => 200
  const trouble = { neverRate: 0, unasked: 'nothing', isUnruly: false } as const
  const webhooks = createWebhooks(createRandom(1), trouble, { stripe: 'whsec_1', payPalWebhookId: 'WH_1' }, post)
  const world = { webhooks } as unknown as Evidence['world']
  const disputed = { id: 'pi_1', dispute: { closedAt: trueNow() } } as unknown as BookedPayment
  webhooks.announce('stripe', 'charge.dispute.closed', {}, 'pi_1')
  expect(isEndAnnounced(world, disputed, new Set())).toBe(false)
  await runUntil(trueNow() + MINUTE)
  expect(isEndAnnounced(world, disputed, new Set())).toBe(true)
  expect(isEndAnnounced(world, disputed, new Set(['evt_1']))).toBe(false)
})
