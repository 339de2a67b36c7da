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
