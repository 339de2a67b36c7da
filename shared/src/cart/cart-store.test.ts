import type { CartCourse } from '../course'
import { cartStore, createCartStore } from './cart-store'

const course = (id: number, price = 100): CartCourse => ({
  ...{ id, title: `Course ${id}`, duration: '1 Day', price, image: `/images/courses/${id}.svg` },
})

function storeWith(...ids: number[]) {
  const store = createCartStore()
  for (const id of ids) store.getState().addCourse(course(id))
  const items = () => store.getState().items
  const lines = () => items().map(({ id, quantity }) => `${quantity} of ${id}`)
  return { store, items, lines, cart: store.getState() }
}

const stored = () => JSON.parse(localStorage.getItem('cart') ?? 'null')

beforeEach(() => localStorage.clear())

describe('adding', () => {
  it('R96, R98, D-25: adds a course, raises its quantity, and stops at five places', () => {
    const { lines, cart } = storeWith(8)
    const outcomes = Array.from({ length: 6 }, () => cart.addCourse(course(7)))
    expect(outcomes).toEqual(['added', 'raised', 'raised', 'raised', 'raised', 'full'])
    expect(lines()).toEqual(['1 of 8', '5 of 7'])
  })

  it('R94, D-19: takes only the fields of a cart line, and keeps the first title and price', () => {
    const { items, cart } = storeWith()
    const listed = { ...course(17), level: 'Beginner', isOnline: false }
    cart.addCourse(listed)
    cart.addCourse({ ...course(17, 299), title: 'Another title' })
    expect(items()).toEqual([{ ...course(17), quantity: 2 }])
  })
})

it('R97, R98: takes 1 to 5 places, and none removes the line', () => {
  const placesOf = (quantity: number) => {
    const { items, cart } = storeWith(7)
    cart.setQuantity(7, quantity)
    return items()[0]?.quantity ?? 'gone'
  }
  expect([1, 5, 6, Infinity, 2.9, Number.NaN].map(placesOf)).toEqual([1, 5, 5, 5, 2, 1])
  expect([0, 0.5, -1, -Infinity].map(placesOf)).toEqual(Array(4).fill('gone'))
})

it('R99: stores every change as a plain JSON array under the key cart', () => {
  const { cart } = storeWith(7)
  expect(stored()).toEqual([{ ...course(7), quantity: 1 }])
  cart.setQuantity(7, 3)
  expect(stored()).toEqual([{ ...course(7), quantity: 3 }])
  cart.clear()
  expect(stored()).toEqual([])
  expect(Object.keys(localStorage)).toEqual(['cart'])
})

describe('where storage refuses', () => {
  let warn: jest.SpyInstance

  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
  })

  it('R99: goes on in memory, says so, logs it once, and takes the notice back when storage works again', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { store, lines, cart } = storeWith(7, 8)
    expect(lines()).toEqual(['1 of 7', '1 of 8'])
    expect(store.getState().isMemoryOnly).toBe(true)
    expect(warn).toHaveBeenCalledTimes(1)
    full.mockRestore()
    cart.addCourse(course(9))
    expect(store.getState().isMemoryOnly).toBe(false)
    expect(stored()).toHaveLength(3)
  })

  it('R99: works without any storage', async () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { store, lines, cart } = storeWith()
    await store.persist.rehydrate()
    cart.addCourse(course(7))
    expect(lines()).toEqual(['1 of 7'])
    expect(store.getState().isMemoryOnly).toBe(true)
  })
})

it('R105: a second copy of the module has the one store of the page', () => {
  jest.isolateModules(() => {
    const copy = jest.requireActual<typeof import('./cart-store')>('./cart-store')
    expect(copy.cartStore).not.toBe(cartStore)
    expect(copy.cartStore()).toBe(cartStore())
  })
})
