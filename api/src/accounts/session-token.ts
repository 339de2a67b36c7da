import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

const VALID_MS = 12 * 60 * 60 * 1_000
const VERSION = 's1'

/** What a token says; `exp` is in milliseconds since 1970. */
export type SessionClaims = { sub: string; exp: number; jti: string }

const checker = Compile(Type.Object({ sub: Type.String(), exp: Type.Integer(), jti: Type.String() }))

/** A token for 12 hours, signed so that any copy of the server can read it without asking a database. */
export function signSession(accountId: string, secret: string, now = Date.now()): string {
  const claims: SessionClaims = { sub: accountId, exp: now + VALID_MS, jti: randomBytes(16).toString('base64url') }
  const body = `${VERSION}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${body}.${seal(body, secret).toString('base64url')}`
}

/**
 * The claims of a token that is ours and still valid; `undefined` for every other text. While the secret is
 * changed there are two: the one that signs, and the one before for as long as its tokens last.
 */
export function readSession(token: string, secrets: readonly string[], now = Date.now()): SessionClaims | undefined {
  const [version, payload, signature, ...rest] = token.split('.')
  if (version !== VERSION || !payload || !signature || rest.length > 0) return undefined
  const given = Buffer.from(signature, 'base64url')
  const isOurs = secrets.some((secret) => {
    const expected = seal(`${version}.${payload}`, secret)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isOurs) return undefined
  // Only what we signed ourselves is parsed.
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return checker.Check(claims) && claims.exp > now ? claims : undefined
}

function seal(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
