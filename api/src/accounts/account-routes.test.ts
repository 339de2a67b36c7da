import * as argon2 from '@node-rs/argon2'
import { ApiError } from '../errors/api-error'
import { ada, authSecret, createVisitor, password, unlimited } from '../testing/account-visitor'
import { fragile } from '../testing/fragile-database'
import { useShop } from '../testing/use-shop'
import { createPasswords, limitWork } from './passwords'
import { createSignedTokens } from './signed-tokens'

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual('@node-rs/argon2')
  return { ...real, verify: jest.fn(real.verify) }
})
jest.setTimeout(60_000)

let isAway = false
const shop = useShop({ config: unlimited }, (database) =>
  fragile(database, { isAway: () => isAway, nextFailure: () => undefined }),
)
const { change } = shop
const tokens = createSignedTokens([authSecret])

const call =
  (path: string) =>
  (payload: object, remoteAddress = '127.0.0.1', { app } = shop.test) =>
    app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, remoteAddress })
const [register, login] = [call('register'), call('login')]
const stored = () => change('select * from accounts')

const startLimited = (limits: Partial<(typeof unlimited.access)['accountLimits']>) =>
  shop.startOther({
    config: { access: { ...unlimited.access, accountLimits: { ...unlimited.access.accountLimits, ...limits } } },
  })

describe('registration', () => {
  it('R117: answers with a token and the user, and keeps a hash instead of the password', async () => {
    const reply = await register({ ...ada, firstName: ' Ada ' })
    expect(reply.statusCode).toBe(200)
    const { token, user } = reply.json()
    expect(user).toEqual({ id: expect.any(String), firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' })
    expect(await tokens.verify('session', token)).toMatchObject({ name: expect.any(String) })
    await register({ ...ada, email: 'bea@example.com' })
    const [row, other] = await stored()
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(row?.password_hash).not.toBe(other?.password_hash)
    expect(JSON.stringify(row)).not.toContain(ada.password)
  })

  it.each([
    ['8 characters', 'abcdefgh'],
    ['128 characters', 'x'.repeat(128)],
    ['8 pictures of two code units each', '🦺'.repeat(8)],
  ])('D-30: takes a password of %s', async (_name, password) => {
    expect((await register({ ...ada, password })).statusCode).toBe(200)
  })

  const length = 'Your password must have 8 to 128 characters.'
  const common = expect.stringMatching(/one of the first that anybody would try/)
  it.each([
    ['D-30: 7 characters', 'abcdefg', length],
    ['D-30: 129 characters', 'x'.repeat(129), length],
    ['D-30: 4 pictures of two code units each', '🦺'.repeat(4), length],
    ...['12345678', 'Password1', 'iloveyou1'].map((text) => [`R214: ${text}`, text, common]),
    ...['SAFETY-training-2026', 'CITB Safety!', 'SafetyTrainingPartners'].map((text) => [
      `R214: ${text}`,
      text,
      common,
    ]),
  ])('refuses a password: %s', async (_name, password, message) => {
    const reply = await register({ ...ada, password })
    expect([reply.statusCode, reply.json()]).toEqual([422, { success: false, code: 'weak_password', message }])
    expect(await stored()).toEqual([])
  })

  it('R117: makes one account of an address, however it is written and at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => register(ada)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, ...Array(4).fill(409)])
    const reply = await register({ ...ada, email: 'ADA@Example.com', password: 'another one' })
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { success: false, code: 'account_exists' }])
    expect(await stored()).toHaveLength(1)
  })

  it.each([
    ['an id of its own choice', { id: 'admin' }],
    ['a role', { role: 'admin' }],
    ['a hash', { passwordHash: 'x' }],
    ['a line break in a name', { firstName: 'Ada\r\nBcc: x@example.com' }],
    ['a line break in the address', { email: 'ada@example.com\nx' }],
    ['a zero byte in the address', { email: 'a\u0000da@example.com' }],
    ['a number for a name', { lastName: 7 }],
    ['no address', { email: 'ada' }],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com` }],
    ['a password of 2 KB', { password: 'x'.repeat(2_048) }],
    ['nothing but white space for a name', { firstName: ' \u00a0 ' }],
  ])('refuses %s and keeps nothing', async (_name, bad) => {
    const reply = await register({ ...ada, ...bad })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { success: false, code: 'validation', message: expect.any(String) },
    ])
    expect(await stored()).toEqual([])
  })

  it('R160: names the field that is only white space', async () => {
    expect((await register({ ...ada, lastName: '  ' })).json().message).toBe('Please fill in the Last Name field')
  })
})

describe('sign-in', () => {
  it('R116: answers with a token and the user for any spelling of the address and the password', async () => {
    const { user } = (await register({ ...ada, email: 'Ada@Example.COM', password: 'Gate\u0301auGateau' })).json()
    const reply = await login({ email: 'ada@EXAMPLE.com', password: 'Gat\u00e9auGateau' })
    expect([reply.statusCode, reply.json()]).toEqual([200, { token: expect.any(String), user }])
    expect(await tokens.verify('session', reply.json().token)).toMatchObject({ name: expect.any(String) })
  })

  it('R118: gives one answer for a wrong password and for no account, after the same work', async () => {
    await register(ada)
    const verify = jest.mocked(argon2.verify)
    verify.mockClear()
    const wrong = await login({ email: ada.email, password: 'wrong horse' })
    const unknown = await login({ email: 'nobody@example.com', password })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(unknown.body).toBe(wrong.body)
    const message = 'The email address or password is not correct.'
    expect(wrong.json()).toEqual({ success: false, code: 'wrong_credentials', message })
    const costs = verify.mock.calls.map(([against]) => /\$(m=.+?)\$/.exec(String(against))?.[1])
    expect(costs).toEqual(['m=19456,t=2,p=1', 'm=19456,t=2,p=1'])
    expect((await login({ email: "x'or'1'='1@example.com", password: "' or 1=1 --" })).statusCode).toBe(401)
  })

  it('answers 503 while the database is away', async () => {
    isAway = true
    const reply = await login({ email: ada.email, password })
    isAway = false
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, expect.anything()])
  })

  it('hashes so many passwords at once, lets so many wait, and refuses the rest with 503', async () => {
    const inTurn = limitWork({ running: 4, waiting: 6 })
    const endings: (() => void)[] = []
    const all = Promise.allSettled(
      Array.from({ length: 20 }, () => inTurn(() => new Promise<void>((resolve) => endings.push(resolve)))),
    )
    for (let left = 10; left > 0; await new Promise((resolve) => setImmediate(resolve))) {
      expect(endings.length).toBeLessThanOrEqual(4)
      left -= endings.length
      for (const end of endings.splice(0)) end()
    }
    const refused = (await all).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(10)
    for (const error of refused) {
      expect(error).toBeInstanceOf(ApiError)
      expect(error.refusal).toMatchObject({ status: 503, retryAfterSeconds: 5 })
    }
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(inTurn(async () => 'done')).resolves.toBe('done')
    const flooded = createPasswords({ running: 1, waiting: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => flooded.matches('x', undefined)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
})

describe('throttles', () => {
  it('lock an account for the address that guesses, over all servers, and for no other', async () => {
    const servers = [
      await startLimited({ signInsPerAccountAndMinute: 5 }),
      await startLimited({ signInsPerAccountAndMinute: 5 }),
    ]
    const statuses: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const email = attempt % 2 ? 'ada@example.com' : 'ADA@example.com'
      const reply = await login({ email, password: 'guess' }, '10.0.0.1', servers[attempt % 2])
      statuses.push(reply.statusCode)
      if (attempt < 5) continue
      expect(reply.json()).toMatchObject({ success: false, code: 'throttled' })
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const other = await login({ email: 'other@example.com', password: 'guess' }, '10.0.0.1', servers[0])
    const elsewhere = await login({ email: 'ada@example.com', password: 'guess' }, '10.0.0.2', servers[1])
    expect([other.statusCode, elsewhere.statusCode]).toEqual([401, 401])
    expect(JSON.stringify(await change('select * from throttles'))).not.toMatch(/ada|10\.0/)
  })

  it('allow an address 3 sign-ins when that is the limit, and one IPv6 network is one address', async () => {
    const server = await startLimited({ signInsPerAddressAndMinute: 3 })
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:5::3', '2001:db8::4', '2001:db8:1::1']
    const statuses: number[] = []
    for (const [index, address] of addresses.entries()) {
      statuses.push((await login({ email: `${index}@example.com`, password: 'x' }, address, server)).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 401])
  })

  it('allow an address 5 registrations an hour, and do not count what was refused for its form', async () => {
    const server = await startLimited({ registrationsPerAddressAndHour: 5 })
    await register({ ...ada, password: 'short' }, undefined, server)
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const reply = await register({ ...ada, email: `${index}@example.com` }, undefined, server)
      statuses.push(reply.statusCode)
      if (index === 5) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3_000)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('R193: a page of another site', () => {
  const cross = { 'sec-fetch-site': 'cross-site' }
  it('changes nothing, by what browsers say of it', async () => {
    const visitor = await shop.visitors.signedIn()
    const pages: [number, Record<string, string>][] = [
      [403, cross],
      [403, { ...cross, 'x-requested-with': 'x' }],
      [403, { 'sec-fetch-site': 'same-site', 'x-requested-with': 'x' }],
      [403, { origin: 'https://elsewhere.example' }],
      [403, { origin: 'null' }],
      [200, { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }],
      [200, { origin: 'http://localhost:3000' }],
      [200, { origin: 'https://shop.example', host: 'shop.example' }],
    ]
    for (const [index, [status, headers]] of pages.entries()) {
      const reply = await visitor.call('name', { firstName: `Eve ${index}`, lastName: 'Marsh' }, headers)
      expect([headers, reply.statusCode]).toEqual([headers, status])
      const { firstName } = (await visitor.call('read')).json().user
      expect(firstName === `Eve ${index}`).toBe(status === 200)
    }
  })

  it('cannot send a form to it, or sign a visitor in to its own account', async () => {
    const visitor = await shop.visitors.signedIn()
    const form = await shop.test.app.inject({
      method: 'POST',
      url: '/api/account/sign-out-everywhere',
      payload: 'a=1',
      headers: { cookie: visitor.kept.cookie ?? '', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.statusCode).toBe(415)
    expect((await visitor.call('read')).statusCode).toBe(200)
    const reply = await createVisitor(shop.test.app).post('/api/auth/login', { email: ada.email, password }, cross)
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })
})
