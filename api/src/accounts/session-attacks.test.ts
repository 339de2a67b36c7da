import { sql } from 'drizzle-orm'
import type { Database } from '../database/database'
import { ada, authSecret, createVisitor, password, unlimited } from '../testing/account-visitor'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { createSignedTokens } from './signed-tokens'

jest.setTimeout(60_000)

const next = `${authSecret} of tomorrow`

let database: Database
let test: TestApi
const others: TestApi[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database, { config: unlimited })
})
afterEach(async () => {
  await Promise.all(others.splice(0).map((one) => one.close()))
  await clearDatabase(database)
  test.logs.length = 0
})
afterAll(async () => {
  await test?.close()
  await database?.close()
})

async function startOther(config: Parameters<typeof createTestApi>[1]): Promise<TestApi> {
  const other = await createTestApi(database, config)
  others.push(other)
  return other
}

async function signedIn(api = test) {
  const visitor = createVisitor(api.app)
  await visitor.register()
  return visitor
}
const anotherPlace = async (api = test) => {
  const visitor = createVisitor(api.app)
  await visitor.signIn()
  return visitor
}

const signedOut = { success: false, code: 'signed_out', message: 'You are signed out. Please sign in again.' }
const change = (statement: string) => database.queries().execute(sql.raw(statement))
const count = async () => (await change('select * from sessions')) as unknown as { rows: Record<string, unknown>[] }

describe('R193: a session', () => {
  it('opens the account with token and cookie together', async () => {
    const visitor = await signedIn()
    const reply = await visitor.call('read')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ user: { email: ada.email }, isEmailConfirmed: false, change: null })
    expect(reply.json().sessions).toEqual([{ since: expect.any(String), lastSeen: expect.any(String), isThis: true }])
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['the token without the cookie', { cookie: '' }],
    ['the cookie without the token', { authorization: '' }],
    ['the token in the place of the cookie', 'token-as-cookie'],
    ['the cookie in the place of the token', 'cookie-as-token'],
    ['a token of the form before', { authorization: 'Bearer s1.eyJzdWIiOiJ4In0.c2ln' }],
    ['an unsigned token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.' }],
  ])('R193: is not opened by %s', async (_what, way) => {
    const visitor = await signedIn()
    const [name = '', value = ''] = visitor.kept.cookie?.split('=') ?? []
    const swapped = {
      'token-as-cookie': { cookie: `${name}=${visitor.kept.token}` },
      'cookie-as-token': { authorization: `Bearer ${value}` },
    }
    const headers = typeof way === 'string' ? swapped[way as keyof typeof swapped] : way
    const reply = await visitor.call('read', {}, headers)
    expect([reply.statusCode, reply.json()]).toEqual([401, signedOut])
  })

  it("R193: is not opened by one person's token with another's cookie", async () => {
    const [visitor, thief] = [await signedIn(), createVisitor(test.app)]
    await thief.register({ ...ada, email: 'eve@example.com' })
    const reply = await thief.call('read', {}, { authorization: `Bearer ${visitor.kept.token}` })
    expect(reply.statusCode).toBe(401)
  })

  it('forged with another secret is none', async () => {
    const visitor = await signedIn()
    const own = createSignedTokens([authSecret])
    const claims = await own.verify('session', visitor.kept.token ?? '')
    if (!claims) throw new Error('The session has no name')
    const forger = createSignedTokens(['another secret of thirty-two letters'])
    const [token, value] = [await forger.sign('session', claims), await forger.sign('cookie', { ...claims, turn: 0 })]
    const forged = await visitor.call('read', {}, { authorization: `Bearer ${token}`, cookie: `session=${value}` })
    expect(forged.statusCode).toBe(401)
    // The same, signed with the right one, is the session: nothing else was wrong with it.
    const [good, goodValue] = [await own.sign('session', claims), await own.sign('cookie', { ...claims, turn: 0 })]
    const right = await visitor.call('read', {}, { authorization: `Bearer ${good}`, cookie: `session=${goodValue}` })
    expect(right.statusCode).toBe(200)
  })

  it('fixation: signing in never takes over a session that was there, and ends it', async () => {
    const attacker = await signedIn()
    const victim = createVisitor(test.app)
    victim.kept.cookie = attacker.kept.cookie
    await victim.register({ ...ada, email: 'bea@example.com' })
    expect(victim.kept.cookie).not.toBe(attacker.kept.cookie)
    expect((await victim.call('read')).json().user.email).toBe('bea@example.com')
    expect((await attacker.call('read')).statusCode).toBe(401)
    expect((await count()).rows).toHaveLength(1)
  })

  it('fixation: a name of the attacker’s choice is none, signed by us or not', async () => {
    const visitor = await signedIn()
    const now = Math.floor(Date.now() / 1_000)
    const claims = { name: 'chosen', issuedAt: now, expiresAt: now + 600 }
    const own = createSignedTokens([authSecret])
    const headers = {
      authorization: `Bearer ${await own.sign('session', claims)}`,
      cookie: `session=${await own.sign('cookie', { ...claims, turn: 0 })}`,
    }
    expect((await visitor.call('read', {}, headers)).statusCode).toBe(401)
  })

  it.each([
    [
      'with https',
      'https://shop.example',
      /^__Host-session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ],
    ['without', 'http://localhost:3000', /^session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/],
  ])('has a cookie for this site and no script, %s', async (_what, publicUrl, form) => {
    const other = await startOther({ config: { authSecret, publicUrl } })
    const reply = await createVisitor(other.app).register()
    expect(reply.headers['set-cookie']).toMatch(form)
  })

  it('is kept as a digest: neither the table nor the log has what opens it', async () => {
    const visitor = await signedIn()
    await visitor.call('read', {}, { cookie: 'session=nonsense' })
    const claims = await createSignedTokens([authSecret]).verify('session', visitor.kept.token ?? '')
    const kept = JSON.stringify([(await count()).rows, (await change('select * from outbox')) as object, test.logs])
    for (const secret of [visitor.kept.token, visitor.kept.cookie?.split('=')[1], claims?.name]) {
      expect(secret).toMatch(/.{20}/)
      expect(kept).not.toContain(secret)
    }
  })
})

describe('R193: the cookie of a session is followed by others', () => {
  const age = () => change("update sessions set turned_at = now() - interval '16 minutes'")

  it('every quarter of an hour, and not before', async () => {
    const visitor = await signedIn()
    const first = visitor.kept.cookie
    await visitor.call('read')
    expect(visitor.kept.cookie).toBe(first)
    await age()
    await visitor.call('read')
    expect(visitor.kept.cookie).not.toBe(first)
    expect((await visitor.call('read')).statusCode).toBe(200)
  })

  it('replay: one that was followed ends the session of both', async () => {
    const visitor = await signedIn()
    const stolen = { ...visitor.kept }
    await age()
    await visitor.call('read')
    await visitor.call('read')
    await change("update sessions set turned_at = now() - interval '1 minute'")
    const thief = createVisitor(test.app)
    Object.assign(thief.kept, stolen)
    expect((await thief.call('read')).statusCode).toBe(401)
    expect((await visitor.call('read')).statusCode).toBe(401)
    expect(test.logs.join()).toContain('its session was ended')
  })

  it('replay: the thief who is first is found out by the owner', async () => {
    const visitor = await signedIn()
    const thief = createVisitor(test.app)
    Object.assign(thief.kept, visitor.kept)
    await age()
    await thief.call('read')
    await thief.call('read')
    await change("update sessions set turned_at = now() - interval '1 minute'")
    expect((await visitor.call('read')).statusCode).toBe(401)
    expect((await thief.call('read')).statusCode).toBe(401)
  })

  it('and what was asked at the same moment is answered', async () => {
    const visitor = await signedIn()
    const before = { cookie: visitor.kept.cookie ?? '' }
    await age()
    const replies = await Promise.all([1, 2, 3].map(() => visitor.call('read', {}, before)))
    expect((await visitor.call('read')).statusCode).toBe(200)
    expect((await visitor.call('read', {}, before)).statusCode).toBe(200)
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })

  it('and a lost answer costs nobody the session', async () => {
    const visitor = await signedIn()
    const before = { cookie: visitor.kept.cookie ?? '' }
    await age()
    // The answer with the next cookie never came.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await visitor.call('read', {}, before)).statusCode).toBe(200)
    }
  })
})

describe('R193: a session ends', () => {
  it.each([
    ['when nothing was done for two hours', "last_seen_at = now() - interval '121 minutes'"],
    ['twelve hours after it began, whatever was done', "created_at = now() - interval '721 minutes'"],
  ])('%s', async (_what, assignment) => {
    const visitor = await signedIn()
    await change(`update sessions set ${assignment}`)
    expect((await visitor.call('read')).json()).toEqual(signedOut)
  })

  it('R196: by signing out here, and nowhere else', async () => {
    const [visitor, elsewhere] = [await signedIn(), await anotherPlace()]
    const stolen = { cookie: visitor.kept.cookie ?? '' }
    expect((await visitor.call('sign-out')).json()).toEqual({ success: true })
    expect(visitor.kept.cookie).toBeUndefined()
    expect((await visitor.call('read', {}, stolen)).statusCode).toBe(401)
    expect((await elsewhere.call('read')).statusCode).toBe(200)
  })

  it('R196: by signing out a second time, and not by the token or the cookie alone', async () => {
    const visitor = await signedIn()
    const { token, cookie = '' } = visitor.kept
    const alone = [{ authorization: `Bearer ${token}` }, { cookie }]
    for (const headers of alone) {
      const reply = await createVisitor(test.app).post('/api/account/sign-out', {}, headers as Record<string, string>)
      expect(reply.json()).toEqual({ success: true })
    }
    expect((await visitor.call('read')).statusCode).toBe(200)
    const headers = { authorization: `Bearer ${token}`, cookie }
    for (const _ of ['once', 'twice']) expect((await visitor.call('sign-out', {}, headers)).statusCode).toBe(200)
    expect((await visitor.call('read', {}, headers)).statusCode).toBe(401)
  })

  it('R196: by signing out everywhere', async () => {
    const [visitor, elsewhere] = [await signedIn(), await anotherPlace()]
    expect((await visitor.call('read')).json().sessions).toHaveLength(2)
    expect((await visitor.call('sign-out-everywhere')).statusCode).toBe(200)
    expect((await elsewhere.call('read')).json()).toEqual(signedOut)
    expect((await count()).rows).toEqual([])
  })

  it('R198: by a change of the password, everywhere but here, where it is another one', async () => {
    const [visitor, elsewhere] = [await signedIn(), await anotherPlace()]
    const before = { ...visitor.kept }
    const reply = await visitor.call('password', { password, newPassword: 'another good one' })
    expect(reply.json()).toMatchObject({ token: expect.any(String), user: { email: ada.email } })
    expect((await elsewhere.call('read')).statusCode).toBe(401)
    const headers = { cookie: before.cookie ?? '', authorization: `Bearer ${before.token}` }
    expect((await visitor.call('read', {}, headers)).statusCode).toBe(401)
    visitor.kept.token = reply.json().token
    expect((await visitor.call('read')).statusCode).toBe(200)
  })

  it('when there are more than twenty: the one longest unused', async () => {
    const first = await signedIn()
    await change("update sessions set last_seen_at = now() - interval '5 minutes'")
    for (let index = 0; index < 20; index += 1) await anotherPlace()
    expect((await count()).rows).toHaveLength(20)
    expect((await first.call('read')).statusCode).toBe(401)
  })
})

describe('R193: a change of AUTH_SECRET', () => {
  it('ends no session while the one before is believed, and all when it is not', async () => {
    const visitor = await signedIn()
    const changed = await startOther({ config: { authSecret: next, previousAuthSecret: authSecret } })
    const later = createVisitor(changed.app)
    Object.assign(later.kept, visitor.kept)
    expect((await later.call('read')).statusCode).toBe(200)
    const forgotten = await startOther({ config: { authSecret: next } })
    const last = createVisitor(forgotten.app)
    Object.assign(last.kept, visitor.kept)
    expect((await last.call('read')).json()).toEqual(signedOut)
  })
})

describe('R193: a page of another site', () => {
  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    [
      'cross-site with a header that only scripts send',
      { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'x' },
      403,
    ],
    ['of another name of this domain', { 'sec-fetch-site': 'same-site', 'x-requested-with': 'x' }, 403],
    ['elsewhere, in a browser that says only that', { origin: 'https://elsewhere.example' }, 403],
    ['without a name', { origin: 'null' }, 403],
    ['ours', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, 200],
    ['ours, in a browser that says only where', { origin: 'http://localhost:3000' }, 200],
    ['ours, under a name that a proxy changes', { origin: 'https://shop.example', host: 'shop.example' }, 200],
  ])('%s', async (_what, headers, status) => {
    const visitor = await signedIn()
    const reply = await visitor.call('name', { firstName: 'Eve', lastName: 'Marsh' }, headers)
    expect(reply.statusCode).toBe(status)
    expect((await visitor.call('read')).json().user.firstName).toBe(status === 200 ? 'Eve' : 'Ada')
  })

  it('cannot send a form to it', async () => {
    const visitor = await signedIn()
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/account/sign-out-everywhere',
      payload: 'a=1',
      headers: { cookie: visitor.kept.cookie ?? '', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.statusCode).toBe(415)
    expect((await visitor.call('read')).statusCode).toBe(200)
  })

  it('cannot sign a visitor in to its own account', async () => {
    await signedIn()
    const reply = await createVisitor(test.app).post(
      '/api/auth/login',
      { email: ada.email, password },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })
})
