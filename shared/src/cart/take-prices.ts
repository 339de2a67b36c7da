import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { cartStore } from './cart-store'

/** Pounds; `null` when it is no longer sold. */
export type PresentPrice = { id: number; price: number | null }

/** Prices in pounds. */
export type PriceChange = { id: number; title: string; from: number; to: number | null }

const changesStore = createStore<readonly PriceChange[]>(() => [])

/** Courses that are no longer sold leave the cart. `usePriceChanges` tells what changed until it is dismissed. */
export function takePrices(prices: readonly PresentPrice[]): readonly PriceChange[] {
  const { items } = cartStore().getState()
  const changes = items.flatMap(({ id, title, price: from }) => {
    const present = prices.find((it) => it.id === id)
    return present && present.price !== from ? [{ id, title, from, to: present.price }] : []
  })
  if (changes.length === 0) return []
  cartStore().setState({
    items: items.flatMap((item) => {
      const change = changes.find(({ id }) => id === item.id)
      if (!change) return [item]
      return change.to === null ? [] : [{ ...item, price: change.to }]
    }),
  })
  const earlier = changesStore.getState().filter(({ id }) => !changes.some((change) => change.id === id))
  changesStore.setState([...earlier, ...changes], true)
  return changes
}

/** Changes that the visitor has not dismissed. */
export const usePriceChanges = (): readonly PriceChange[] => useStore(changesStore)

/** Forgets the changes. */
export function dismissPriceChanges(): void {
  changesStore.setState([], true)
}
