import { describeOrder, isSamePurchase, newOrderId, type Order, oneLine } from './order'
import { readOrder, writeOrder } from './order-storage'

const line = { id: 1, title: 'Manual Handling', duration: '1 Day', price: 99, image: '/1.svg', quantity: 1 }
const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const basket = { id: 'order_1_abcdefgh', lines: [line], customer }
const card = { method: 'card', providerId: 'pi_1', isTaken: true, details: { cardBrand: 'visa', last4: '4242' } }
const wallet = { method: 'paypal', providerId: 'PP-1', isTaken: false }
const open: Order = { ...basket, stage: 'open' }
const locked: Order = { ...basket, stage: 'locked' }
const complete: Order = { ...basket, stage: 'complete' }

beforeEach(() => localStorage.clear())

it.each<Order>([
  open,
  { ...open, isRepeat: true },
  locked,
  { ...locked, payment: wallet, isGivenUp: true },
  { ...locked, payment: card },
  { ...complete, payment: card },
  { ...complete, isHeld: true, isMailed: true },
])('D-33, D-47: reads the $stage order it has written', (order) => {
  writeOrder(order)
  expect(readOrder()).toEqual(order)
})

it('says in which format it is kept, beside what a release from before that number reads', () => {
  writeOrder({ ...locked, payment: card })
  const { format, keptAt, ...fields } = JSON.parse(localStorage.getItem('checkout_order') ?? '{}')
  expect([format, typeof keptAt]).toEqual([1, 'number'])
  expect(fields).toEqual({ ...locked, payment: card })
})

const paid = { ...locked, payment: card }
const unreadable = { ...card, providerId: '<script>' }
const odd = { ...card, isTaken: 'yes', details: { cardBrand: '<b>', last4: 7 } }
const repaired = { method: 'card', providerId: 'pi_1', isTaken: false }
const nobody = { firstName: '', lastName: '', email: '' }

it.each<[string, unknown, Order | undefined]>([
  ['what it knows without a format', { ...open, later: true }, open],
  ['what it knows of a later format', { ...open, format: 2, later: true }, open],
  ['what it knows of an odd format', { ...open, format: 'x', later: true }, open],
  // Only the server can say what became of these two.
  ['a lock from a stage of a later release', { ...paid, stage: 'authorised', format: 2 }, paid],
  ['a lock whose payment cannot be read', { ...locked, payment: unreadable }, locked],
  ['no odd fields of a payment', { ...locked, payment: odd }, { ...locked, payment: repaired }],
  ['no odd customer', { ...complete, customer: { firstName: 7 } }, { ...complete, customer: nobody }],
  ['nothing from text', 'order', undefined],
  ['nothing from an id of another form', { ...open, id: '../../x' }, undefined],
  ['nothing without lines', { ...open, lines: [] }, undefined],
  ['nothing from lines that are none', { ...open, lines: [null, { id: 99 }] }, undefined],
  ['nothing from an unknown stage', { ...open, stage: 'paid' }, undefined],
])('D-47: reads %s', (_what, value, expected) => {
  localStorage.setItem('checkout_order', JSON.stringify({ keptAt: Date.now(), ...Object(value) }))
  expect(readOrder()).toEqual(expected)
})

it.each([
  [open, undefined],
  [complete, undefined],
  [locked, locked],
])(
  'D-33: half an hour later, or by a clock that was set back, an order that is $stage is read as %j',
  (order, kept) => {
    writeOrder(order)
    const now = Date.now()
    for (const later of [30 * 60_000, -60_000]) {
      jest.spyOn(Date, 'now').mockReturnValue(now + later)
      expect(readOrder()).toEqual(kept)
    }
  },
)

it('D-47: does without storage', () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  writeOrder(open)
  expect(readOrder()).toBeUndefined()
})

it('R133, D-33: makes an id of a timestamp and 8 random characters', () => {
  jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
  const ids = Array.from({ length: 50 }, newOrderId)
  for (const id of ids) expect(id).toMatch(/^order_1700000000000_[0-9a-z]{8}$/)
  expect(new Set(ids).size).toBe(50)
})

it.each([
  ['another title and name', [{ ...line, title: 'Renamed' }], { ...customer, lastName: 'Hall' }, true],
  ['another quantity', [{ ...line, quantity: 2 }], customer, false],
  ['another price', [{ ...line, price: 100 }], customer, false],
  ['another course', [line, { ...line, id: 2 }], customer, false],
  ['no course', [], customer, false],
  ['another address', [line], { ...customer, email: 'eva@example.com' }, false],
])('D-33: tells whether a retry with %s is the same purchase', (_case, lines, buyer, expected) => {
  expect(isSamePurchase(open, lines, buyer)).toBe(expected)
})

it('R144, R155: describes an order by its courses and places, in one line of at most 127 characters', () => {
  const lines = [line, { ...line, id: 2, title: 'First Aid at Work', quantity: 2 }]
  expect(describeOrder({ lines })).toBe('Manual Handling, 2 x First Aid at Work')
  const many = Array.from({ length: 27 }, (_, index) => ({ ...line, id: index + 1, title: 'Manual\r\nHandling' }))
  const text = describeOrder({ lines: many })
  expect(text).toHaveLength(127)
  expect(text).toMatch(/^Manual Handling, Manual Handling.*…$/)
})

it('R161: keeps text on one line and trims it', () => {
  expect(oneLine(' Ada\tLove\r\nlace \u0000')).toBe('Ada Love lace')
})
