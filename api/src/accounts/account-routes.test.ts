import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildApi } from '../app'
import type { Database } from '../database/database'
import { DatabaseUnavailable } from '../database/database-error'
import { throttles } from '../database/schema'
import { silentLog } from '../testing/silent-log'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { registerAccounts } from './account-routes'
import { type AccountServices, openDesk } from './account-services'
import { accounts } from './account-tables'
import { createPasswords } from './passwords'
import { createSignedTokens } from './signed-tokens'

jest.setTimeout(60_000)

const tokens = createSignedTokens(['a secret of at least thirty-two letters'])
const ada = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com', password: 'correct horse' }
const noLimits = {
  signInsPerAccountAndMinute: 1_000,
  signInsPerAddressAndMinute: 1_000,
  registrationsPerAddressAndHour: 1_000,
  callsPerAddressAndMinute: 1_000,
  mailsPerAddressAndHour: 1_000,
}
const passwords = createPasswords()

let database: Database
const apps: FastifyInstance[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await clearDatabase(database)
})
afterAll(() => database.close())

/** The frame of the real API with the account calls. */
async function start(services: Partial<AccountServices> = {}) {
  const app = Fastify()
  apps.push(app)
  const desk = openDesk({
    database,
    tokens,
    publicUrl: 'https://shop.example',
    mail: { isMailed: true, mailDomain: 'shop.example' },
    limits: noLimits,
    log: silentLog,
    passwords,
    erase: async () => ({ ok: true }),
    ...services,
  })
  await app.register(
    async (api) => {
      await buildApi()(api, {})
      await api.register(async (routes) => registerAccounts(routes, desk), { prefix: '/auth' })
    },
    { prefix: '/api' },
  )
  const call =
    (path: string) =>
    (payload: object, remoteAddress = '127.0.0.1') =>
      app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, remoteAddress })
  return { register: call('register'), login: call('login') }
}

const stored = () => database.queries().select().from(accounts)

describe('registration', () => {
  it('R117: answers with a token and the user, and keeps a hash instead of the password', async () => {
    const { register } = await start()
    const reply = await register({ ...ada, firstName: ' Ada ' })
    expect(reply.statusCode).toBe(200)
    const { token, user } = reply.json()
    expect(user).toEqual({ id: expect.any(String), firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' })
    expect(await tokens.verify('session', token)).toMatchObject({ name: expect.any(String) })
    const [row] = await stored()
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain(ada.password)
  })

  it.each([
    ['7 characters', 'abcdefg', 422],
    ['8 characters', 'abcdefgh', 200],
    ['128 characters', 'x'.repeat(128), 200],
    ['129 characters', 'x'.repeat(129), 422],
    ['8 pictures of two code units each', '🦺'.repeat(8), 200],
    ['4 pictures of two code units each', '🦺'.repeat(4), 422],
  ])('D-30: answers a password of %s with its rule', async (_name, password, status) => {
    const { register } = await start()
    const reply = await register({ ...ada, password })
    expect(reply.statusCode).toBe(status)
    if (status !== 422) return
    const message = 'Your password must have 8 to 128 characters.'
    expect(reply.json()).toEqual({ success: false, code: 'weak_password', message })
    expect(await stored()).toEqual([])
  })

  it.each(['12345678', 'Password1', 'iloveyou1', 'SAFETY-training-2026', 'CITB Safety!', 'SafetyTrainingPartners'])(
    'R214: refuses %s, which is tried first',
    async (password) => {
      const { register } = await start()
      const reply = await register({ ...ada, password })
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'weak_password'])
      expect(reply.json().message).toMatch(/one of the first that anybody would try/)
      expect(await stored()).toEqual([])
    },
  )

  it('R117: refuses an address that has an account, however it is written', async () => {
    const { register } = await start()
    await register(ada)
    const reply = await register({ ...ada, email: 'ADA@Example.com', password: 'another one' })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ success: false, code: 'account_exists' })
    expect(await stored()).toHaveLength(1)
  })

  it('makes one account of ten registrations at the same moment', async () => {
    const { register } = await start()
    const replies = await Promise.all(Array.from({ length: 10 }, () => register(ada)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
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
    const { register } = await start()
    const reply = await register({ ...ada, ...bad })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({ success: false, code: 'validation', message: expect.any(String) })
    expect(await stored()).toEqual([])
  })

  it('R160: names the field that is only white space', async () => {
    const { register } = await start()
    expect((await register({ ...ada, lastName: '  ' })).json().message).toBe('Please fill in the Last Name field')
  })
})

describe('sign-in', () => {
  it('R116: answers with a token and the user for any spelling of the address', async () => {
    const { register, login } = await start()
    const { user } = (await register({ ...ada, email: 'Ada@Example.COM' })).json()
    const reply = await login({ email: 'ada@EXAMPLE.com', password: ada.password })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ token: expect.any(String), user })
    expect(await tokens.verify('session', reply.json().token)).toMatchObject({ name: expect.any(String) })
  })

  it('R116: takes a password for the same when a keyboard spells its letters in another way', async () => {
    const { register, login } = await start()
    await register({ ...ada, password: 'Gate\u0301auGateau' })
    const reply = await login({ email: ada.email, password: 'Gat\u00e9auGateau' })
    expect(reply.statusCode).toBe(200)
  })

  it('R118: gives one answer for a wrong password and for no account', async () => {
    const { register, login } = await start()
    await register(ada)
    const wrong = await login({ email: ada.email, password: 'wrong horse' })
    const unknown = await login({ email: 'nobody@example.com', password: ada.password })
    expect(wrong.statusCode).toBe(401)
    expect(unknown.statusCode).toBe(401)
    expect(unknown.body).toBe(wrong.body)
    expect(wrong.json()).toEqual({
      success: false,
      code: 'wrong_credentials',
      message: 'The email address or password is not correct.',
    })
  })

  it('is not fooled by what looks like a query', async () => {
    const { register, login } = await start()
    await register(ada)
    const reply = await login({ email: "x'or'1'='1@example.com", password: "' or 1=1 --" })
    expect(reply.statusCode).toBe(401)
  })

  it('answers 503 while the database is away and 503 when too many are waiting', async () => {
    const away: Database = {
      ...database,
      queries: () => {
        throw new DatabaseUnavailable('away')
      },
    }
    const reply = await (await start({ database: away })).login({ email: ada.email, password: ada.password })
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBeDefined()

    const { login } = await start({ passwords: createPasswords({ running: 1, waiting: 2 }) })
    const flood = Array.from({ length: 30 }, (_, index) => login({ email: `${index}@example.com`, password: 'x' }))
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([401, 503]))
  })
})

describe('throttles', () => {
  it('locks an account for the address that guesses, over all servers, and for nobody else', async () => {
    // Five wrong guesses from anywhere kept the account's owner out.
    const limits = { ...noLimits, signInsPerAccountAndMinute: 5 }
    const servers = [await start({ limits }), await start({ limits })]
    const statuses: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const email = attempt % 2 ? 'ada@example.com' : 'ADA@example.com'
      const reply = await servers[attempt % 2]?.login({ email, password: 'guess' }, '10.0.0.1')
      statuses.push(reply?.statusCode ?? 0)
      if (attempt < 5) continue
      expect(reply?.json()).toMatchObject({ success: false, code: 'throttled' })
      expect(Number(reply?.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(reply?.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const other = await servers[0]?.login({ email: 'other@example.com', password: 'guess' }, '10.0.0.1')
    expect(other?.statusCode).toBe(401)
    const elsewhere = await servers[1]?.login({ email: 'ada@example.com', password: 'guess' }, '10.0.0.2')
    expect(elsewhere?.statusCode).toBe(401)
  })

  it('allows an address 3 sign-ins when that is the limit, and one IPv6 network is one address', async () => {
    const { login } = await start({ limits: { ...noLimits, signInsPerAddressAndMinute: 3 } })
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:5::3', '2001:db8::4', '2001:db8:1::1']
    const statuses: number[] = []
    for (const [index, address] of addresses.entries()) {
      statuses.push((await login({ email: `${index}@example.com`, password: 'x' }, address)).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 401])
  })

  it('allows an address 5 registrations an hour, and does not count what was refused for its form', async () => {
    const { register } = await start({ limits: { ...noLimits, registrationsPerAddressAndHour: 5 } })
    await register({ ...ada, password: 'short' })
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const reply = await register({ ...ada, email: `${index}@example.com` })
      statuses.push(reply.statusCode)
      if (index === 5) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3_000)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('begins anew when the window has ended, and keeps no address in the table', async () => {
    const limits = { ...noLimits, signInsPerAccountAndMinute: 1 }
    const { login } = await start({ limits })
    const guess = { email: ada.email, password: 'guess' }
    await login(guess)
    const rows = await database.queries().select().from(throttles)
    expect(JSON.stringify(rows)).not.toMatch(/ada|127\.0/)
    await database.queries().execute(sql`update throttles set ends_at = now() - interval '1 second'`)
    expect((await login(guess)).statusCode).toBe(401)
    expect((await login(guess)).statusCode).toBe(429)
  })
})
