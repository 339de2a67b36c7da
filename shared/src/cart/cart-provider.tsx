import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useStore } from 'zustand'
import { STORAGE_KEYS } from '../constants'
import { isSold } from '../course'
import { type CartState, type CartStore, cartStore } from './cart-store'
import { resumeClear } from './clear-after-order'
import { takePrices } from './take-prices'

const CartContext = createContext<CartStore | null>(null)

/**
 * Reads the stored cart after the first render, because the server renders an empty one, and whenever another tab may
 * have changed it (R16).
 */
export function CartProvider({ children }: { children: ReactNode }) {
  const store = cartStore()
  useEffect(() => {
    const rehydrate = () => {
      // Items that storage refused to keep must not be replaced by its older ones.
      if (!store.getState().isMemoryOnly) void store.persist.rehydrate()
    }
    const handleStorage = (event: StorageEvent) => {
      // A null key means that the whole storage was cleared.
      if (event.key === STORAGE_KEYS.cart || event.key === null) rehydrate()
    }
    const handlePageShow = (event: PageTransitionEvent) => {
      // A page kept for the Back button hears no storage events while it sleeps.
      if (event.persisted) rehydrate()
    }
    rehydrate()
    dropUnsold()
    resumeClear()
    window.addEventListener('storage', handleStorage)
    window.addEventListener('pageshow', handlePageShow)
    return () => {
      window.removeEventListener('storage', handleStorage)
      window.removeEventListener('pageshow', handlePageShow)
    }
  }, [store])
  return <CartContext value={store}>{children}</CartContext>
}

/** Only at load: the catalogue of an older document must not decide for newer tabs (R100). */
function dropUnsold(): void {
  const unsold = cartStore()
    .getState()
    .items.filter(({ id }) => !isSold(id))
  takePrices(unsold.map(({ id }) => ({ id, price: null })))
}

/** Reads a part of the cart; throws outside the provider (R15). */
export function useCart<T>(select: (state: CartState) => T): T {
  const store = useContext(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  return useStore(store, select)
}
