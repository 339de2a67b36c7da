import { useEffect } from 'react'
import { useStore } from 'zustand'
import { STORAGE_KEYS } from '../constants'
import { type SessionState, sessionStore } from './session-store'

const keys: readonly (string | null)[] = [STORAGE_KEYS.token, STORAGE_KEYS.user, null]

/**
 * Anonymous on the server and in the first render; the stored session is read after that, and when another tab
 * changes it (R119).
 */
export function useSession<T>(select: (state: SessionState) => T): T {
  const store = sessionStore()
  useEffect(() => {
    const { restore } = store.getState()
    const handleStorage = ({ key }: StorageEvent) => {
      if (keys.includes(key)) restore()
    }
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      // A page kept for the Back button hears no storage events while it sleeps.
      if (persisted) restore()
    }
    restore()
    window.addEventListener('storage', handleStorage)
    window.addEventListener('pageshow', handlePageShow)
    return () => {
      window.removeEventListener('storage', handleStorage)
      window.removeEventListener('pageshow', handlePageShow)
    }
  }, [store])
  return useStore(store, select)
}
