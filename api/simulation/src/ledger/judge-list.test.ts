import { HOUR, trueNow } from '../world/clock'
import type { Evidence } from './breach'
import { judgeList, judgeOpenDisputes } from './judge-list'

const now = trueNow()
const dispute = {
  id: 'dp_1',
  amountPence: 1_000,
  feePence: 0,
  state: 'open',
  openedAt: now - 4 * HOUR,
  closedAt: undefined,
  asked: { at: now - 4 * HOUR, until: Date.parse('2027-01-20') },
}

function evidenceOf(about: {
  orders?: object[]
  dispute?: object
  refunds?: object[]
  listed?: string[]
  isAnnounced?: boolean
}): Evidence {
  const { orders = [], refunds = [], listed = [], isAnnounced = true } = about
  const booked = { id: 'pi_1', takenPence: 1_000, refunds, dispute: about.dispute }
  return {
    world: {
      healsAt: now - 5 * HOUR,
      confirmedByOwner: new Set(['order_2']),
      webhooks: { hasAnnounced: () => isAnnounced },
    },
    records: { orders, refunds: [] },
    pairs: about.dispute || about.refunds ? [{ booked, record: undefined, orderId: 'order_1' }] : [],
    listed: new Set(listed),
  } as unknown as Evidence
}

it('misses an open dispute that the shop has had news of', () => {
  expect(judgeOpenDisputes(evidenceOf({ dispute }))).toMatchObject([{ invariant: 'attention' }])
})

it('misses one of which the list says only that its order is held', () => {
  expect(judgeOpenDisputes(evidenceOf({ dispute, listed: ['order_1: held'] }))).toHaveLength(1)
})

it('misses one of which the list names another day', () => {
  const listed = ['order_1: a buyer disputes £10.00 (stripe dp_1) until 2027-01-10']
  expect(judgeOpenDisputes(evidenceOf({ dispute, listed }))).toHaveLength(1)
})

it.each([
  ['it is on the list', { dispute, listed: ['order_1: a buyer disputes £10.00 (stripe dp_1) until 2027-01-20'] }],
  ['nobody has told the shop', { dispute, isAnnounced: false }],
  ['its news are on their way', { dispute: { ...dispute, asked: { ...dispute.asked, at: now - HOUR } } }],
  ['it was opened while news were lost', { dispute: { ...dispute, asked: { ...dispute.asked, at: now - 6 * HOUR } } }],
  ['it has ended', { dispute: { ...dispute, state: 'won' } }],
])('does not miss it where %s', (_, about) => {
  expect(judgeOpenDisputes(evidenceOf(about))).toEqual([])
})

it('misses a sale of which nobody knows what was bought, unless the owner has let it through', () => {
  const sale = { state: 'paid', is_priced: false }
  const orders = [
    { ...sale, id: 'order_1' },
    { ...sale, id: 'order_2' },
    { ...sale, id: 'order_3', is_priced: true },
  ]
  const found = judgeList(evidenceOf({ orders }))
  expect(found.map(({ about }) => about)).toEqual([['order_1']])
})

describe('a refund that has failed', () => {
  const failed = {
    id: 're_1',
    origin: 'shop',
    amountPence: 100,
    state: 'failed',
    at: 1,
    endedAt: 5,
    hasFailedLate: true,
  }
  const sent = { id: 're_2', origin: 'shop', amountPence: 100, state: 'sent', at: 6, hasFailedLate: false }

  it.each([
    ['nothing was sent since', [failed]],
    ['one of another amount was sent since', [failed, { ...sent, amountPence: 200 }]],
    ['an equal one was under way already', [failed, { ...sent, at: 4 }]],
    ['an equal one was sent by somebody else', [failed, { ...sent, origin: 'dashboard' }]],
    ['another equal one has failed too', [failed, { ...failed, id: 're_3' }, sent]],
  ])('is missed where %s', (_, refunds) => {
    expect(judgeList(evidenceOf({ refunds }))).toMatchObject([{ invariant: 'attention' }])
    expect(judgeList(evidenceOf({ refunds, listed: ['order_1: £1.00 has not gone back'] }))).toEqual([])
  })

  it('is not missed where an equal one was sent after it', () => {
    expect(judgeList(evidenceOf({ refunds: [failed, sent] }))).toEqual([])
  })
})
