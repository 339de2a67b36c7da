import type { BookedPayment, BookedRefund } from '../books/booked-payment'
import type { Evidence } from './breach'
import { isAnnounced } from './judge-money'

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
  expect(isAnnounced(newsAt(failed - 1), payment)).toBe(false)
  expect(isAnnounced(newsAt(failed), payment)).toBe(true)
})

it('holds it to what was sent without it as soon as it was told', () => {
  const sent = {
    ...payment,
    refunds: [{ ...refund, state: 'sent' as const, hasFailedLate: false, endedAt: undefined }],
  }
  expect(isAnnounced(newsAt(made - 1), sent)).toBe(false)
  expect(isAnnounced(newsAt(made), sent)).toBe(true)
})
