import { ada, authSecret, createVisitor, password, readMails, readToken, unlimited } from '../testing/account-visitor'
import { useShop } from '../testing/use-shop'
import { createSignedTokens } from './signed-tokens'

jest.setTimeout(60_000)

let holdBack: Promise<void> | undefined
const shop = useShop({ config: unlimited }, (database) => ({
  ...database,
  async transaction(work) {
    await holdBack
    return database.transaction(work)
  },
}))
const { change } = shop
afterEach(() => {
  holdBack = undefined
})

const fresh = 'a password of today'
const notValid = { success: false, code: 'link_not_valid', message: expect.stringContaining('ask for a new one') }
const own = createSignedTokens([authSecret])
const mailsOf = (kind: string, email = ada.email) => readMails(shop.test.app, kind, email)

async function askForLink(): Promise<string> {
  await createVisitor(shop.test.app).call('request-reset', { email: ada.email })
  return readToken(shop.test.app, 'account_reset')
}
const reset = (token: string, to = fresh) => createVisitor(shop.test.app).call('reset', { token, password: to })
const enters = async (attempt: string) =>
  (await createVisitor(shop.test.app).signIn({ email: ada.email, password: attempt })).statusCode === 200

describe('R199: a forgotten password', () => {
  it('is replaced by a mailed link of thirty minutes, once, which signs out everywhere and says so by mail', async () => {
    const visitor = await shop.visitors.signedIn()
    const token = await askForLink()
    const [link] = await change(
      "select expires_at - created_at = '30 minutes' as right from account_links where purpose = 'reset'",
    )
    expect(link).toEqual({ right: true })
    expect((await reset(token, 'short')).json()).toMatchObject({ code: 'weak_password' })
    const reply = await reset(token)
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
    expect([await enters(fresh), await enters(password)]).toEqual([true, false])
    expect((await visitor.call('read')).statusCode).toBe(401)
    expect(await mailsOf('account_password_changed')).toHaveLength(1)
    const again = await reset(token, 'a password of a thief')
    expect([again.statusCode, again.json()]).toEqual([410, notValid])
    expect(await enters(fresh)).toBe(true)
  })

  it('gives one answer whether or not the address is known, to the byte, before it looks', async () => {
    await shop.visitors.signedIn()
    let goOn = () => {}
    holdBack = new Promise((resolve) => {
      goOn = resolve
    })
    const [known, unknown] = await Promise.all(
      [ada.email, 'nobody@example.com'].map((email) => createVisitor(shop.test.app).call('request-reset', { email })),
    )
    expect([unknown?.statusCode, unknown?.body]).toEqual([200, known?.body])
    const { date: _, 'x-request-id': __, ...headers } = known?.headers ?? {}
    expect(unknown?.headers).toMatchObject(headers)
    expect(await mailsOf('account_reset')).toEqual([])
    goOn()
    await readToken(shop.test.app, 'account_reset')
    expect(await mailsOf('account_reset', 'nobody@example.com')).toEqual([])
  })

  it('keeps no token: neither the tables nor the log has the one that was mailed', async () => {
    await shop.visitors.signedIn()
    const token = await askForLink()
    await reset(`${token}x`)
    const rows = [await change('select * from outbox'), await change('select * from account_links')]
    expect(JSON.stringify([rows, shop.test.logs])).not.toContain(token.split('.')[2])
  })
})

describe('R199: a link to choose a password is refused', () => {
  it('forged, over, or of another kind', async () => {
    const visitor = await shop.visitors.signedIn()
    const token = await askForLink()
    const claims = await own.verify('link', token)
    if (!claims) throw new Error('The link is none')
    const over = { ...claims, issuedAt: claims.issuedAt - 3_600, expiresAt: claims.issuedAt - 1_800 }
    const attempts: [string, string][] = [
      ['another secret', await createSignedTokens(['another secret of thirty-two letters']).sign('link', claims)],
      ['another end', token.replace(/\.[^.]+\./, `.${btoa('{"exp":9999999999}')}.`)],
      ['no signature', `${token.split('.').slice(0, 2).join('.')}.`],
      ['a name alone', 'reset'],
      ['over by its own words', await own.sign('link', over)],
      ['one that confirms an address', await readToken(shop.test.app, 'account_confirm')],
      ['the token of a session', visitor.kept.token ?? ''],
    ]
    for (const [what, text] of attempts) {
      const reply = await reset(text)
      expect([what, reply.statusCode, reply.json()]).toEqual([what, 410, notValid])
    }
    expect(await enters(password)).toBe(true)
    expect((await reset(await own.sign('link', claims))).statusCode).toBe(200)
  })

  it('used twice at the same moment, but for once', async () => {
    await shop.visitors.signedIn()
    const token = await askForLink()
    const replies = await Promise.all(['one of them 1', 'one of them 2', 'one of them 3'].map((it) => reset(token, it)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
  })

  it('when its time is over by what the server keeps, or the password was changed meanwhile', async () => {
    const visitor = await shop.visitors.signedIn()
    const late = await askForLink()
    await change("update account_links set expires_at = now() - interval '1 second'")
    expect((await reset(late)).json()).toEqual(notValid)
    expect(await enters(password)).toBe(true)
    await change("delete from outbox where kind = 'account_reset'")
    const token = await askForLink()
    await visitor.call('password', { password, newPassword: fresh })
    expect((await reset(token, 'a password of a thief')).json()).toEqual(notValid)
  })
})

describe('R199: asking for links', () => {
  it('fills no mailbox: five work at once', async () => {
    await shop.visitors.signedIn()
    for (let index = 0; index < 8; index += 1) {
      await createVisitor(shop.test.app).call('request-reset', { email: ada.email })
      await new Promise((resolve) => setTimeout(resolve, 20))
      await change('select * from accounts for update')
    }
    expect(await mailsOf('account_reset')).toHaveLength(5)
  })

  it('is limited for the address that asks, and for no other', async () => {
    const { access } = unlimited
    const limits = { ...access.accountLimits, mailsPerAddressAndHour: 2 }
    const { app } = await shop.startOther({ config: { access: { ...access, accountLimits: limits } } })
    const ask = async (email: string, remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: '/api/account/request-reset', payload: { email }, remoteAddress }))
        .statusCode
    const statuses: number[] = []
    for (const name of ['a', 'a', 'b']) statuses.push(await ask(`${name}@example.com`, '10.0.0.1'))
    expect(statuses).toEqual([200, 200, 429])
    expect(await ask('a@example.com', '10.0.0.2')).toBe(200)
  })

  it('says that nothing is sent where the shop sends no mail', async () => {
    const { app } = await shop.startOther({ config: { ...unlimited, isMailOff: true } })
    const reply = await createVisitor(app).call('request-reset', { email: ada.email })
    expect([reply.statusCode, reply.json().message]).toEqual([503, expect.stringContaining('We send no emails')])
  })
})
