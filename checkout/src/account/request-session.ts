import { parseSignedIn, type SignedIn } from '@site/shared/session'
import { postJson } from '../http/post-json'

const TIMEOUT_MS = 15_000

export type SessionOutcome = { ok: true; signedIn: SignedIn } | { ok: false; message: string }

/** On this origin, whatever the base of the payment calls is (R116, R186). */
export function requestSignIn(body: Record<'email' | 'password', string>): Promise<SessionOutcome> {
  return requestSession('/api/auth/login', body, 'Login failed')
}

export function requestSignUp(
  body: Record<'firstName' | 'lastName' | 'email' | 'password', string>,
): Promise<SessionOutcome> {
  return requestSession('/api/auth/register', body, 'Registration failed')
}

/** The server's message is preferred (R118). */
async function requestSession(address: string, body: object, failure: string): Promise<SessionOutcome> {
  const result = await postJson(address, body, TIMEOUT_MS)
  if (result.kind === 'refused') return { ok: false, message: result.message ?? failure }
  const signedIn = result.kind === 'ok' ? parseSignedIn(result.body) : undefined
  return signedIn ? { ok: true, signedIn } : { ok: false, message: failure }
}
