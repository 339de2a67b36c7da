import { cartStore, useCart } from '@site/shared/cart'
import { useSyncExternalStore } from 'react'

/** Until the stored cart has been read the page must not call it empty. */
export function useIsCartRead(): boolean {
  const isMemoryOnly = useCart((cart) => cart.isMemoryOnly)
  const { onFinishHydration, hasHydrated } = cartStore().persist
  const isRead = useSyncExternalStore(onFinishHydration, hasHydrated, () => false)
  return isRead || isMemoryOnly
}
