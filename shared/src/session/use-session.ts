import { useEffect } from 'react'
import { useStore } from 'zustand'
import { STORAGE_KEYS } from '../constants'
import { watchStorage } from '../watch-storage'
import { type SessionState, sessionStore } from './session-store'

/**
 * Anonymous on the server and in the first render; the stored session is read after that, and when another tab
 * changes it (R119).
 */
export function useSession<T>(select: (state: SessionState) => T): T {
  const store = sessionStore()
  useEffect(() => {
    const { restore } = store.getState()
    restore()
    return watchStorage([STORAGE_KEYS.token, STORAGE_KEYS.user], restore)
  }, [store])
  return useStore(store, select)
}
