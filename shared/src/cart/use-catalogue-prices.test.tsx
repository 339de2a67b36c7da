import { act, renderHook } from '@testing-library/react'
import { resetCart } from '../testing'
import { cartStore } from './cart-store'
import { takeCataloguePrices, useCataloguePrices } from './use-catalogue-prices'

const course = (id: number, title: string, price: number) => ({ id, title, price, duration: '1 Day', image: '/1.svg' })
const courses = [course(1, 'Course 1', 109), course(17, 'Online CITB SSP', 199)]
const elsewhere = [{ id: 17, title: 'Site Safety Plus (SSP)' }]
const item = (id: number, title: string, price: number) => ({ ...course(id, title, price), quantity: 2 })
const stale = item(1, 'Course 1', 99)

function priceAfter(openedAt: number, line = stale): number | undefined {
  cartStore().setState({ items: [line] })
  takeCataloguePrices(courses, elsewhere, openedAt)
  return cartStore().getState().items[0]?.price
}

beforeEach(resetCart)

it('leaves the cart alone that has the prices of this page or of one opened later', () => {
  expect([20, 20, 10, 30].map((openedAt) => priceAfter(openedAt))).toEqual([109, 99, 99, 109])
})

// Prices that a release had written stayed after its rollback, when it had written a time to come beside them.
it.each(['9e15', 'x', ''])(
  'D4: takes the prices where the browser keeps "%s" for the time of the last ones',
  (kept) => {
    localStorage.setItem('cart_prices_at', kept)
    expect(priceAfter(20)).toBe(109)
  },
)

// Texts that a release had written were shown in the cart and the checkout for ever.
it('D4: shows a line with the texts of the catalogue, whatever the browser keeps', () => {
  const garbage = { ...stale, title: 'You won £500!', duration: 'x', image: 'https://evil.example/x.png', price: 0 }
  expect(priceAfter(20, garbage)).toBe(109)
  expect(cartStore().getState().items).toEqual([{ ...stale, price: 109 }])
})

it('D-19: leaves a line alone that was added at the price of another page', () => {
  expect(priceAfter(20, item(17, 'Site Safety Plus (SSP)', 299))).toBe(299)
})

it('leaves the cart alone where storage is refused', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(priceAfter(20)).toBe(99)
})

it('takes the prices of the page once the stored cart has been read, and none in a harness', async () => {
  localStorage.setItem('cart', JSON.stringify([stale]))
  renderHook(() => useCataloguePrices(courses, elsewhere))
  await act(async () => cartStore().persist.rehydrate())
  expect(cartStore().getState().items).toMatchObject([{ price: 99 }])

  document.head.innerHTML = '<script type="application/json" id="site-config">{}</script>'
  renderHook(() => useCataloguePrices(courses))
  await act(async () => cartStore().persist.rehydrate())
  expect(cartStore().getState().items).toMatchObject([{ price: 109, quantity: 2 }])
})
