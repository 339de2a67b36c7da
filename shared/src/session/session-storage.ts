import { STORAGE_KEYS } from '../constants'
import { parseToken, parseUser, type SessionUser, type SignedIn } from './session'

export type StoredSession = { token: string | undefined; user: SessionUser | undefined }

/** `undefined` when the browser does not let us look (R119). */
export function readSession(): StoredSession | undefined {
  try {
    const token = parseToken(localStorage.getItem(STORAGE_KEYS.token))
    // Only the token makes a visitor signed in (R120).
    return { token, user: token ? parseUser(parseJson(localStorage.getItem(STORAGE_KEYS.user))) : undefined }
  } catch {
    return undefined
  }
}

/** Where storage refuses, the session lasts as long as the tab. */
export function writeSession({ token, user }: SignedIn): void {
  try {
    localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user))
    localStorage.setItem(STORAGE_KEYS.token, token)
  } catch (error) {
    removeSession()
    console.warn('The session cannot be stored and is kept in memory', error)
  }
}

export function removeSession(): void {
  try {
    localStorage.removeItem(STORAGE_KEYS.token)
    localStorage.removeItem(STORAGE_KEYS.user)
  } catch {
    // Storage that cannot be reached holds nothing.
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
