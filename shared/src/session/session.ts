/** The signed-in visitor as the server describes them; fields beyond these are kept out (R120). */
export type SessionUser = { firstName: string; lastName: string; email: string }

/** What sign-in and registration return (R116, R117). */
export type SignedIn = { token: string; user: SessionUser }

const MAX_TOKEN_LENGTH = 4_096
const MAX_TEXT_LENGTH = 254
/** What a token can be made of; nothing that could end a header or start another. */
const TOKEN = /^[\x21-\x7e]+$/

/** Reads a token from storage or from a reply; anything else than printable text is none. */
export function parseToken(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && TOKEN.test(value) ? value : undefined
}

/** Reads a user from storage or from a reply; both are untrusted. */
export function parseUser(value: unknown): SessionUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { firstName, lastName, email } = value as Record<string, unknown>
  if (!isText(firstName) || !isText(lastName) || !isText(email)) return undefined
  return { firstName, lastName, email }
}

/** The body of a successful sign-in or registration, or nothing when it is not one. */
export function parseSignedIn(body: unknown): SignedIn | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { token, user } = body as Record<string, unknown>
  const signedIn = { token: parseToken(token), user: parseUser(user) }
  return signedIn.token && signedIn.user ? { token: signedIn.token, user: signedIn.user } : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH
}
