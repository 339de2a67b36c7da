import { HOUR, MINUTE } from '../world/clock'
import type { Evidence } from './breach'
import { judgeUnanswered } from './judge-unanswered'

const record = { id: 1, order_id: 'order_1', created: HOUR, state: 'open', provider_status: 'open' }
const refusal = { subject: 'Your payment for order order_1 was refused', text: '', to: 'buyer1@example.com' }

type About = {
  refusedLateAt?: number[]
  approvedAt?: number
  payment?: object
  later?: object[]
  said?: object[]
  letters?: object[]
  erased?: boolean
  erasedAt?: number
  takenPence?: number
  other?: { id: number; takenPence: number }
}

function judge({
  refusedLateAt = [],
  approvedAt,
  payment,
  later = [],
  said = [],
  letters = [],
  erased = false,
  erasedAt = 0,
  takenPence = 0,
  other,
}: About) {
  const booked = { id: 'PAYPAL1', takenPence, isDeciding: false, refunds: [], refusedLateAt, approvedAt }
  const own = { ...record, ...payment }
  const refused = { booked, record: own, orderId: 'order_1' }
  const paid = other && {
    booked: { ...booked, id: 'pi_2', refusedLateAt: [], takenPence: other.takenPence },
    record: { ...record, id: other.id, state: 'succeeded' },
    orderId: 'order_1',
  }
  return judgeUnanswered({
    world: {
      people: [{ email: 'ada@example.com', orderIds: ['order_1'] }],
      promises: {
        ever: said.map((it) => ({ orderId: 'order_1', ...it })),
        triedByPage: new Set(),
        erased: new Map([['ada@example.com', erasedAt]]),
        erasedSince: new Map(),
      },
      mailServer: { letters: new Map(letters.map((letter, index) => [index, letter])) },
    },
    records: { orders: [{ id: 'order_1', erased }], payments: [own, ...later] },
    pairs: paid ? [refused, paid] : [refused],
  } as unknown as Evidence)
}

const update = { what: 'update', at: 2 * HOUR }

it.each([
  ['one refusal and no letter', { refusedLateAt: [3 * HOUR], said: [update] }],
  [
    'two refusals and one letter',
    { refusedLateAt: [3 * HOUR, 5 * HOUR], said: [update, { ...update, at: 4 * HOUR }], letters: [refusal] },
  ],
  [
    'an approval that expired unseen',
    { approvedAt: 2 * HOUR, payment: { state: 'expired', provider_status: 'approved' } },
  ],
  [
    'one refusal, where an earlier payment was made',
    { refusedLateAt: [3 * HOUR], said: [update], other: { id: 0, takenPence: 100 } },
  ],
  [
    'one refusal, where another payment came to nothing',
    { refusedLateAt: [3 * HOUR], said: [update], other: { id: 2, takenPence: 0 } },
  ],
  ['an approval that only the sweep has tried', { approvedAt: 2 * HOUR, payment: { state: 'declined' } }],
  [
    'an approval by who had been taken out before',
    { approvedAt: 2 * HOUR, payment: { state: 'declined' }, erasedAt: 1.5 * HOUR },
  ],
])('misses a letter after %s', (_, about) => {
  expect(judge(about)).toMatchObject([{ invariant: 'promise' }])
})

it.each([
  ['nobody was told to wait', { refusedLateAt: [3 * HOUR] }],
  ['it was written', { refusedLateAt: [3 * HOUR], said: [update], letters: [refusal] }],
  [
    'its buyer was taken out after it, and came back',
    { refusedLateAt: [3 * HOUR], said: [update], erasedAt: 4 * HOUR },
  ],
  ['an outcome was read before it', { refusedLateAt: [3 * HOUR], said: [update, { what: 'nothing', at: 2.5 * HOUR }] }],
  ['the same payment was made after it', { refusedLateAt: [3 * HOUR], said: [update], takenPence: 100 }],
  // Given up, it was taken by a window left open and refused; its buyer paid by card before the shop heard of that.
  [
    'another payment was made after it',
    { refusedLateAt: [3 * HOUR], said: [update], other: { id: 2, takenPence: 100 } },
  ],
  ['there is nobody to write to', { refusedLateAt: [3 * HOUR], said: [update], erased: true }],
  [
    'another attempt was begun before',
    { refusedLateAt: [3 * HOUR], said: [update], later: [{ ...record, id: 2, created: 3 * HOUR - MINUTE }] },
  ],
  [
    'who had approved was taken out after it, and came back',
    { approvedAt: 2 * HOUR, payment: { state: 'declined' }, erasedAt: 3 * HOUR },
  ],
  [
    'the page has read of it',
    { approvedAt: 2 * HOUR, payment: { state: 'declined' }, said: [{ what: 'nothing', at: 3 * HOUR }] },
  ],
])('misses none where %s', (_, about) => {
  expect(judge(about)).toEqual([])
})
