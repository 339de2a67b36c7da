import { cartStore, useCart } from '@site/shared/cart'
import { useSyncExternalStore } from 'react'

/**
 * False on the server, while its HTML is taken over and until the stored cart has been read: so long
 * nobody may be told that the cart is empty.
 */
export function useIsCartRead(): boolean {
  const isMemoryOnly = useCart((cart) => cart.isMemoryOnly)
  const isRead = useSyncExternalStore(
    cartStore().persist.onFinishHydration,
    cartStore().persist.hasHydrated,
    () => false,
  )
  return isRead || isMemoryOnly
}
