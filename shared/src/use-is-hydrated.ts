import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and in the render that takes over its HTML, true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
