import { HOUR, MINUTE } from '../world/clock'
import type { Evidence } from './breach'
import { judgeOrders } from './judge-orders'

type Refund = { at: number; endedAt?: number; amountPence?: number; state?: string; hasFailedLate?: boolean }

/** A person who means one order, and has paid a first one and, five hours later, a second. */
function judge(...refunds: Refund[]) {
  return judgeErased(undefined, ...refunds)
}

/** The same person, taken out at that time. */
function judgeErased(erasedAt: number | undefined, ...refunds: Refund[]) {
  const failed = { amountPence: 10_000, state: 'failed', hasFailedLate: true }
  const own = (orderId: string, created: number, sentBack: object[]) => ({
    orderId,
    record: { created },
    booked: { id: `paid for ${orderId}`, takenPence: 10_000, refunds: sentBack, dispute: undefined },
  })
  const pairs = [
    own(
      'order_1',
      0,
      refunds.map((it) => ({ ...failed, ...it })),
    ),
    own('order_2', 5 * HOUR, []),
  ]
  const orders = ['order_1', 'order_2'].map((id) => ({ id, state: 'paid' }))
  const erased = new Map(erasedAt === undefined ? [] : [['ada@example.com', erasedAt]])
  const people = [{ name: 'buyer 1', email: 'ada@example.com', orderIds: ['order_1', 'order_2'], meant: 1 }]
  const records = { orders, payments: [], refunds: [], mails: [], unhandledEvents: [] }
  const world = { people, promises: { erased, erasedSince: erased }, mailServer: { letters: new Map() } }
  return judgeOrders({ world, records, pairs, listed: new Set() } as unknown as Evidence)
}

it('is against a person who has paid twice and meant it once', () => {
  expect(judge()).toMatchObject([{ invariant: 'paid once', text: 'buyer 1 paid 2 orders and meant 1' }])
})

// The owner had sent all of the first back, and its bank refused that a day after the second was paid.
it('is not against it where the first was sent back by then, and that has failed since', () => {
  expect(judge({ at: 4 * HOUR, endedAt: 20 * HOUR })).toEqual([])
})

it.each<[string, Refund]>([
  ['a part of it', { at: 4 * HOUR, endedAt: 20 * HOUR, amountPence: 9_999 }],
  ['it after the second was begun', { at: 5 * HOUR + 2 * MINUTE, endedAt: 20 * HOUR }],
  ['it, which had failed before the second was begun', { at: 2 * HOUR, endedAt: 4 * HOUR }],
  ['it in vain from the start', { at: 4 * HOUR, endedAt: 20 * HOUR, hasFailedLate: false }],
])('is against it where the owner had sent back %s', (_what, refund) => {
  expect(judge(refund)).toMatchObject([{ invariant: 'paid once' }])
})

// Seed 9910745: the owner took a buyer out who had just paid, and who bought the same ten minutes later; nobody could ask.
it.each([
  ['is not against it where the person was taken out of the first by then', HOUR, 0],
  ['is against it where the person was taken out after the second was begun', 6 * HOUR, 1],
])('%s', (_what, erasedAt, found) => {
  expect(judgeErased(erasedAt).filter(({ invariant }) => invariant === 'paid once')).toHaveLength(found)
})
