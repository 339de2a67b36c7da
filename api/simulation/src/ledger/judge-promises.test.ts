import { HOUR } from '../world/clock'
import type { Evidence } from './breach'
import { judgePromises } from './judge-promises'

const letter = { subject: 'Your payment for order order_1 was refused', text: '', to: 'ada@example.com', at: 4 * HOUR }

/** Somebody was told at two hours that they would be written to. */
function judge({ erasedAt = 0, letters = [], said = [] }: { erasedAt?: number; letters?: object[]; said?: object[] }) {
  const promise = { orderId: 'order_1', what: 'update', words: 'status said processing', at: 2 * HOUR, isByPage: true }
  return judgePromises({
    world: {
      people: [{ email: 'ada@example.com', orderIds: ['order_1'] }],
      promises: {
        given: [promise],
        ever: [promise, ...said],
        broken: [],
        triedByPage: new Set(),
        erased: new Map([['ada@example.com', erasedAt]]),
        erasedSince: new Map(),
      },
      mailServer: { letters: new Map(letters.map((letter, index) => [index, letter])) },
    },
    records: { orders: [{ id: 'order_1', state: 'cancelled', erased: false }], payments: [] },
    pairs: [],
    listed: new Set(),
  } as unknown as Evidence)
}

it('misses what somebody was to be written', () => {
  expect(judge({})).toMatchObject([{ invariant: 'promise', text: expect.stringContaining('nobody has written') }])
  expect(judge({ erasedAt: HOUR })).toHaveLength(1)
  expect(judge({ letters: [letter] })).toEqual([])
})

// The letter was written, waited for a mail server, and was taken out with its reader, who began to pay again soon after.
it('misses nothing of what was promised to somebody who was taken out later and came back', () => {
  expect(judge({ erasedAt: 3 * HOUR })).toEqual([])
})

// Seed 9907426: a buyer looked again two hours later, read "unpaid" half a second after that, and was still owed a letter.
it.each([
  ['has no need of a letter who looks again two hours later', 4, 0],
  ['has waited for a letter who looks again a day later', 26, 1],
])('%s', (_who, hours, missed) => {
  const unpaid = { orderId: 'order_1', what: 'nothing', words: 'status said unpaid', at: hours * HOUR + 560 }
  expect(judge({ said: [unpaid] })).toHaveLength(missed)
})
