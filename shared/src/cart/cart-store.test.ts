import type { CartCourse } from '../course'
import { cartStore, createCartStore } from './cart-store'

const course = (id: number, price = 100): CartCourse => ({
  id,
  title: `Course ${id}`,
  duration: '1 Day',
  price,
  image: `/images/courses/${id}.svg`,
})

function storeWith(...ids: number[]) {
  const store = createCartStore()
  for (const id of ids) store.getState().addCourse(course(id))
  const lines = () => store.getState().items.map(({ id, quantity }) => [id, quantity])
  return { store, lines, cart: store.getState() }
}

const stored = () => JSON.parse(localStorage.getItem('cart') ?? 'null')

beforeEach(() => localStorage.clear())

describe('adding', () => {
  it('R96: adds a new course with quantity 1', () => {
    const { store, cart } = storeWith()
    expect(cart.addCourse(course(7))).toBe('added')
    expect(store.getState().items).toEqual([{ ...course(7), quantity: 1 }])
  })

  it('R96: raises the quantity of a course already there by 1', () => {
    const { lines, cart } = storeWith(7, 8)
    expect(cart.addCourse(course(7))).toBe('raised')
    expect(lines()).toEqual([
      [7, 2],
      [8, 1],
    ])
  })

  it('R98, D-25: stops at five places and says so', () => {
    const { lines, cart } = storeWith(7, 7, 7, 7, 7)
    expect(cart.addCourse(course(7))).toBe('full')
    expect(lines()).toEqual([[7, 5]])
  })

  it('D-19: keeps the first title and price when the same id is added again', () => {
    const { store, cart } = storeWith(17)
    cart.addCourse({ ...course(17, 299), title: 'Another title' })
    expect(store.getState().items).toEqual([{ ...course(17), quantity: 2 }])
  })

  it('R94: takes only the fields of a cart line', () => {
    const { store, cart } = storeWith()
    const listed = { ...course(7), level: 'Beginner', isOnline: false }
    cart.addCourse(listed)
    expect(Object.keys(store.getState().items[0] ?? {}).sort()).toEqual(
      ['duration', 'id', 'image', 'price', 'quantity', 'title'].sort(),
    )
  })
})

describe('changing', () => {
  it.each([
    [1, [[7, 1]]],
    [5, [[7, 5]]],
    [6, [[7, 5]]],
    [Infinity, [[7, 5]]],
    [2.9, [[7, 2]]],
    [0, []],
    [0.5, []],
    [-1, []],
    [-Infinity, []],
    [Number.NaN, [[7, 1]]],
  ])('R97, R98: quantity %p gives %p', (quantity, expected) => {
    const { lines, cart } = storeWith(7)
    cart.setQuantity(7, quantity)
    expect(lines()).toEqual(expected)
  })

  it('R97: leaves the other lines and unknown ids alone', () => {
    const { lines, cart } = storeWith(7, 8)
    cart.setQuantity(8, 3)
    cart.setQuantity(9, 3)
    expect(lines()).toEqual([
      [7, 1],
      [8, 3],
    ])
  })
})

describe('putting back a removed line', () => {
  it.each([
    [0, [9, 7, 8]],
    [1, [7, 9, 8]],
    [99, [7, 8, 9]],
  ])('R97: puts it back at place %p', (index, expected) => {
    const { store, cart } = storeWith(7, 8)
    cart.restoreItem({ ...course(9), quantity: 4 }, index)
    expect(store.getState().items.map(({ id }) => id)).toEqual(expected)
    expect(store.getState().items.find(({ id }) => id === 9)?.quantity).toBe(4)
  })

  it('R97: leaves a course alone that has been added again meanwhile', () => {
    const { lines, cart } = storeWith(7)
    cart.restoreItem({ ...course(7), quantity: 4 }, 0)
    expect(lines()).toEqual([[7, 1]])
  })
})

describe('keeping', () => {
  it('R99: stores every change as a plain JSON array under the key cart', () => {
    const { cart } = storeWith(7)
    expect(stored()).toEqual([{ ...course(7), quantity: 1 }])
    cart.setQuantity(7, 3)
    expect(stored()).toEqual([{ ...course(7), quantity: 3 }])
    cart.clear()
    expect(stored()).toEqual([])
    expect(Object.keys(localStorage)).toEqual(['cart'])
  })

  it('R99: starts empty, as the server renders it, until it is told to read storage', async () => {
    localStorage.setItem('cart', JSON.stringify([{ ...course(7), quantity: 2 }]))
    const { store, lines } = storeWith()
    expect(lines()).toEqual([])
    await store.persist.rehydrate()
    expect(lines()).toEqual([[7, 2]])
  })
})

describe('where storage refuses', () => {
  let warn: jest.SpyInstance

  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
  })

  const fillStorage = () =>
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })

  it('R99: goes on in memory, says so and logs it once', () => {
    fillStorage()
    const { store, lines } = storeWith(7, 8)
    expect(lines()).toEqual([
      [7, 1],
      [8, 1],
    ])
    expect(store.getState().isMemoryOnly).toBe(true)
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('R99: takes the notice back when storage works again', () => {
    const full = fillStorage()
    const { store, cart } = storeWith(7)
    full.mockRestore()
    cart.addCourse(course(8))
    expect(store.getState().isMemoryOnly).toBe(false)
    expect(stored()).toHaveLength(2)
  })

  it('R99: works without any storage', async () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { store, lines, cart } = storeWith()
    await store.persist.rehydrate()
    cart.addCourse(course(7))
    expect(lines()).toEqual([[7, 1]])
    expect(store.getState().isMemoryOnly).toBe(true)
  })
})

describe('the one store of the page', () => {
  it('R105: is the same for a second copy of the module', () => {
    jest.isolateModules(() => {
      const copy = jest.requireActual<typeof import('./cart-store')>('./cart-store')
      expect(copy.cartStore).not.toBe(cartStore)
      expect(copy.cartStore()).toBe(cartStore())
    })
  })
})
