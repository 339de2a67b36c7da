import { act, render } from '@testing-library/react'
import { CartProvider } from './cart-provider'
import { cartStore } from './cart-store'
import { clearAfterOrder, isClearPending } from './clear-after-order'

const course = (id: number) => ({ id, title: `Course ${id}`, duration: '1 Day', price: 100, image: `/${id}.svg` })
const items = () => cartStore().getState().items
const lines = () => items().map(({ id, quantity }) => `${quantity} of ${id}`)
const add = (...ids: number[]) => ids.map((id) => cartStore().getState().addCourse(course(id)))

function leaveBehind(marker: unknown) {
  localStorage.setItem('cart', JSON.stringify([{ ...course(7), quantity: 2 }]))
  localStorage.setItem('cart_paid', typeof marker === 'string' ? marker : JSON.stringify(marker))
}

const openPage = () => render(<CartProvider>page</CartProvider>)
const wait = (ms: number) => act(() => void jest.advanceTimersByTime(ms))

beforeEach(() => {
  jest.useFakeTimers()
  localStorage.clear()
  cartStore().setState({ items: [], isMemoryOnly: false })
})

describe('after an order', () => {
  it('R131: clears the cart 2 seconds later', () => {
    add(7, 7, 8)
    clearAfterOrder(items())
    wait(1_999)
    expect(lines()).toEqual(['2 of 7', '1 of 8'])
    expect(isClearPending()).toBe(true)
    wait(1)
    expect(lines()).toEqual([])
    expect(isClearPending()).toBe(false)
    expect(localStorage.getItem('cart')).toBe('[]')
    expect(localStorage.getItem('cart_paid')).toBeNull()
  })

  it('D-32: keeps what is added within the 2 seconds', () => {
    add(7)
    clearAfterOrder([{ id: 7, quantity: 1 }])
    add(7, 8)
    wait(2_000)
    expect(lines()).toEqual(['1 of 7', '1 of 8'])
  })

  it('D-32: clears at once when the page is left', () => {
    add(7)
    clearAfterOrder([{ id: 7, quantity: 1 }])
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(lines()).toEqual([])
    expect(localStorage.getItem('cart')).toBe('[]')
    add(8)
    wait(2_000)
    expect(lines()).toEqual(['1 of 8'])
  })

  it('D-32: leaves the cart alone when another tab has kept the promise', () => {
    add(7)
    clearAfterOrder([{ id: 7, quantity: 1 }])
    localStorage.removeItem('cart_paid')
    wait(2_000)
    expect(lines()).toEqual(['1 of 7'])
  })
})

describe('after a page that died', () => {
  it('D-32: finishes what was due long ago', () => {
    leaveBehind({ lines: [{ id: 7, quantity: 2 }], dueAt: Date.now() - 60_000 })
    openPage()
    wait(0)
    expect(lines()).toEqual([])
  })

  it.each([
    ['a moment ago', 500, 500],
    ['by a clock that was set back', 9_000_000, 2_000],
  ])('D-32: finishes what was due %s', (_when, dueIn, delay) => {
    leaveBehind({ lines: [{ id: 7, quantity: 2 }], dueAt: Date.now() + dueIn })
    openPage()
    wait(delay - 1)
    expect(lines()).toEqual(['2 of 7'])
    wait(1)
    expect(lines()).toEqual([])
    expect(localStorage.getItem('cart')).toBe('[]')
  })

  it.each([
    ['{'],
    ['null'],
    ['[]'],
    [{ lines: 'all', dueAt: 1 }],
    [{ lines: [{ id: 7, quantity: 2 }], dueAt: '1' }],
    [{ lines: [null, { id: 7, quantity: -2 }, { id: 7, quantity: 1e308 }, { id: '7', quantity: 1 }], dueAt: 1 }],
  ])('D-32: takes no orders from %j', (marker) => {
    leaveBehind(marker)
    openPage()
    wait(2_000)
    expect(lines()).toEqual(['2 of 7'])
  })
})
