import { describeOrder, isSamePurchase, newOrderId, type Order, oneLine } from './order'

const line = { id: 1, title: 'Manual Handling', duration: '1 Day', price: 99, image: '/1.svg', quantity: 1 }
const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const order: Order = { id: 'order_1_abcdefgh', lines: [line], customer, stage: 'open' }

it('R133, D-33: makes an id of a timestamp and 8 random characters', () => {
  jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
  const ids = Array.from({ length: 50 }, newOrderId)
  for (const id of ids) expect(id).toMatch(/^order_1700000000000_[0-9a-z]{8}$/)
  expect(new Set(ids).size).toBe(50)
})

describe('whether a retry is the same purchase', () => {
  it('D-33: the same lines and e-mail address are', () => {
    expect(isSamePurchase(order, [{ ...line, title: 'Renamed' }], { ...customer, lastName: 'Hall' })).toBe(true)
  })

  it.each([
    ['another quantity', [{ ...line, quantity: 2 }], customer],
    ['another price', [{ ...line, price: 100 }], customer],
    ['another course', [line, { ...line, id: 2 }], customer],
    ['no course', [], customer],
    ['another address', [line], { ...customer, email: 'eva@example.com' }],
  ])('D-33: %s is another', (_case, lines, buyer) => {
    expect(isSamePurchase(order, lines, buyer)).toBe(false)
  })
})

describe('the description for the providers', () => {
  it('R144, R155: names the courses and how many places', () => {
    const lines = [line, { ...line, id: 2, title: 'First Aid at Work', quantity: 2 }]
    expect(describeOrder({ lines })).toBe('Manual Handling, 2 x First Aid at Work')
  })

  it('R155: is one line of at most 127 characters', () => {
    const lines = Array.from({ length: 27 }, (_, index) => ({ ...line, id: index + 1, title: 'Manual\r\nHandling' }))
    const text = describeOrder({ lines })
    expect(text).toHaveLength(127)
    expect(text).toMatch(/^Manual Handling, Manual Handling.*…$/)
  })
})

it('R161: keeps text on one line and trims it', () => {
  expect(oneLine(' Ada\tLove\r\nlace \u0000')).toBe('Ada Love lace')
})
