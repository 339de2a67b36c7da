import * as argon2 from '@node-rs/argon2'
import { setCompany } from '@site/shared/company'
import { ada, authSecret, password, unlimited } from '../testing/account-visitor'
import { setUpShop } from '../testing/set-up-shop'
import { createPasswords, requireGoodPassword } from './passwords'
import { createSignedTokens } from './signed-tokens'

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual('@node-rs/argon2')
  return { ...real, verify: jest.fn(real.verify) }
})

const shop = setUpShop({ config: unlimited })
const { change, visitors } = shop
const tokens = createSignedTokens([authSecret])

const call =
  (path: string) =>
  (payload: object, remoteAddress = '127.0.0.1', { app }: Pick<typeof shop, 'app'> = shop) =>
    app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, remoteAddress })
const [register, login] = [call('register'), call('login')]
const stored = () => change('select * from accounts')

const { access } = unlimited
const startLimited = (limits: Partial<(typeof access)['accountLimits']>) =>
  shop.startOther({
    config: { authSecret, access: { ...access, accountLimits: { ...access.accountLimits, ...limits } } },
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

  // Repeats, runs, spaces and the company's own words were taken: 'aaaaaaaa', '0123456789', 'training1'.
  it('D-30, R214: takes a password of 8 to 128 characters that is not easily guessed', async () => {
    for (const good of ['hjk7 vbn', 'fire, water, wind, sand '.repeat(5), 'Marsh 1234', '🦺👷🚧🔥🧯⛑🚒🦺']) {
      const reply = await register({ ...ada, email: `${good.length}@example.com`, password: good })
      expect([good, reply.statusCode]).toEqual([good, 200])
    }
    const refused = Object.entries({
      'must have 8 to 128 characters': ['abcdefg', 'x'.repeat(129), '🦺'.repeat(4)],
      'is one of the first that anybody would try': ['Password1', 'iloveyou1', 'Summer2026', 'P@ssw0rd!', 'London-26'],
      'repeats a few characters or follows their order':
        'aaaaaaaa|        |12341234|0123456789|abcd4321|asdfghjkl1|marsh!marsh!'.split('|'),
      'is made of words of this website': ['SAFETY-training-2026', 'CITB Safety!', 'training1', 'Tra1n1ngPartners'],
    }).flatMap(([why, those]) => those.map((text) => [text, expect.stringContaining(why)]))
    for (const [bad, message] of refused) {
      const reply = await register({ ...ada, password: bad })
      const answer = { success: false, code: 'weak_password', message }
      expect([bad, reply.statusCode, reply.json()]).toEqual([bad, 422, answer])
    }
    expect(await stored()).toHaveLength(4)
  })

  // One registration froze the process for hours when the company's name shared a word with the list.
  it('R214: answers at once when one of its words is made of others', async () => {
    setCompany({ name: 'First Aid Aidaid Ltd' })
    const before = process.cpuUsage()
    await requireGoodPassword(`first${'aid'.repeat(40)}x`)
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
    setCompany({})
  })

  it('R117: makes one account of an address, however it is written and at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => register(ada)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, ...Array(4).fill(409)])
    const reply = await register({ ...ada, email: 'ADA@Example.com', password: 'another one' })
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { success: false, code: 'account_exists' }])
    expect(await stored()).toHaveLength(1)
  })

  it('R160: refuses fields of a wrong form, names one of only white space, and keeps nothing', async () => {
    const refused: [object, unknown?][] = [
      [{ role: 'admin' }],
      [{ firstName: 'Ada\r\nBcc: x@example.com' }],
      [{ email: 'ada@example.com\nx' }],
      [{ email: 'a\u0000da@example.com' }],
      [{ lastName: 7 }],
      [{ email: `${'a'.repeat(243)}@example.com` }],
      [{ password: 'x'.repeat(2_048) }],
      [{ firstName: ' \u00a0 ' }],
      [{ lastName: '  ' }, 'Please fill in the Last Name field'],
    ]
    // Strangers' words were mailed as a name, and `erase` missed orders whose address had a name or a last dot.
    for (const email of ['ada@example.com.', 'foo<ada@example.com>', 'ada@.example.com', '"ada"@example.com'])
      refused.push([{ email }, 'Please enter a valid email address'])
    for (const firstName of 'Won! https://a/|www.evil|evil.example|evil\uff0eexample|a@b|A\u2028b'.split('|'))
      refused.push([{ firstName }, expect.stringMatching(/^Please enter a name of one line without a web address/)])
    for (const [bad, message = expect.any(String)] of refused) {
      const reply = await register({ ...ada, ...bad })
      expect([bad, reply.statusCode, reply.json()]).toEqual([bad, 400, { success: false, code: 'validation', message }])
    }
    expect(await stored()).toEqual([])
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

  it('answers 503 while the database is away, and while too many passwords wait to be hashed', async () => {
    shop.troubles.isAway = true
    const reply = await login({ email: ada.email, password })
    shop.troubles.isAway = false
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, expect.anything()])
    const flooded = createPasswords({ running: 1, waiting: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => flooded.matches('x', undefined)))
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refusals).toHaveLength(6)
    for (const { refusal } of refusals) expect(refusal).toMatchObject({ status: 503, retryAfterSeconds: 5 })
    expect(await flooded.matches('x', undefined)).toBe(false)
  })
})

describe('throttles', () => {
  const statusesOf = async (count: number, attempt: (index: number) => ReturnType<typeof login>) => {
    const replies: Awaited<ReturnType<typeof login>>[] = []
    for (let index = 0; index < count; index += 1) replies.push(await attempt(index))
    return { replies, statuses: replies.map(({ statusCode }) => statusCode) }
  }
  const wait = ({ headers }: Awaited<ReturnType<typeof login>>) => Number(headers['retry-after'])

  it('lock an account for the address that guesses, over all servers, and for no other', async () => {
    const replyToOwner = await register(ada)
    const limit = { signInsPerAccountAndMinute: 5 }
    const servers = [await startLimited(limit), await startLimited(limit)]
    const { replies, statuses } = await statusesOf(8, (index) => {
      const email = index % 2 ? 'ada@example.com' : 'ADA@example.com'
      return login({ email, password: 'guess' }, '10.0.0.1', servers[index % 2])
    })
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    for (const reply of replies.slice(5)) {
      expect(reply.json()).toMatchObject({ success: false, code: 'throttled' })
      expect(wait(reply)).toBeGreaterThan(0)
      expect(wait(reply)).toBeLessThanOrEqual(60)
    }
    // A colleague behind the office's address locked the owner out of the browser that they always use.
    const known = [replyToOwner.headers['set-cookie']].flat().find((text) => text?.startsWith('known='))
    const own = { method: 'POST' as const, url: '/api/auth/login', headers: { cookie: `${known}` } }
    const signIn = (payload: object) => servers[0]?.app.inject({ ...own, payload, remoteAddress: '10.0.0.1' })
    expect((await signIn({ email: ada.email, password }))?.statusCode).toBe(200)
    expect((await signIn({ email: 'eve@example.com', password }))?.statusCode).toBe(401)
    const other = await login({ email: 'other@example.com', password: 'guess' }, '10.0.0.1', servers[0])
    const elsewhere = await login({ email: 'ada@example.com', password: 'guess' }, '10.0.0.2', servers[1])
    expect([other.statusCode, elsewhere.statusCode]).toEqual([401, 401])
    const mapped = await login({ email: 'ada@example.com', password: 'guess' }, '::ffff:10.0.0.1', servers[0])
    expect(mapped.statusCode).toBe(429)
    expect(JSON.stringify(await change('select * from throttles'))).not.toMatch(/ada|10\.0\.0/)
    // A new server remembers no key itself, so this is the end of the window.
    await change('update throttles set ends_at = now()')
    const later = await login({ email: 'ada@example.com', password: 'guess' }, '10.0.0.1', await startLimited(limit))
    expect(later.statusCode).toBe(401)
  })

  it('keep a colleague’s guesses at one account from using up the sign-ins that an office shares', async () => {
    const server = await startLimited({ signInsPerAccountAndMinute: 2, signInsPerAddressAndMinute: 3 })
    const emails = ['ada', 'ada', 'ada', 'ada', 'bob', 'cy'].map((name) => `${name}@example.com`)
    const { statuses } = await statusesOf(emails.length, (index) =>
      login({ email: `${emails[index]}`, password: 'x' }, '10.0.0.1', server),
    )
    expect(statuses).toEqual([401, 401, 429, 429, 401, 429])
  })

  it('allow an address 3 sign-ins when that is the limit, and one IPv6 network is one address', async () => {
    const server = await startLimited({ signInsPerAddressAndMinute: 3 })
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:5::3', '2001:db8::4', '2001:db8:1::1']
    const { statuses } = await statusesOf(addresses.length, (index) =>
      login({ email: `${index}@example.com`, password: 'x' }, addresses[index], server),
    )
    expect(statuses).toEqual([401, 401, 401, 429, 401])
  })

  it('allow an address 5 registrations an hour, and do not count what was refused for its form', async () => {
    const server = await startLimited({ registrationsPerAddressAndHour: 5 })
    await register({ ...ada, password: 'short' }, undefined, server)
    const { replies, statuses } = await statusesOf(6, (index) =>
      register({ ...ada, email: `${index}@example.com` }, undefined, server),
    )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (const reply of replies.slice(5)) expect(wait(reply)).toBeGreaterThan(3_000)
  })
})

describe('R193: a page of another site', () => {
  const cross = { 'sec-fetch-site': 'cross-site' }
  it('changes nothing, by what browsers say of it', async () => {
    const visitor = await visitors.signedIn()
    const pages: [number, Record<string, string>][] = [
      [403, cross],
      [403, { ...cross, 'x-requested-with': 'x' }],
      [403, { 'sec-fetch-site': 'same-site', 'x-requested-with': 'x' }],
      [403, { origin: 'https://elsewhere.example' }],
      [403, { origin: 'null' }],
      [403, { origin: 'https://shop.example.', host: 'shop.example' }],
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
    const visitor = await visitors.signedIn()
    const form = await shop.app.inject({
      method: 'POST',
      url: '/api/account/sign-out-everywhere',
      payload: 'a=1',
      headers: { cookie: visitor.kept.cookie ?? '', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.statusCode).toBe(415)
    expect(await visitor.isSignedIn()).toBe(true)
    const reply = await visitors.stranger().post('/api/auth/login', { email: ada.email, password }, cross)
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })
})
