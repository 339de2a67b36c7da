import { act, renderHook } from '@testing-library/react'
import { resetCart } from '../testing'
import { installTiming } from '../testing/install-timing'
import { cartStore } from './cart-store'
import { takeCataloguePrices, useCataloguePrices } from './use-catalogue-prices'

const courses = [
  { id: 1, title: 'Course 1', price: 109 },
  { id: 17, title: 'Online CITB SSP', price: 199 },
]
const item = (id: number, title: string, price: number) => ({
  ...{ id, title, price, duration: '1 Day', image: '/1.svg', quantity: 2 },
})
const stale = item(1, 'Course 1', 99)

function priceAfter(composition: number | undefined, { line = stale, openedAt = 0 } = {}): number | undefined {
  cartStore().setState({ items: [line] })
  takeCataloguePrices(courses, composition, openedAt)
  return cartStore().getState().items[0]?.price
}

beforeEach(resetCart)

it('leaves the cart alone that has the prices of this catalogue or of a page opened later', () => {
  expect(priceAfter(7, { openedAt: 20 })).toBe(109)
  expect(priceAfter(7, { openedAt: 30 })).toBe(99)
  expect(priceAfter(6, { openedAt: 10 })).toBe(99)
  expect(priceAfter(8, { openedAt: 30 })).toBe(109)
  expect(priceAfter(7, { openedAt: 20 })).toBe(99)
})

it('takes the prices of a page with a lower number that was opened later', () => {
  expect(priceAfter(8, { openedAt: 20 })).toBe(109)
  expect(priceAfter(7, { openedAt: 30 })).toBe(109)
})

it('goes by the number where an earlier release noted nothing else', () => {
  localStorage.setItem('cart_prices', '7')
  expect(priceAfter(6, { openedAt: 10 })).toBe(99)
  expect(priceAfter(8, { openedAt: 10 })).toBe(109)
})

it('takes the prices of each document once where it cannot know its composition', () => {
  expect(priceAfter(undefined, { openedAt: 20 })).toBe(109)
  expect(priceAfter(undefined, { openedAt: 20 })).toBe(99)
  expect(priceAfter(undefined, { openedAt: 10 })).toBe(99)
  expect(priceAfter(undefined, { openedAt: 30 })).toBe(109)
  expect(priceAfter(7, { openedAt: 40 })).toBe(109)
})

it('D-19: leaves a line alone that was added at the price of another page', () => {
  expect(priceAfter(7, { line: item(17, 'Site Safety Plus (SSP)', 299) })).toBe(299)
})

it('leaves the cart alone where storage is refused', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(priceAfter(7)).toBe(99)
})

it('takes the prices of the page once the stored cart has been read, and none without a composition', async () => {
  localStorage.setItem('cart', JSON.stringify([stale]))
  renderHook(() => useCataloguePrices(courses))
  await act(async () => cartStore().persist.rehydrate())
  expect(cartStore().getState().items).toMatchObject([{ price: 99 }])

  document.head.innerHTML = '<script type="application/json" id="site-config">{}</script>'
  installTiming({ composition: 7 })
  renderHook(() => useCataloguePrices(courses))
  await act(async () => cartStore().persist.rehydrate())
  expect(cartStore().getState().items).toMatchObject([{ price: 109, quantity: 2 }])
})
