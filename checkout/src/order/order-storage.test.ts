import type { Order } from './order'
import { readOrder, writeOrder } from './order-storage'

const line = { id: 1, title: 'Manual Handling', duration: '1 Day', price: 99, image: '/1.svg', quantity: 1 }
const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const basket = { id: 'order_1_abcdefgh', lines: [line], customer }
const card = { method: 'card', providerId: 'pi_1', isTaken: true, details: { cardBrand: 'visa', last4: '4242' } }
const wallet = { method: 'paypal', providerId: 'PP-1', isTaken: false }

const store = (value: unknown) =>
  localStorage.setItem('checkout_order', JSON.stringify({ keptAt: Date.now(), ...Object(value) }))

beforeEach(() => localStorage.clear())

const orders: Order[] = [
  { ...basket, stage: 'open' },
  { ...basket, stage: 'open', isRepeat: true },
  { ...basket, stage: 'locked' },
  { ...basket, stage: 'locked', payment: wallet, isGivenUp: true },
  { ...basket, stage: 'locked', payment: card },
  { ...basket, stage: 'locked', payment: wallet },
  { ...basket, stage: 'complete', payment: card },
  { ...basket, stage: 'complete' },
  { ...basket, stage: 'complete', isHeld: true, isMailed: true },
]

it.each(orders)('D-33, D-47: reads the $stage order it has written', (order) => {
  writeOrder(order)
  expect(readOrder()).toEqual(order)
})

it('says in which format it is kept, beside what a release from before that number reads', () => {
  writeOrder({ ...basket, stage: 'locked', payment: card })
  const { format, keptAt, ...fields } = JSON.parse(localStorage.getItem('checkout_order') ?? '{}')
  expect([format, typeof keptAt]).toEqual([1, 'number'])
  expect(fields).toEqual({ ...basket, stage: 'locked', payment: card })
})

it.each([[undefined], [1], [2], ['x']])('reads what it knows of an order of format %p', (format) => {
  store({ ...basket, stage: 'open', format, later: true })
  expect(readOrder()).toEqual({ ...basket, stage: 'open' })
})

it('D-47: asks the server about an order at a stage of a later release, and never pays it anew', () => {
  store({ ...basket, stage: 'authorised', payment: card, format: 2 })
  expect(readOrder()).toEqual({ ...basket, stage: 'locked', payment: card })
})

it.each([
  ['text', 'order'],
  ['an id of another form', { ...basket, stage: 'open', id: '../../x' }],
  ['no lines', { ...basket, stage: 'open', lines: [] }],
  ['lines that are none', { ...basket, stage: 'open', lines: [null, { id: 99 }] }],
  ['an unknown stage', { ...basket, stage: 'paid' }],
])('D-47: takes nothing from %s', (_case, value) => {
  store(value)
  expect(readOrder()).toBeUndefined()
})

it('D-47: repairs what can be repaired', () => {
  store({ ...basket, stage: 'complete', customer: { firstName: 7 }, payment: { method: 'card' }, extra: true })
  const nobody = { firstName: '', lastName: '', email: '' }
  expect(readOrder()).toEqual({ ...basket, stage: 'complete', customer: nobody })
  store({ ...basket, stage: 'locked', payment: { ...card, isTaken: 'yes', details: { cardBrand: '<b>', last4: 7 } } })
  expect(readOrder()).toMatchObject({ payment: { method: 'card', providerId: 'pi_1', isTaken: false } })
})

it('D-47: keeps a lock whose payment nobody can read any more: only the server can say what became of it', () => {
  store({ ...basket, stage: 'locked', payment: { method: 'card', providerId: '<script>' } })
  expect(readOrder()).toEqual({ ...basket, stage: 'locked' })
})

it.each([
  ['open', undefined],
  ['complete', undefined],
  ['locked', 'locked'],
] as const)('D-33: half an hour later an order that is %s is %s', (stage, kept) => {
  writeOrder({ ...basket, stage })
  const now = Date.now()
  jest.spyOn(Date, 'now').mockReturnValue(now + 30 * 60_000)
  expect(readOrder()?.stage).toBe(kept)
  jest.spyOn(Date, 'now').mockReturnValue(now - 60_000)
  expect(readOrder()?.stage).toBe(kept)
})

it('D-47: does without storage', () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  writeOrder({ ...basket, stage: 'open' })
  expect(readOrder()).toBeUndefined()
})
