import { SignJWT, UnsecuredJWT } from 'jose'
import { ada, authSecret, eve, password, unlimited, type Visitor } from '../testing/account-visitor'
import { setUpShop } from '../testing/set-up-shop'
import { createSignedTokens } from './signed-tokens'

const shop = setUpShop({ config: unlimited })
const { change, visitors } = shop
const own = createSignedTokens([authSecret])
const signedOut = { success: false, code: 'signed_out', message: 'You are signed out. Please sign in again.' }
const signedIn = () => visitors.signedIn()

async function anotherPlace(): Promise<Visitor> {
  const visitor = visitors.stranger()
  await visitor.signIn()
  return visitor
}

function copyOf({ kept }: Visitor, app = shop.app): Visitor {
  const copy = visitors.stranger(app)
  Object.assign(copy.kept, kept)
  return copy
}

const claimsOf = async ({ kept }: Visitor) => {
  const claims = await own.verify('session', kept.token ?? '')
  if (!claims) throw new Error('The session has no name')
  return claims
}

describe('R193: a session', () => {
  it('opens the account with token and cookie together, and with nothing else', async () => {
    const visitor = await signedIn()
    const read = await visitor.call('read')
    expect(read.statusCode).toBe(200)
    expect(read.json()).toMatchObject({ user: { email: ada.email }, isEmailConfirmed: false, change: null })
    expect(read.json().sessions).toEqual([{ since: expect.any(String), lastSeen: expect.any(String), isThis: true }])
    expect(read.headers['cache-control']).toBe('no-store')
    const [name = '', value = ''] = visitor.kept.cookie?.split('=') ?? []
    const other = await visitors.signedIn(eve)
    const attempts: Record<string, Record<string, string>> = {
      'the token without the cookie': { cookie: '' },
      'the cookie without the token': { authorization: '' },
      'the token in the place of the cookie': { cookie: `${name}=${visitor.kept.token}` },
      'the cookie in the place of the token': { authorization: `Bearer ${value}` },
      'a token of the form before': { authorization: 'Bearer s1.eyJzdWIiOiJ4In0.c2ln' },
      "another's cookie": { cookie: other.kept.cookie ?? '' },
      "another's token": { authorization: `Bearer ${other.kept.token}` },
    }
    for (const [what, headers] of Object.entries(attempts)) {
      const reply = await visitor.call('read', {}, headers)
      expect([what, reply.statusCode, reply.json()]).toEqual([what, 401, signedOut])
    }
  })

  it('is opened by no forged token', async () => {
    const visitor = await signedIn()
    const claims = await claimsOf(visitor)
    const { name: jti, issuedAt: iat, expiresAt: exp } = claims
    const payload = { iss: 'site-api', aud: 'session', jti, iat, exp }
    const build = (header: object = {}, changes: object = {}, secret = authSecret) =>
      new SignJWT({ ...payload, ...changes })
        .setProtectedHeader({ alg: 'HS256', typ: 'session+jwt', ...header })
        .sign(new TextEncoder().encode(secret))
    const token = await build()
    const forged: Record<string, string> = {
      nothing: '',
      'other text': 'hello',
      'of another kind': await own.sign('link', claims),
      over: await own.sign('session', { ...claims, issuedAt: iat - 120, expiresAt: iat - 60 }),
      'signed with another secret': await build({}, {}, `${authSecret}!`),
      'signed by another algorithm': await build({ alg: 'HS512' }),
      'not signed': new UnsecuredJWT(payload).encode(),
      'of another type': await build({ typ: 'JWT' }),
      'for another audience': await build({}, { aud: 'link' }),
      "another issuer's": await build({}, { iss: 'elsewhere' }),
      'without an end': await build({}, { exp: undefined }),
      'without a name': await build({}, { jti: undefined }),
      'of a name of its own choice': await build({}, { jti: 'chosen' }),
      changed: token.replace(/\.[^.]+\./, `.${btoa('{"jti":"b"}')}.`),
      'cut off': token.slice(0, -10),
      'longer than any': 'x'.repeat(5_000),
    }
    for (const [what, text] of Object.entries(forged)) {
      expect([what, await visitor.isSignedIn({ authorization: `Bearer ${text}` })]).toEqual([what, false])
    }
    expect(await visitor.isSignedIn({ authorization: `Bearer ${token}` })).toBe(true)
    const forger = createSignedTokens(['another secret of thirty-two letters'])
    const forgedCookie = `session=${await forger.sign('cookie', { ...claims, turn: 0 })}`
    expect(await visitor.isSignedIn({ cookie: forgedCookie })).toBe(false)
    const chosen = { ...claims, name: 'chosen' }
    const [session, cookie] = [await own.sign('session', chosen), await own.sign('cookie', { ...chosen, turn: 0 })]
    expect(await visitor.isSignedIn({ authorization: `Bearer ${session}`, cookie: `session=${cookie}` })).toBe(false)
  })

  it('fixation: signing in never takes over a session that was there, and ends it', async () => {
    const attacker = await signedIn()
    const victim = visitors.stranger()
    victim.kept.cookie = attacker.kept.cookie
    await victim.register({ ...ada, email: 'bea@example.com' })
    expect(victim.kept.cookie).not.toBe(attacker.kept.cookie)
    expect((await victim.call('read')).json().user.email).toBe('bea@example.com')
    expect(await attacker.isSignedIn()).toBe(false)
    expect(await change('select * from sessions')).toHaveLength(1)
  })

  const secure = /^__Host-session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/
  it.each([
    ['with https', 'https://shop.example', secure],
    ['without', 'http://localhost:3000', /^session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/],
  ])('has a cookie for this site and no script, %s', async (_what, publicUrl, form) => {
    const other = await shop.startOther({ config: { authSecret, publicUrl } })
    const reply = await visitors.stranger(other.app).register()
    expect([reply.headers['set-cookie']].flat()[0]).toMatch(form)
  })

  it('is kept as a digest: neither the table nor the log has what opens it', async () => {
    const visitor = await signedIn()
    await visitor.call('read', {}, { cookie: 'session=nonsense' })
    const { name } = await claimsOf(visitor)
    const tables = [await change('select * from sessions'), await change('select * from outbox')]
    const kept = JSON.stringify([tables, shop.logs])
    for (const secret of [visitor.kept.token, visitor.kept.cookie?.split('=')[1], name]) {
      expect(secret).toMatch(/.{20}/)
      expect(kept).not.toContain(secret)
    }
  })
})

describe('R193: the cookie of a session is followed by others', () => {
  const age = (time = '16 minutes') => change(`update sessions set turned_at = now() - interval '${time}'`)

  it('every quarter of an hour, and not before', async () => {
    const visitor = await signedIn()
    const first = visitor.kept.cookie
    await visitor.call('read')
    expect(visitor.kept.cookie).toBe(first)
    await age()
    await visitor.call('read')
    expect(visitor.kept.cookie).not.toBe(first)
    expect(await visitor.isSignedIn()).toBe(true)
  })

  it.each(['owner', 'thief'])('replay: where the %s was first, the other one ends the session of both', async (who) => {
    const owner = await signedIn()
    const thief = copyOf(owner)
    const [first, second] = who === 'owner' ? [owner, thief] : [thief, owner]
    await age()
    await first.call('read')
    await first.call('read')
    await age('1 minute')
    expect(await second.isSignedIn()).toBe(false)
    expect(await first.isSignedIn()).toBe(false)
    expect(shop.logs.join()).toContain('its session was ended')
  })

  it('and calls of the same moment, or after a lost answer, are answered', async () => {
    const visitor = await signedIn()
    const before = { cookie: visitor.kept.cookie ?? '' }
    await age()
    const replies = await Promise.all([1, 2, 3].map(() => visitor.call('read', {}, before)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    for (const _attempt of [1, 2]) expect(await visitor.isSignedIn(before)).toBe(true)
    expect(await visitor.isSignedIn()).toBe(true)
    expect(await visitor.isSignedIn(before)).toBe(true)
  })
})

describe('R193: a session ends', () => {
  it('when nothing was done for two hours, and twelve hours after it began, whatever was done', async () => {
    for (const assignment of ["last_seen_at = now() - interval '121 min'", "created_at = now() - interval '721 min'"]) {
      const visitor = assignment.startsWith('last') ? await signedIn() : await anotherPlace()
      await change(`update sessions set ${assignment}`)
      expect((await visitor.call('read')).json()).toEqual(signedOut)
    }
  })

  it('R196: by signing out here, and nowhere else, or everywhere; not by the token or the cookie alone', async () => {
    const [visitor, elsewhere] = [await signedIn(), await anotherPlace()]
    expect((await visitor.call('read')).json().sessions).toHaveLength(2)
    for (const name of ['token', 'cookie'] as const) {
      const half = visitors.stranger()
      half.kept[name] = visitor.kept[name]
      expect((await half.call('sign-out')).json()).toEqual({ success: true })
    }
    const stolen = copyOf(visitor)
    expect(await visitor.isSignedIn()).toBe(true)
    expect((await visitor.call('sign-out')).json()).toEqual({ success: true })
    expect(visitor.kept.cookie).toBeUndefined()
    expect([await stolen.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([false, true])
    expect((await stolen.call('sign-out')).statusCode).toBe(200)
    expect((await (await anotherPlace()).call('sign-out-everywhere')).statusCode).toBe(200)
    expect((await elsewhere.call('read')).json()).toEqual(signedOut)
    expect(await change('select * from sessions')).toEqual([])
  })

  it('R198: by a change of the password, everywhere but here, where it is another one; a message says so', async () => {
    const [visitor, elsewhere] = [await signedIn(), await anotherPlace()]
    const before = copyOf(visitor)
    const wrong = await visitor.call('password', { password: 'a guess', newPassword: 'another good one' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'The password is not correct.'])
    const weak = await visitor.call('password', { password, newPassword: 'short' })
    expect([weak.statusCode, weak.json().code]).toEqual([422, 'weak_password'])
    expect(await elsewhere.isSignedIn()).toBe(true)
    const reply = await visitor.call('password', { password, newPassword: 'another good one' })
    expect(reply.json()).toMatchObject({ token: expect.any(String), user: { email: ada.email } })
    visitor.kept.token = reply.json().token
    const are = await Promise.all([elsewhere, before, visitor].map((it) => it.isSignedIn()))
    expect(are).toEqual([false, false, true])
    expect(await visitors.mails('account_password_changed')).toHaveLength(1)
  })

  it('when there are more than twenty: the one longest unused', async () => {
    const first = await signedIn()
    await change("update sessions set last_seen_at = now() - interval '5 minutes'")
    for (let index = 0; index < 20; index += 1) await anotherPlace()
    expect(await change('select * from sessions')).toHaveLength(20)
    expect(await first.isSignedIn()).toBe(false)
  })

  it('with a change of AUTH_SECRET, unless the one before is still trusted', async () => {
    const visitor = await signedIn()
    const next = `${authSecret} of tomorrow`
    const changed = await shop.startOther({ config: { authSecret: next, previousAuthSecret: authSecret } })
    expect(await copyOf(visitor, changed.app).isSignedIn()).toBe(true)
    const forgotten = await shop.startOther({ config: { authSecret: next } })
    expect((await copyOf(visitor, forgotten.app).call('read')).json()).toEqual(signedOut)
    const later = visitors.stranger(changed.app)
    await later.signIn()
    expect([await copyOf(later).isSignedIn(), await copyOf(later, forgotten.app).isSignedIn()]).toEqual([false, true])
  })
})
