import { parseCartItem, parseCartItems } from './cart-item'

const line = { id: 3, title: 'SMSTS', duration: '5 Days', image: '/images/courses/3.svg', price: 499, quantity: 2 }

describe('a stored line', () => {
  it('keeps the fields of a newer release, for the tab that knows them', () => {
    expect(parseCartItem({ ...line, startDate: '2026-03-02' })).toEqual({ ...line, startDate: '2026-03-02' })
  })

  const noNumbers = [Number.NaN, Infinity, -Infinity, -1, null, undefined, true, [3], { valueOf: () => 3 }]
  const noText = [undefined, null, 7, {}, ['x'], 'x'.repeat(2_001)]

  it.each<[string, unknown[]]>([
    ['id', [...noNumbers, 0, 2 ** 31, 1.5, '3']],
    ['quantity', [...noNumbers, 0, 1.5, '2']],
    ['price', [...noNumbers, 1e308, 100_001, -0.01, '499']],
    ['title', noText],
    ['duration', noText],
    ['image', noText],
  ])('R98, R100, D-25: is dropped for a %s that is none', (field, values) => {
    expect(values.filter((value) => parseCartItem({ ...line, [field]: value }))).toEqual([])
  })

  it('R98, D-25: has five places at most', () => {
    const places = [1, 5, 6, 1e9, Number.MAX_VALUE].map((quantity) => parseCartItem({ ...line, quantity })?.quantity)
    expect(places).toEqual([1, 5, 5, 5, 5])
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

it('R94, R100: of stored lines the bad and the second of a course are dropped, and the others keep their order', () => {
  const other = { ...line, id: 7 }
  const bad = [undefined, null, 0, 3, '', 'line', true, [], {}]
  expect(parseCartItems([...bad, line, { ...line, id: 0 }, 'x', other, { ...line, quantity: 5 }])).toEqual([
    line,
    other,
  ])
})
