import { act, renderHook } from '@testing-library/react'
import { resetCart } from '../testing'
import { cartStore } from './cart-store'
import { dismissPriceChanges, takePrices, usePriceChanges } from './take-prices'

const item = (id: number, price: number, quantity = 1) => ({
  ...{ id, title: `Course ${id}`, duration: '1 Day', image: `/${id}.svg`, price, quantity },
})
const take = (...prices: [id: number, price: number | null][]) =>
  takePrices(prices.map(([id, price]) => ({ id, price })))

const changes = () => renderHook(usePriceChanges).result.current
const items = () => cartStore().getState().items

beforeEach(() => {
  resetCart()
  act(dismissPriceChanges)
})

it('R102: gives a line its new price and leaves the number of places', () => {
  cartStore().setState({ items: [item(1, 99, 3), item(2, 399)] })
  expect(take([1, 109])).toEqual([{ id: 1, title: 'Course 1', from: 99, to: 109 }])
  expect(items()).toEqual([item(1, 109, 3), item(2, 399)])
  expect(JSON.parse(localStorage.getItem('cart') ?? '')).toMatchObject([{ price: 109 }, { price: 399 }])
})

it('R97: takes out what is no longer sold', () => {
  cartStore().setState({ items: [item(1, 99), item(2, 399)] })
  take([1, null])
  expect(items()).toEqual([item(2, 399)])
  expect(changes()).toEqual([{ id: 1, title: 'Course 1', from: 99, to: null }])
})

it('writes nothing and says nothing when all prices still hold', () => {
  cartStore().setState({ items: [item(1, 99)] })
  const before = items()
  expect(take([1, 99], [2, 5])).toEqual([])
  expect(items()).toBe(before)
  expect(changes()).toEqual([])
})

it('keeps what changed until it is dismissed, the latest of each course', () => {
  cartStore().setState({ items: [item(1, 99), item(2, 399)] })
  take([1, 109], [2, 409])
  take([1, 119])
  expect(changes()).toMatchObject([
    { id: 2, to: 409 },
    { id: 1, from: 109, to: 119 },
  ])
  act(dismissPriceChanges)
  expect(changes()).toEqual([])
})
