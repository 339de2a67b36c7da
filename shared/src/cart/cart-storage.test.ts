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
