import { parseCartItem, parseCartItems } from './cart-item'

const line = { id: 3, title: 'SMSTS', duration: '5 Days', image: '/images/courses/3.svg', price: 499, quantity: 2 }

describe('parseCartItem', () => {
  it('keeps the fields of a newer release, for the tab that knows them', () => {
    expect(parseCartItem({ ...line, startDate: '2026-03-02' })).toEqual({ ...line, startDate: '2026-03-02' })
  })

  it.each([0, 2 ** 31, -1, 1.5, '3', Number.NaN, Infinity, null, undefined, [3], { valueOf: () => 3 }, true])(
    'R100: drops a line whose id is %p',
    (id) => {
      expect(parseCartItem({ ...line, id })).toBeUndefined()
    },
  )

  it.each([0, -1, 1.5, '2', Number.NaN, Infinity, -Infinity, null, undefined, true, [2]])(
    'R98, D-25: drops a line whose quantity is %p',
    (quantity) => {
      expect(parseCartItem({ ...line, quantity })).toBeUndefined()
    },
  )

  it.each([
    [1, 1],
    [5, 5],
    [6, 5],
    [1e9, 5],
    [Number.MAX_VALUE, 5],
  ])('R98, D-25: reads quantity %p as %p', (quantity, expected) => {
    expect(parseCartItem({ ...line, quantity })?.quantity).toBe(expected)
  })

  it.each([1e308, 100_001, -1, -0.01, Number.NaN, Infinity, '499', null, undefined, [499]])(
    'R100: drops a line whose price is %p',
    (price) => {
      expect(parseCartItem({ ...line, price })).toBeUndefined()
    },
  )

  it.each(['title', 'duration', 'image'])('R100: drops a line whose %s is not a text of sensible length', (field) => {
    for (const value of [undefined, null, 7, {}, ['x'], 'x'.repeat(2_001)]) {
      expect(parseCartItem({ ...line, [field]: value })).toBeUndefined()
    }
  })

  it.each([undefined, null, 0, 3, '', 'line', true, [], {}])('R100: drops %p, which is not a line', (value) => {
    expect(parseCartItem(value)).toBeUndefined()
  })

  it('R100: takes nothing from a stored prototype and changes none', () => {
    const hostile: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(line)}, "constructor": {"polluted": true}}`)
    expect(parseCartItem(hostile)).toBeUndefined()

    const mixed: unknown = JSON.parse(`{"__proto__": {"polluted": true}, ${JSON.stringify(line).slice(1)}`)
    const item = parseCartItem(mixed)
    expect(item).toEqual(line)
    expect(item && Object.getPrototypeOf(item)).toBe(Object.prototype)
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('parseCartItems', () => {
  it('R100: drops the bad lines and keeps the order of the good ones', () => {
    const other = { ...line, id: 7 }
    expect(parseCartItems([null, line, { ...line, id: 0 }, 'x', other])).toEqual([line, other])
  })

  it('R94: keeps the first line of a course that stands twice', () => {
    expect(parseCartItems([line, { ...line, quantity: 5 }])).toEqual([line])
  })
})
