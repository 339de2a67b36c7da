import type { Order } from './order'
import { readOrder, writeOrder } from './order-storage'

const line = { id: 1, title: 'Manual Handling', duration: '1 Day', price: 99, image: '/1.svg', quantity: 1 }
const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const basket = { id: 'order_1_abcdefgh', lines: [line], customer }
const card = { method: 'card' as const, paymentIntentId: 'pi_1', isTaken: true, cardBrand: 'visa', last4: '4242' }
const wallet = { method: 'paypal' as const, paypalOrderId: 'PP-1', isTaken: false }

const store = (value: unknown) => sessionStorage.setItem('checkout_order', JSON.stringify(value))

beforeEach(() => sessionStorage.clear())

it.each<Order>([
  { ...basket, stage: 'open' },
  { ...basket, stage: 'locked', evidence: card },
  { ...basket, stage: 'locked', evidence: wallet },
  { ...basket, stage: 'complete', evidence: card },
  { ...basket, stage: 'complete' },
])('D-33, D-47: reads the $stage order it has written', (order) => {
  writeOrder(order)
  expect(readOrder()).toEqual(order)
})

it('D-33: forgets the order', () => {
  writeOrder({ ...basket, stage: 'open' })
  writeOrder(undefined)
  expect(readOrder()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

it.each([
  ['text', 'order'],
  ['an id of another form', { ...basket, stage: 'open', id: '../../x' }],
  ['no lines', { ...basket, stage: 'open', lines: [] }],
  ['lines that are none', { ...basket, stage: 'open', lines: [null, { id: 99 }] }],
  ['an unknown stage', { ...basket, stage: 'paid' }],
  ['a lock without evidence', { ...basket, stage: 'locked' }],
  ['hostile evidence', { ...basket, stage: 'locked', evidence: { method: 'card', paymentIntentId: '<script>' } }],
  ['evidence of an unknown method', { ...basket, stage: 'locked', evidence: { method: 'cash' } }],
])('D-47: takes nothing from %s', (_case, value) => {
  store(value)
  expect(readOrder()).toBeUndefined()
})

it('D-47: repairs what can be repaired', () => {
  store({ ...basket, stage: 'complete', customer: { firstName: 7 }, evidence: { method: 'card' }, extra: true })
  const nobody = { firstName: '', lastName: '', email: '' }
  expect(readOrder()).toEqual({ ...basket, stage: 'complete', customer: nobody })
  store({ ...basket, stage: 'locked', evidence: { ...card, isTaken: 'yes', cardBrand: '<b>' } })
  expect(readOrder()).toMatchObject({ evidence: { method: 'card', paymentIntentId: 'pi_1', isTaken: false } })
})

it('D-47: does without storage', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  writeOrder({ ...basket, stage: 'open' })
  expect(readOrder()).toBeUndefined()
})
