import { sql } from 'drizzle-orm'
import { outbox } from '../database/schema'
import { createKeySealer } from '../staff/seal-keys'
import { staff, staffTokens } from '../staff/staff-tables'
import { setUpShop } from '../testing/set-up-shop'
import { codeOf, cookieOf, hiddenOf, visitDesk } from '../testing/visit-desk'

const OWNER = 'owner@example.com'
/** Stays blocked in the process's memory. */
const HASTY = 'hasty@example.com'

const shop = setUpShop({ config: { staff: new Map().set(OWNER, 'owner').set(HASTY, 'viewer') } })

const { get, post, askForLink, openLink } = visitDesk(shop)

describe('who gets in', () => {
  it('no stranger: the answer is the same, and no link is sent', async () => {
    const asked = ['eve@example.com', `${OWNER}.`, `x<${OWNER}>`, `${OWNER},eve@example.com`, OWNER]
    const answers = await Promise.all(asked.map((email) => post('/desk/link', { email })))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const sent = await shop.queries().select().from(outbox)
    expect(sent.map(({ recipient, kind }) => [recipient, kind])).toEqual([[OWNER, 'staff_link']])
    for (const url of ['/desk/orders/order_1', '/desk/books', '/desk/sales.csv', '/desk/changes', '/desk/person'])
      expect((await get(url)).statusCode).toBe(401)
    expect((await get('/desk')).headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('no one with a used, expired or invented link, or with a link alone', async () => {
    const token = await askForLink(OWNER)
    expect((await get(`/desk/enter?token=${token}`)).statusCode).toBe(200)
    const answers = await Promise.all([post('/desk/enter', { token }), post('/desk/enter', { token })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403])
    const half = answers.find(({ statusCode }) => statusCode === 303)
    expect((await get('/desk/books', half && cookieOf(half))).statusCode).toBe(401)
    const late = await askForLink(OWNER)
    await shop.queries().update(staffTokens).set({ expiresAt: sql`now() - interval '1 second'` })
    for (const token of [late, 'invented']) expect((await post('/desk/enter', { token })).statusCode).toBe(403)
  })

  it('no one with a wrong or a replayed code, nor after signing out, nor with a key that no code confirmed', async () => {
    const seen = await openLink(OWNER)
    const { cookie, key, formToken } = await openLink(OWNER)
    expect(key).not.toBe(seen.key)
    const give = (code: string, half = cookie, token = formToken) =>
      post('/desk/code', { code, formToken: token }, { cookie: half })
    expect((await give(codeOf(seen.key))).statusCode).toBe(403)
    const code = codeOf(key)
    const opened = await give(code)
    expect(opened.statusCode).toBe(303)
    // The link in the mail of a sale led a signed-in owner to the sign-in page.
    expect(opened.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/)
    expect((await get('/desk/books', cookie)).statusCode).toBe(401)
    const again = await openLink(OWNER)
    // A stolen database had the second factors in clear text.
    const kept = async () => (await shop.queries().select().from(staff))[0]?.totpKey ?? ''
    expect(await kept()).not.toContain(key.slice(0, 8))
    expect(again.page.body).not.toContain('QR code')
    expect((await give(code, again.cookie, again.formToken)).body).toContain('was used already')
    expect((await give(codeOf(key, 1), again.cookie, again.formToken)).statusCode).toBe(303)
    const session = cookieOf(opened)
    const page = await get('/desk/books', session)
    await post('/desk/leave', { formToken: hiddenOf(page, 'formToken') }, { cookie: session })
    expect((await get('/desk/books', session)).statusCode).toBe(401)
    await shop.queries().update(staff).set({ totpKey: key, lastStep: 0 })
    const former = await openLink(OWNER)
    expect((await give(codeOf(key), former.cookie, former.formToken)).statusCode).toBe(303)
    expect(await kept()).toMatch(/^\./)
    const totpKey = createKeySealer(['another secret']).seal(key)
    await shop.queries().update(staff).set({ totpKey })
    const { page: lost } = await openLink(OWNER)
    expect([lost.statusCode, lost.body]).toEqual([409, expect.stringContaining('site desk reset')])
  })

  it('limits guessed codes and mailed links', async () => {
    const { cookie, formToken } = await openLink(HASTY)
    const guesses = []
    for (let guess = 0; guess < 6; guess += 1)
      guesses.push(await post('/desk/code', { code: '000000', formToken }, { cookie }))
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 429])
    const askFrom = (remoteAddress: string) =>
      shop.app.inject({
        ...{ method: 'POST', url: '/desk/link', payload: `email=${HASTY}`, remoteAddress },
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      })
    for (let link = 0; link < 5; link += 1) await askFrom('10.0.0.1')
    // A stranger kept the owner out.
    const [stranger, owner] = [await askFrom('10.0.0.1'), await askFrom('10.0.0.2')]
    expect([stranger.statusCode, owner.statusCode]).toEqual([429, 200])
  })
})
