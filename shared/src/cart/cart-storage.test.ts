import { parseCartItem, parseCartItems } from './cart-item'
import { createCartStorage } from './cart-storage'

const line = { id: 3, title: 'SMSTS', duration: '5 Days', image: '/images/courses/3.svg', price: 499, quantity: 2 }
const onAccess = jest.fn<void, [unknown?]>()
let storage = createCartStorage(onAccess)

function readStored(text: string) {
  localStorage.setItem('cart', text)
  return { value: storage.getItem('cart'), stored: localStorage.getItem('cart') }
}

let warn: jest.SpyInstance

beforeEach(() => {
  localStorage.clear()
  onAccess.mockClear()
  storage = createCartStorage(onAccess)
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
})

describe('reading the stored cart', () => {
  it('R99: does not write when there is nothing to clean', () => {
    localStorage.setItem('cart', JSON.stringify([line]))
    const setItem = jest.spyOn(Storage.prototype, 'setItem')
    storage.getItem('cart')
    expect(setItem).not.toHaveBeenCalled()
  })

  it('R99: reads a cart that was never stored as empty and stores nothing', () => {
    expect(storage.getItem('cart')).toEqual({ state: { items: [] }, version: 0 })
    expect(localStorage.getItem('cart')).toBeNull()
    expect(warn).not.toHaveBeenCalled()
  })

  it('R99: reads the { state: { items } } form and rewrites it as an array', () => {
    const { value, stored } = readStored(JSON.stringify({ state: { items: [line] }, version: 0 }))
    expect(value).toEqual({ state: { items: [line] }, version: 0 })
    expect(stored).toBe(JSON.stringify([line]))
  })

  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`

  it('R101: survives a deeply nested value', () => expect(readStored(deep).stored).toBe('[]'))

  it.each(['', '{', '[{"id":3', 'undefined', 'null', '7', '"cart"', 'true', '{}', '{"state":null}', '{"state":{}}'])(
    'R101: reads %p as an empty cart and logs it',
    (text) => {
      const { value, stored } = readStored(text)
      expect(value).toEqual({ state: { items: [] }, version: 0 })
      expect(stored).toBe('[]')
      expect(warn).toHaveBeenCalledWith('The stored cart is unreadable; the cart starts empty', expect.any(Error))
    },
  )

  it('R100: reads the cart even where the cleaned one cannot be written back', () => {
    localStorage.setItem('cart', JSON.stringify([line, null]))
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(storage.getItem('cart')).toEqual({ state: { items: [line] }, version: 0 })
    expect(onAccess).not.toHaveBeenCalled()
  })
})

/** Tabs of two releases that order fields differently rewrote each other's cart for ever. */
describe('beside a tab of another release', () => {
  const readItems = () => (storage.getItem('cart') as { state: { items: (typeof line)[] } }).state.items

  it('R99: never answers another order of fields, nor what it would have to clean', () => {
    storage.getItem('cart')
    const others = [Object.fromEntries(Object.entries(line).reverse()), { ...line, quantity: 9 }]
    for (const [index, other] of others.entries()) {
      localStorage.setItem('cart', JSON.stringify([other]))
      const setItem = jest.spyOn(Storage.prototype, 'setItem')
      const items = readItems()
      expect(items).toEqual([{ ...line, quantity: index === 0 ? 2 : 5 }])
      expect(setItem).not.toHaveBeenCalled()
      setItem.mockRestore()
    }
  })

  it('keeps the fields of a newer one, on the line and in storage', () => {
    const newer = { ...line, startDate: '2026-03-02' }
    localStorage.setItem('cart', JSON.stringify([newer]))
    const items = readItems().map((item) => ({ ...item, quantity: 4 }))
    storage.setItem('cart', { state: { items }, version: 0 })
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual([{ ...newer, quantity: 4 }])
  })
})

describe('a stored line', () => {
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
