import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { STORAGE_KEYS } from '../constants'
import { watchStorage } from '../watch-storage'
import { readSession, removeSession, type SessionUser, type SignedIn, writeSession } from './session'

export type SessionState = {
  /** A visitor is signed in exactly when it exists (R120). */
  token: string | undefined
  user: SessionUser | undefined
  /** After the first render; browser only (R119). */
  restore: () => void
  signIn: (signedIn: SignedIn) => void
  signOut: () => void
}

/** Written out for the reason given at the cart's. */
export type SessionStore = {
  getState: () => SessionState
  getInitialState: () => SessionState
  setState: (change: Partial<SessionState>) => void
  subscribe: (listener: (state: SessionState, previous: SessionState) => void) => () => void
}

const INSTANCE = Symbol.for('@site/shared/session-store')

/** For tests; the application uses `sessionStore()`. */
export function createSessionStore(): SessionStore {
  // A session that storage refused must not be replaced by its older one.
  let isMemoryOnly = false
  return createStore<SessionState>()((set, get) => ({
    token: undefined,
    user: undefined,
    restore() {
      const stored = readSession()
      const { token, user } = get()
      if (!stored || isMemoryOnly || JSON.stringify(stored) === JSON.stringify({ token, user })) return
      set(stored)
    },
    signIn(signedIn) {
      writeSession(signedIn)
      isMemoryOnly = readSession()?.token !== signedIn.token
      set(signedIn)
    },
    signOut() {
      endSession(get().token)
      removeSession()
      isMemoryOnly = false
      set({ token: undefined, user: undefined })
    },
  }))
}

/** R120. */
export const isAuthenticated = ({ token }: Pick<SessionState, 'token'>): boolean => token !== undefined

type Registry = { [INSTANCE]?: SessionStore }

/** The one session of the page. */
export function sessionStore(): SessionStore {
  const registry = globalThis as Registry
  registry[INSTANCE] ??= createSessionStore()
  return registry[INSTANCE]
}

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

/** Not awaited: the visitor is signed out here at once, and an unused session ends by itself (R196). */
function endSession(token: string | undefined): void {
  if (!token) return
  const headers = { Authorization: `Bearer ${token}` }
  fetch('/api/account/sign-out', { method: 'POST', headers, keepalive: true }).catch(() => {})
}
