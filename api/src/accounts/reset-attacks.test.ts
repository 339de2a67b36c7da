import { sql } from 'drizzle-orm'
import type { Database } from '../database/database'
import { ada, authSecret, createVisitor, password, readMails, readToken, unlimited } from '../testing/account-visitor'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { accountLinks, accounts } from './account-tables'
import { createSignedTokens } from './signed-tokens'

jest.setTimeout(60_000)

let database: Database
let test: TestApi
/** Holds back what is done in transactions until it is called. */
let holdBack: Promise<void> | undefined

beforeAll(async () => {
  const real = await createTestDatabase()
  database = {
    ...real,
    async transaction(work) {
      await holdBack
      return real.transaction(work)
    },
  }
  test = await createTestApi(database, { config: unlimited })
})
afterEach(async () => {
  holdBack = undefined
  await clearDatabase(database)
  test.logs.length = 0
})
afterAll(async () => {
  await test?.close()
  await database?.close()
})

const fresh = 'a password of today'
const notValid = { success: false, code: 'link_not_valid', message: expect.stringContaining('ask for a new one') }
const change = (statement: string) => database.queries().execute(sql.raw(statement))

async function signedIn() {
  const visitor = createVisitor(test.app)
  await visitor.register()
  return visitor
}

/** Asks for a link and reads it in the mailbox. */
async function askForLink(): Promise<string> {
  await createVisitor(test.app).call('request-reset', { email: ada.email })
  return readToken(test.app, 'account_reset')
}
const reset = (token: string, to = fresh) => createVisitor(test.app).call('reset', { token, password: to })
const enters = async (with_: string) =>
  (await createVisitor(test.app).signIn({ email: ada.email, password: with_ })).statusCode === 200

describe('R199: a forgotten password', () => {
  it('is replaced by a mailed link, which signs out everywhere and says so by mail', async () => {
    const visitor = await signedIn()
    const token = await askForLink()
    const reply = await reset(token)
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
    expect(await enters(fresh)).toBe(true)
    expect(await enters(password)).toBe(false)
    expect((await visitor.call('read')).statusCode).toBe(401)
    expect(await readMails(test.app, 'account_password_changed', ada.email)).toHaveLength(1)
  })

  it('gives one answer whether or not the address is known, to the byte', async () => {
    await signedIn()
    const [known, unknown] = await Promise.all(
      [ada.email, 'nobody@example.com'].map((email) => createVisitor(test.app).call('request-reset', { email })),
    )
    expect([unknown?.statusCode, unknown?.body]).toEqual([200, known?.body])
    const { date: _, 'x-request-id': __, ...headers } = known?.headers ?? {}
    expect(unknown?.headers).toMatchObject(headers)
  })

  it('answers before it looks, so that the time says nothing either', async () => {
    await signedIn()
    let goOn = () => {}
    holdBack = new Promise((resolve) => {
      goOn = resolve
    })
    const visitor = createVisitor(test.app)
    // Neither answer would come while nothing may be done.
    const replies = await Promise.all(
      [ada.email, 'nobody@example.com'].map((email) => visitor.call('request-reset', { email })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await readMails(test.app, 'account_reset', ada.email)).toEqual([])
    goOn()
    await readToken(test.app, 'account_reset')
    expect(await readMails(test.app, 'account_reset', 'nobody@example.com')).toEqual([])
  })

  it('R199: has a link that works for thirty minutes', async () => {
    await signedIn()
    await askForLink()
    const [link] = (await database.queries().select().from(accountLinks)).filter(({ purpose }) => purpose === 'reset')
    expect((link?.expiresAt.getTime() ?? 0) - (link?.createdAt.getTime() ?? 0)).toBe(30 * 60 * 1_000)
  })

  it('keeps no token: neither the tables nor the log has the one that was mailed', async () => {
    await signedIn()
    const token = await askForLink()
    await reset(`${token}x`)
    const rows = await Promise.all(['outbox', 'account_links'].map((name) => change(`select * from ${name}`)))
    expect(JSON.stringify([rows, test.logs])).not.toContain(token.split('.')[2])
  })
})

describe('R199: a link to choose a password is refused', () => {
  it.each<[string, (token: string) => Promise<string> | string]>([
    ['forged with another secret', async (token) => forge(token, 'another secret of thirty-two letters')],
    ['with another end than it had', async (token) => token.replace(/\.[^.]+\./, `.${btoa('{"exp":9999999999}')}.`)],
    ['without a signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
    ['made of a name alone', () => 'reset'],
  ])('%s', async (_what, change_) => {
    await signedIn()
    const token = await askForLink()
    const reply = await reset(await change_(token))
    expect([reply.statusCode, reply.json()]).toEqual([410, notValid])
    expect(await enters(password)).toBe(true)
    expect((await reset(token)).statusCode).toBe(200)
  })

  it('used a second time', async () => {
    await signedIn()
    const token = await askForLink()
    await reset(token)
    const again = await reset(token, 'a password of a thief')
    expect([again.statusCode, again.json()]).toEqual([410, notValid])
    expect(await enters(fresh)).toBe(true)
  })

  it('used twice at the same moment, but for once', async () => {
    await signedIn()
    const token = await askForLink()
    const replies = await Promise.all(['one of them 1', 'one of them 2', 'one of them 3'].map((it) => reset(token, it)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
  })

  it('used when its time is over, by what the server keeps', async () => {
    await signedIn()
    const token = await askForLink()
    await change("update account_links set expires_at = now() - interval '1 second'")
    expect((await reset(token)).json()).toEqual(notValid)
    expect(await enters(password)).toBe(true)
  })

  it('used when its time is over, by what it says itself', async () => {
    await signedIn()
    const own = createSignedTokens([authSecret])
    const claims = await own.verify('link', await askForLink())
    if (!claims) throw new Error('The link is none')
    const over = { ...claims, issuedAt: claims.issuedAt - 3_600, expiresAt: claims.issuedAt - 1_800 }
    expect((await reset(await own.sign('link', over))).json()).toEqual(notValid)
    expect((await reset(await own.sign('link', claims))).statusCode).toBe(200)
  })

  it('when it is one that confirms an address', async () => {
    await signedIn()
    expect((await reset(await readToken(test.app, 'account_confirm'))).json()).toEqual(notValid)
  })

  it('when it is the token of a session', async () => {
    const visitor = await signedIn()
    expect((await reset(visitor.kept.token ?? '')).json()).toEqual(notValid)
  })

  it('when the password was changed meanwhile', async () => {
    const visitor = await signedIn()
    const token = await askForLink()
    await visitor.call('password', { password, newPassword: fresh })
    expect((await reset(token, 'a password of a thief')).json()).toEqual(notValid)
  })

  it('with a password that is too short, and works after that', async () => {
    await signedIn()
    const token = await askForLink()
    expect((await reset(token, 'short')).json()).toMatchObject({ code: 'weak_password' })
    expect((await reset(token)).statusCode).toBe(200)
  })
})

describe('R199: asking for links', () => {
  it('fills nobody’s mailbox: five work at once', async () => {
    await signedIn()
    for (let index = 0; index < 8; index += 1) {
      await createVisitor(test.app).call('request-reset', { email: ada.email })
      await askUntilQuiet()
    }
    expect(await readMails(test.app, 'account_reset', ada.email)).toHaveLength(5)
  })

  it('is limited for who asks, and for nobody else', async () => {
    const { access } = unlimited
    const limits = { ...access.accountLimits, mailsPerAddressAndHour: 2 }
    const limited = await createTestApi(database, { config: { access: { ...access, accountLimits: limits } } })
    const ask = (email: string, remoteAddress: string) =>
      limited.app.inject({ method: 'POST', url: '/api/account/request-reset', payload: { email }, remoteAddress })
    const statuses: number[] = []
    for (const email of ['a@example.com', 'a@example.com', 'b@example.com']) {
      statuses.push((await ask(email, '10.0.0.1')).statusCode)
    }
    expect(statuses).toEqual([200, 200, 429])
    expect((await ask('a@example.com', '10.0.0.2')).statusCode).toBe(200)
    await limited.close()
  })

  it('says that nothing is sent where the shop sends no mail', async () => {
    const silent = await createTestApi(database, { config: { ...unlimited, isMailOff: true } })
    const reply = await createVisitor(silent.app).call('request-reset', { email: ada.email })
    expect([reply.statusCode, reply.json().message]).toEqual([503, expect.stringContaining('We send no emails')])
    await silent.close()
  })
})

/** What is done after an answer is over when the next transaction is. */
async function askUntilQuiet(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20))
  await database.transaction((queries) => queries.select().from(accounts).for('update'))
}

async function forge(token: string, secret: string): Promise<string> {
  const claims = await createSignedTokens([authSecret]).verify('link', token)
  if (!claims) throw new Error('The link is none')
  return createSignedTokens([secret]).sign('link', claims)
}
