import type { Random } from '@platform/base/testing/random'
import { DAY, HOUR, resetClock, runUntil, trueNow } from '../../world/clock'
import { sentBackOf } from '../booked-payment'
import { calmHabits } from '../habits'
import { createStripeBooks } from './stripe-books'

/** Whatever can go wrong with a refund does, in this way. */
const drawing = (course: string): Random => ({
  chance: () => true,
  pick: (values) => values.find((value) => value === course) ?? values[0],
  uniform: () => 0,
})
const habits = { ...calmHabits, refundTrouble: 1, bankMs: HOUR }

beforeEach(() => resetClock())

it('counts a refund that fails a day later as sent until then, and announces it', async () => {
  const announced: string[] = []
  const books = createStripeBooks(drawing('fails later'), { ...habits }, (type) => void announced.push(type))
  const { id, clientSecret } = books.create(10_000, 'gbp', '', {})
  books.confirm(clientSecret, 'good')
  expect(books.refundByHand(id, 4_000)).toBe(true)
  expect(books.list().map(sentBackOf)).toEqual([4_000])
  await runUntil(trueNow() + DAY)
  expect(books.list().map(sentBackOf)).toEqual([0])
  expect(announced).toEqual(expect.arrayContaining(['refund.created', 'refund.failed']))
})

it('takes nothing for a card that its bank refuses late, and lets it be tried again', async () => {
  const books = createStripeBooks(drawing(''), habits, () => {})
  const { clientSecret } = books.create(10_000, 'gbp', '', {})
  expect(books.confirm(clientSecret, 'slow fails')).toBe('processing')
  await runUntil(trueNow() + HOUR)
  expect(books.list().map(({ takenPence }) => takenPence)).toEqual([0])
  expect(books.confirm(clientSecret, 'good')).toBe('succeeded')
})
