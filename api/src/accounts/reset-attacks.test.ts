import { ada, authSecret, password, unlimited } from '../testing/account-visitor'
import { setUpShop } from '../testing/set-up-shop'
import { createSignedTokens } from './signed-tokens'

const shop = setUpShop({ config: unlimited })
const { change, visitors } = shop

const fresh = 'a password of today'
const notValid = { success: false, code: 'link_not_valid', message: expect.stringContaining('ask for a new one') }
const own = createSignedTokens([authSecret])

const ask = (email = ada.email) => visitors.stranger().call('request-reset', { email })
async function askForLink(): Promise<string> {
  await ask()
  return visitors.mailedToken('account_reset')
}
const reset = (token: string, to = fresh) => visitors.stranger().call('reset', { token, password: to })
const enters = (attempt: string) => visitors.stranger().canSignIn(ada.email, attempt)

describe('R199: a forgotten password', () => {
  it('is replaced by a mailed link of thirty minutes, once, which signs out everywhere and says so by mail', async () => {
    const visitor = await visitors.signedIn()
    const token = await askForLink()
    const life = "select expires_at - created_at = '30 minutes' as right from account_links where purpose = 'reset'"
    expect(await change(life)).toEqual([{ right: true }])
    await reset(`${token}x`)
    const kept = [await change('select * from outbox'), await change('select * from account_links'), shop.logs]
    expect(JSON.stringify(kept)).not.toContain(token.split('.')[2])
    expect((await reset(token, 'short')).json()).toMatchObject({ code: 'weak_password' })
    const reply = await reset(token)
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
    expect([await enters(fresh), await enters(password)]).toEqual([true, false])
    expect(await visitor.isSignedIn()).toBe(false)
    expect(await visitors.mails('account_password_changed')).toHaveLength(1)
    const again = await reset(token, 'a password of a thief')
    expect([again.statusCode, again.json()]).toEqual([410, notValid])
    expect(await enters(fresh)).toBe(true)
  })

  it('gives one answer whether or not the address is known, to the byte, before it looks', async () => {
    await visitors.signedIn()
    let goOn = () => {}
    shop.troubles.holdBack = new Promise((resolve) => {
      goOn = resolve
    })
    const [known, unknown] = await Promise.all([ask(), ask('nobody@example.com')])
    expect([unknown.statusCode, unknown.body]).toEqual([200, known.body])
    const { date: _, 'x-request-id': __, ...headers } = known.headers
    expect(unknown.headers).toMatchObject(headers)
    expect(await visitors.mails('account_reset')).toEqual([])
    goOn()
    await visitors.mailedToken('account_reset')
    expect(await visitors.mails('account_reset', 'nobody@example.com')).toEqual([])
  })
})

describe('R199: a link to choose a password is refused', () => {
  it('forged, over, or of another kind', async () => {
    const visitor = await visitors.signedIn()
    const token = await askForLink()
    const claims = await own.verify('link', token)
    if (!claims) throw new Error('The link is none')
    const over = { ...claims, issuedAt: claims.issuedAt - 3_600, expiresAt: claims.issuedAt - 1_800 }
    const attempts = {
      'another secret': await createSignedTokens(['another secret of thirty-two letters']).sign('link', claims),
      'another end': token.replace(/\.[^.]+\./, `.${btoa('{"exp":9999999999}')}.`),
      'no signature': `${token.split('.').slice(0, 2).join('.')}.`,
      'a name alone': 'reset',
      'over by its own words': await own.sign('link', over),
      'one that confirms an address': await visitors.mailedToken('account_confirm'),
      'the token of a session': visitor.kept.token ?? '',
    }
    for (const [what, text] of Object.entries(attempts)) {
      const reply = await reset(text)
      expect([what, reply.statusCode, reply.json()]).toEqual([what, 410, notValid])
    }
    expect(await enters(password)).toBe(true)
    expect((await reset(await own.sign('link', claims))).statusCode).toBe(200)
  })

  it('used twice at the same moment, but for once', async () => {
    await visitors.signedIn()
    const token = await askForLink()
    const replies = await Promise.all(['one of them 1', 'one of them 2', 'one of them 3'].map((it) => reset(token, it)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
  })

  it('when its time is over by what the server keeps, or the password was changed meanwhile', async () => {
    const visitor = await visitors.signedIn()
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
    await visitors.signedIn()
    for (let index = 0; index < 8; index += 1) {
      await ask()
      await new Promise((resolve) => setTimeout(resolve, 20))
      await change('select * from accounts for update')
    }
    expect(await visitors.mails('account_reset')).toHaveLength(5)
  })

  it('is limited for the address that asks, and for no other, and refused where the shop sends no mail', async () => {
    const { access } = unlimited
    const limits = { ...access.accountLimits, mailsPerAccountAndHour: 2 }
    const { app } = await shop.startOther({ config: { access: { ...access, accountLimits: limits } } })
    const askFrom = async (email: string, remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: '/api/account/request-reset', payload: { email }, remoteAddress }))
        .statusCode
    const statuses: number[] = []
    for (const name of ['a', 'a', 'b']) statuses.push(await askFrom(`${name}@example.com`, '10.0.0.1'))
    expect(statuses).toEqual([200, 200, 429])
    expect(await askFrom('a@example.com', '10.0.0.2')).toBe(200)
    // Accounts that cost nothing mailed any mailbox by a change of address.
    const changes: number[] = []
    for (const name of ['c', 'd', 'e']) {
      const visitor = visitors.stranger(app)
      await visitor.register({ ...ada, email: `${name}@example.com` })
      changes.push((await visitor.call('email', { email: 'victim@example.com', password })).statusCode)
    }
    expect(changes).toEqual([200, 200, 429])
    const silent = await shop.startOther({ config: { ...unlimited, isMailOff: true } })
    const reply = await visitors.stranger(silent.app).call('request-reset', { email: ada.email })
    expect([reply.statusCode, reply.json().message]).toEqual([503, expect.stringContaining('We send no emails')])
  })
})
