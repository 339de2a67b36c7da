import { STORAGE_KEYS } from '../constants'

/** Other fields are kept out (R120). */
export type SessionUser = { firstName: string; lastName: string; email: string }

/** R116, R117. */
export type SignedIn = { token: string; user: SessionUser }

const MAX_TOKEN_LENGTH = 4_096
const MAX_TEXT_LENGTH = 254
/** Nothing that could end a header or start another. */
const TOKEN = /^[\x21-\x7e]+$/

/** From storage or a reply; both are untrusted. */
export function parseToken(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && TOKEN.test(value) ? value : undefined
}

/** From storage or a reply; both are untrusted. */
export function parseUser(value: unknown): SessionUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { firstName, lastName, email } = value as Record<string, unknown>
  if (!isText(firstName) || !isText(lastName) || !isText(email)) return undefined
  return { firstName, lastName, email }
}

/** `undefined` when the body is not a sign-in. */
export function parseSignedIn(body: unknown): SignedIn | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { token, user } = body as Record<string, unknown>
  const signedIn = { token: parseToken(token), user: parseUser(user) }
  return signedIn.token && signedIn.user ? { token: signedIn.token, user: signedIn.user } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH

type StoredSession = { token: string | undefined; user: SessionUser | undefined }

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

/** Where storage refuses, the session lasts as long as the document. */
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
