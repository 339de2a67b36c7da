import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { cartStore } from './cart-store'

/** What a course costs now, in pounds; `null` when it is no longer sold. */
export type PresentPrice = { id: number; price: number | null }

/** A line of the cart that costs something else than when it was added; prices in pounds. */
export type PriceChange = { id: number; title: string; from: number; to: number | null }

const changesStore = createStore<readonly PriceChange[]>(() => [])

/**
 * Gives the lines of the cart the prices of today; the number of places stays. A course that is no longer sold
 * leaves the cart. What changed can be read by `usePriceChanges` until it is dismissed.
 */
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

/** The changes nobody has dismissed yet. */
export function usePriceChanges(): readonly PriceChange[] {
  return useStore(changesStore)
}

/** The visitor has read what changed. */
export function dismissPriceChanges(): void {
  changesStore.setState([], true)
}
