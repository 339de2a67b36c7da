import { eq } from 'drizzle-orm'
import { orders } from '../database/schema'
import { ada, eve, password, unlimited } from '../testing/account-visitor'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'

const shop = setUpShop({ config: unlimited })
const { change, visitors } = shop
const { follow, mails } = visitors

const newAddress = 'ada@work.example'
const readOrder = async (orderId: string) =>
  (await shop.queries().select().from(orders).where(eq(orders.id, orderId)))[0]

describe('R195: an address is not confirmed', () => {
  it("by its owner for another's account: whoever registers with it gets nothing by that", async () => {
    await shop.buyer.buy()
    const thief = await visitors.signedIn({ ...ada, password: 'the word of a thief' })
    const token = await visitors.mailedToken('account_confirm')
    expect((await visitors.stranger().call('confirm', { token })).statusCode).toBe(401)
    const other = await visitors.signedIn(eve)
    expect((await other.call('confirm', { token })).json()).toMatchObject({ code: 'link_not_valid' })
    expect((await thief.call('orders')).json().orders).toEqual([])
    expect((await thief.call('confirm', { token })).statusCode).toBe(200)
  })

  it('by a link that was used, or is too old, and no more than five links work at once', async () => {
    const visitor = await visitors.signedIn()
    await follow(visitor, 'account_confirm')
    expect((await follow(visitor, 'account_confirm')).statusCode).toBe(410)
    const late = await visitors.signedIn(eve)
    await change("update account_links set expires_at = now() - interval '1 second'")
    expect((await follow(late, 'account_confirm', eve.email)).statusCode).toBe(410)
    for (let index = 0; index < 8; index += 1) await late.call('send-confirmation')
    expect(await mails('account_confirm', eve.email)).toHaveLength(1 + 5)
    expect((await follow(late, 'account_confirm', eve.email)).statusCode).toBe(200)
  })
})

// Registering as "You won £500!" mailed that, as the name and in the greeting, to whose address it was.
it('R135: no words of a stranger are mailed to an address that is not confirmed', async () => {
  const stranger = await visitors.signedIn({ ...ada, firstName: 'You won', lastName: 'big money' })
  await stranger.call('email', { email: 'claim-500@evil.example', password })
  const sent = (await mails('account_confirm')).concat(await mails('account_change_from'))
  expect(sent).toHaveLength(2)
  expect(sent.concat(await mails('account_change_to', 'claim-500@evil.example')).join()).not.toMatch(
    /You won|big money/,
  )
  expect(sent.join()).not.toContain('claim-500')
  const visitor = await visitors.confirmed(eve)
  await visitor.call('email', { email: newAddress, password })
  const [toOwner] = await mails('account_change_from', eve.email)
  expect(toOwner).toMatch(/Dear Eve Marsh,[\s\S]*ada@work\.example/)
})

it('R194: the name is changed to what is not only white space, and nothing else with it', async () => {
  const visitor = await visitors.signedIn()
  const reply = await visitor.call('name', { firstName: ' Adah ', lastName: 'Marsh-Lee' })
  expect(reply.json().user).toMatchObject({ firstName: 'Adah', lastName: 'Marsh-Lee' })
  const empty = await visitor.call('name', { firstName: ' ', lastName: 'M' })
  expect(empty.json().message).toBe('Please fill in the First Name field')
  expect((await visitor.call('name', { firstName: 'A', lastName: 'M', email: eve.email })).statusCode).toBe(400)
  expect((await visitor.call('read')).json().user).toMatchObject({ firstName: 'Adah', email: ada.email })
})

describe('R197: the address', () => {
  it('needs the password, and is changed when both have confirmed it; the one before is notified', async () => {
    const visitor = await visitors.confirmed()
    const read = async () => (await visitor.call('read')).json()
    const change = { email: newAddress, isOldConfirmed: false, isNewConfirmed: false }
    const wrong = await visitor.call('email', { email: newAddress, password: 'a guess of a thief' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_credentials'])
    expect((await visitor.call('email', { email: 'Ada@example.com', password })).statusCode).toBe(400)
    expect(await mails('account_change_to', newAddress)).toEqual([])
    const asked = await visitor.call('email', { email: 'ADA@work.example', password })
    expect(asked.json()).toMatchObject({ user: { email: ada.email }, change })
    expect((await follow(visitor, 'account_change_to', newAddress)).json()).toMatchObject({ outcome: 'half' })
    expect(await read()).toMatchObject({ user: { email: ada.email }, change: { ...change, isNewConfirmed: true } })
    const last = await follow(visitor, 'account_change_from')
    expect(last.json()).toMatchObject({ outcome: 'changed', user: { email: newAddress } })
    expect(await read()).toMatchObject({ isEmailConfirmed: true, change: null })
    expect((await mails('account_email_changed'))[0]).toContain(`is now ${newAddress}`)
    expect(await visitors.stranger().canSignIn(newAddress, password)).toBe(true)
  })

  it('is not changed by one of them alone, however often, or by halves of two changes', async () => {
    const visitor = await visitors.confirmed()
    await visitor.call('email', { email: newAddress, password })
    const first = await visitors.mailedToken('account_change_to', newAddress)
    await follow(visitor, 'account_change_to', newAddress)
    expect((await follow(visitor, 'account_change_to', newAddress)).statusCode).toBe(410)
    const email = 'thief@example.com'
    await visitor.call('email', { email, password })
    expect((await visitor.call('confirm', { token: first })).statusCode).toBe(410)
    await follow(visitor, 'account_change_from')
    expect((await visitor.call('read')).json()).toMatchObject({ user: { email: ada.email }, change: { email } })
  })

  it("does not say that another has it, but to that address's reader", async () => {
    await visitors.signedIn(eve)
    const visitor = await visitors.confirmed()
    const taken = await visitor.call('email', { email: eve.email, password })
    const free = await visitor.call('email', { email: newAddress, password })
    expect(taken.body.replace(eve.email, newAddress)).toBe(free.body)
    const reply = await visitors.moveTo(visitor, eve.email)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'account_exists'])
    expect((await visitor.call('read')).json().user.email).toBe(ada.email)
  })

  it('comes back by the link that the one before was sent: with a new password, and everybody signed out', async () => {
    const orderId = await shop.buyer.buy()
    const thief = await visitors.confirmed()
    await visitors.moveTo(thief, newAddress)
    const token = await visitors.mailedToken('account_email_changed')
    const { token: next } = (await thief.call('password', { password, newPassword: 'the word of a thief' })).json()
    thief.kept.token = next
    const owner = visitors.stranger()
    expect((await owner.call('reset', { token, password: 'back in my hands' })).statusCode).toBe(200)
    expect(await thief.isSignedIn()).toBe(false)
    expect(await owner.canSignIn(ada.email, 'back in my hands')).toBe(true)
    expect((await owner.call('orders')).json().orders).toMatchObject([{ orderId }])
    expect((await readOrder(orderId))?.customerEmail).toBe(ada.email)
    expect((await owner.call('reset', { token, password: 'a second time' })).statusCode).toBe(410)
    expect(await visitors.stranger().canSignIn(newAddress, password)).toBe(false)
  })
})

describe('R198: the password', () => {
  it('is changed once of twice at the same moment', async () => {
    const visitor = await visitors.signedIn()
    const kept = { cookie: visitor.kept.cookie ?? '' }
    const replies = await Promise.all(
      ['the first of two', 'the second of two'].map((newPassword) =>
        visitor.call('password', { password, newPassword }, kept),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  it('cannot be guessed inside a session: five attempts a minute', async () => {
    const visitor = visitors.stranger((await shop.startOther({ config: { authSecret: unlimited.authSecret } })).app)
    await visitor.register()
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      statuses.push((await visitor.call('delete', { password: `guess ${index}` })).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    // A thief's guesses in a stolen session locked the owner out too.
    await visitor.signIn()
    expect((await visitor.call('delete', { password })).statusCode).toBe(200)
  })
})

describe('R200: an account', () => {
  it('is deleted with its password: signed out everywhere, and its orders kept without the person', async () => {
    const orderId = await shop.buyer.buy()
    const visitor = await visitors.confirmed()
    await visitors.moveTo(visitor, newAddress)
    const elsewhere = visitors.stranger()
    await elsewhere.signIn({ email: newAddress, password })
    expect((await visitor.call('delete', { password: 'a guess' })).statusCode).toBe(401)
    expect((await visitor.call('delete', { password })).json()).toEqual({ success: true })
    expect(await elsewhere.isSignedIn()).toBe(false)
    expect(await visitors.stranger().canSignIn(newAddress, password)).toBe(false)
    const erased = { state: 'paid', amountPence: 21_500, customerEmail: '', customerName: '' }
    expect(await readOrder(orderId)).toMatchObject(erased)
    const tables = ['accounts', 'sessions', 'account_links', 'account_orders', 'orders', 'outbox']
    const kept = await Promise.all(tables.map((name) => change(`select * from ${name}`)))
    expect(JSON.stringify(kept)).not.toMatch(/ada@|Ada Marsh|work\.example/)
  })

  it('with an address that nobody confirmed takes nothing but itself away', async () => {
    const orderId = await shop.buyer.buy()
    const thief = await visitors.signedIn()
    expect((await thief.call('delete', { password })).statusCode).toBe(200)
    expect((await readOrder(orderId))?.customerEmail).toBe(ada.email)
    expect(await change('select * from accounts')).toEqual([])
    expect(JSON.stringify(await change('select * from outbox'))).not.toContain('account_confirm')
  })

  it('waits for an order whose money moves, one that was found to be paid, and a message on its way', async () => {
    const visitor = await visitors.confirmed()
    const expectRefusal = async (status: number, code: string, message: unknown) => {
      const reply = await visitor.call('delete', { password })
      expect([reply.statusCode, reply.json()]).toEqual([status, { success: false, code, message }])
      expect(await visitor.isSignedIn()).toBe(true)
    }
    const held = await shop.buyer.buy()
    await change(`update orders set state = 'needs_attention'`)
    await expectRefusal(409, 'order_moving', expect.stringContaining(held))
    await change(`update orders set state = 'paid'`)
    const orderId = newOrderId()
    shop.buyer.payCard(await shop.buyer.start(orderId))
    const paid = `An order of yours (${orderId}) was paid just now. Please try again in two minutes.`
    await expectRefusal(409, 'order_paid', paid)
    await change(`update outbox set sent_at = null, attempts = 1, last_error = null,
      next_attempt_at = now() + interval '90 seconds' where recipient = '${ada.email}'`)
    await expectRefusal(503, 'unavailable', expect.stringContaining('being sent just now'))
    await change(`update outbox set next_attempt_at = now() + interval '1 day', last_error = '450 busy'`)
    expect((await visitor.call('delete', { password })).statusCode).toBe(200)
  })
})
