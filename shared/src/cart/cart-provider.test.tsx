import { act, render, renderHook, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server.node'
import { isSold } from '../course'
import { SITE_CONFIG_ID } from '../site-config'
import { resetCart } from '../testing'
import { itemCount } from './cart-item'
import { CartProvider, useCart } from './cart-provider'
import { cartStore } from './cart-store'
import { usePriceChanges } from './take-prices'

const line = { id: 3, title: 'SMSTS', duration: '5 Days', image: '/images/courses/3.svg', price: 499, quantity: 2 }
const storeText = (...quantities: number[]) =>
  localStorage.setItem(
    'cart',
    JSON.stringify(quantities.map((quantity, index) => ({ ...line, id: index + 1, quantity }))),
  )

function Count() {
  return <p>{useCart(itemCount)} places</p>
}

const cart = (
  <CartProvider>
    <Count />
  </CartProvider>
)

const receiveCart = () => act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'cart' })))

const wakeUp = (persisted: boolean) =>
  act(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted })))

beforeEach(resetCart)

it('R15: useCart outside its provider throws exactly the specified message', () => {
  expect(() => renderToString(<Count />)).toThrow(new Error('useCart must be used within a CartProvider'))
})

// The ids 1 to 27 were compiled into every package, so a 28th course waited for four releases.
it('R100: at load, drops the courses that the live catalogue does not sell, and says so', () => {
  document.body.innerHTML = `<script type="application/json" id="${SITE_CONFIG_ID}">{"courses":"1-2,28"}</script>`
  storeText(1, 1, 1)
  const { result } = renderHook(usePriceChanges, { wrapper: CartProvider })
  expect(cartStore().getState().items).toMatchObject([{ id: 1 }, { id: 2 }])
  expect(JSON.parse(localStorage.getItem('cart') ?? '')).toHaveLength(2)
  expect(result.current).toEqual([{ id: 3, title: 'SMSTS', from: 499, to: null }])
  expect(isSold(28)).toBe(true)

  storeText(1, 1, 1)
  receiveCart()
  // An older document leaves newer tabs their courses.
  expect(cartStore().getState().items).toHaveLength(3)
})

describe('when another tab may have changed the cart', () => {
  it('R99: reads it again when the page comes back from the Back button', () => {
    render(cart)
    storeText(4)
    wakeUp(false)
    expect(screen.getByText('0 places')).toBeVisible()
    wakeUp(true)
    expect(screen.getByText('4 places')).toBeVisible()
  })

  it('R99: keeps a cart that storage refused', () => {
    render(cart)
    jest.spyOn(console, 'warn').mockImplementation(() => {})
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    act(() => void cartStore().getState().addCourse(line))
    receiveCart()
    wakeUp(true)
    expect(screen.getByText('1 places')).toBeVisible()
  })
})
