import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useStore } from 'zustand'
import { STORAGE_KEYS } from '../constants'
import { isSold } from '../course'
import { watchStorage } from '../watch-storage'
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
    rehydrate()
    dropUnsold()
    resumeClear()
    return watchStorage([STORAGE_KEYS.cart], rehydrate)
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
