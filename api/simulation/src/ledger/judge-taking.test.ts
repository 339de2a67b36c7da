import { HOUR, MINUTE } from '../world/clock'
import type { Evidence, Pair } from './breach'
import { judgeTaking } from './judge-taking'

const takenAt = 5 * HOUR

function judge({ promises = [], attempts = [] }: { promises?: object[]; attempts?: object[] }) {
  const pair = { booked: { id: 'PAYPAL1', takenByShopAt: takenAt }, record: { id: 1 }, orderId: 'order_1' }
  const evidence = { world: { promises: { given: promises } }, records: { payments: attempts } }
  return judgeTaking(evidence as unknown as Evidence, pair as unknown as Pair)
}
const ended = { orderId: 'order_1', what: 'ended', words: 'abandon was answered with 200', isByPage: true }
const next = { order_id: 'order_1', id: 2, key: 'order_1:stripe:2' }

it.each([
  ['a page has said that the order is over', { promises: [{ ...ended, at: takenAt - 1 }] }],
  ['another attempt has taken its place', { attempts: [{ ...next, created: takenAt - HOUR }] }],
])('is against taking money after %s', (_, about) => {
  expect(judge(about)).toMatchObject([{ invariant: 'after no' }])
})

it.each([
  ['the page said so afterwards', { promises: [{ ...ended, at: takenAt + 1 }] }],
  ['the owner has cancelled it, and knows what may come', { promises: [{ ...ended, at: 0, isByPage: false }] }],
  [
    'the other attempt may be younger, by clocks that differ',
    { attempts: [{ ...next, created: takenAt - MINUTE / 2 }] },
  ],
])('is not against it where %s', (_, about) => {
  expect(judge(about)).toEqual([])
})
