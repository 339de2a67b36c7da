import { SignJWT, UnsecuredJWT } from 'jose'
import { createSignedTokens, type TokenClaims } from './signed-tokens'

const secret = 'a secret of at least thirty-two letters'
const tokens = createSignedTokens([secret])
const now = Math.floor(Date.now() / 1_000)
const claims: TokenClaims = { name: 'a-name', issuedAt: now, expiresAt: now + 60 }
const keyOf = (text: string) => new TextEncoder().encode(text)

/** One of ours but for what a test changes. */
function build(header: object = {}, payload: object = {}, key = secret): Promise<string> {
  const said = { iss: 'site-api', aud: 'session', jti: 'a-name', iat: now, exp: now + 60, ...payload }
  return new SignJWT(said).setProtectedHeader({ alg: 'HS256', typ: 'session+jwt', ...header }).sign(keyOf(key))
}

describe('a signed token', () => {
  it('says what was signed, within its time', async () => {
    expect(await tokens.verify('session', await tokens.sign('session', claims))).toEqual(claims)
    expect(await tokens.verify('cookie', await tokens.sign('cookie', { ...claims, turn: 3 }))).toEqual({
      ...claims,
      turn: 3,
    })
    expect(await tokens.verify('session', await build())).toEqual(claims)
  })

  it('is the same for the same claims, so that a message written again has the same link', async () => {
    expect(await tokens.sign('link', claims)).toBe(await tokens.sign('link', claims))
  })

  it('outlives a change of the secret while the one before is still believed, and no longer', async () => {
    const before = await tokens.sign('session', claims)
    const next = `${secret} of tomorrow`
    const both = createSignedTokens([next, secret])
    expect(await both.verify('session', before)).toEqual(claims)
    expect(await both.verify('session', await both.sign('session', claims))).toEqual(claims)
    expect(await createSignedTokens([next]).verify('session', before)).toBeUndefined()
    // The new one signs.
    expect(await tokens.verify('session', await both.sign('session', claims))).toBeUndefined()
  })

  it.each<[string, () => string | Promise<string>]>([
    ['nothing', () => ''],
    ['other text', () => 'hello'],
    ['of another kind', () => tokens.sign('cookie', claims)],
    ['over', () => tokens.sign('session', { ...claims, issuedAt: now - 120, expiresAt: now - 60 })],
    ['signed with another secret', () => build({}, {}, `${secret}!`)],
    ['signed by another algorithm', () => build({ alg: 'HS512' })],
    [
      'not signed',
      () => new UnsecuredJWT({ jti: 'a-name', iat: now, exp: now + 60, aud: 'session', iss: 'site-api' }).encode(),
    ],
    ['of another type', () => build({ typ: 'JWT' })],
    ['for another audience', () => build({}, { aud: 'link' })],
    ["another issuer's", () => build({}, { iss: 'elsewhere' })],
    ['without an end', () => build({}, { exp: undefined })],
    ['without a name', () => build({}, { jti: undefined })],
    ['changed', async () => (await tokens.sign('session', claims)).replace(/\.[^.]+\./, `.${btoa('{"jti":"b"}')}.`)],
    ['cut off', async () => (await tokens.sign('session', claims)).slice(0, -10)],
    ['longer than any', () => 'x'.repeat(5_000)],
  ])('is none when it is %s', async (_what, make) => {
    expect(await tokens.verify('session', await make())).toBeUndefined()
  })
})
