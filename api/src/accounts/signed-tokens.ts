import { errors, jwtVerify, SignJWT } from 'jose'

export type TokenKind = 'session' | 'cookie' | 'link' | 'known' | 'booking'

/** Times are in seconds since 1970. */
export type TokenClaims = { name: string; turn?: number; issuedAt: number; expiresAt: number }

export type SignedTokens = ReturnType<typeof createSignedTokens>

const ALGORITHM = 'HS256'
const ISSUER = 'site-api'
const MAX_LENGTH = 1_024

/** Signs with the first secret and verifies with any, so secrets can be rotated (RFC 7519). */
export function createSignedTokens([secret, ...previous]: readonly [string, ...string[]]) {
  const key = keyOf(secret)
  const keys = [key, ...previous.map(keyOf)]

  return {
    sign(kind: TokenKind, { name, turn, issuedAt, expiresAt }: TokenClaims): Promise<string> {
      return new SignJWT(turn === undefined ? {} : { turn })
        .setProtectedHeader({ alg: ALGORITHM, typ: `${kind}+jwt` })
        .setIssuer(ISSUER)
        .setAudience(kind)
        .setJti(name)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
    },
    async verify(kind: TokenKind, token: string): Promise<TokenClaims | undefined> {
      if (token.length > MAX_LENGTH) return undefined
      for (const candidate of keys) {
        try {
          const { payload } = await jwtVerify(token, candidate, {
            algorithms: [ALGORITHM],
            typ: `${kind}+jwt`,
            issuer: ISSUER,
            audience: kind,
            requiredClaims: ['jti', 'iat', 'exp'],
          })
          const { jti, iat, exp, turn } = payload
          if (jti === undefined || iat === undefined || exp === undefined) return undefined
          return { name: jti, issuedAt: iat, expiresAt: exp, ...(isCount(turn) && { turn }) }
        } catch (error) {
          if (!(error instanceof errors.JOSEError)) throw error
        }
      }
      return undefined
    },
  }
}

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
