import { eq } from 'drizzle-orm'
import { orders } from '../database/schema'
import { ada, createVisitor, eve, password, readMails, readToken, unlimited } from '../testing/account-visitor'
import { newOrderId } from '../testing/buyer'
import { useShop } from '../testing/use-shop'

jest.setTimeout(60_000)

const shop = useShop({ config: unlimited })
const { change } = shop

const newAddress = 'ada@work.example'

describe('R195: an address is not confirmed', () => {
  it("by its owner for another's account: whoever registers with it gets nothing by that", async () => {
    await shop.buyer.buy({ customerEmail: ada.email })
    const thief = await shop.visitors.signedIn({ ...ada, password: 'the word of a thief' })
    const token = await readToken(shop.test.app, 'account_confirm')
    expect((await createVisitor(shop.test.app).call('confirm', { token })).statusCode).toBe(401)
    const other = await shop.visitors.signedIn(eve)
    expect((await other.call('confirm', { token })).json()).toMatchObject({ code: 'link_not_valid' })
    expect((await thief.call('orders')).json().orders).toEqual([])
    expect((await thief.call('confirm', { token })).statusCode).toBe(200)
  })

  it('by a link that was used, or is too old', async () => {
    const visitor = await shop.visitors.signedIn()
    await shop.visitors.follow(visitor, 'account_confirm', ada.email)
    expect((await shop.visitors.follow(visitor, 'account_confirm', ada.email)).statusCode).toBe(410)
    const late = await shop.visitors.signedIn(eve)
    await change("update account_links set expires_at = now() - interval '1 second'")
    expect((await shop.visitors.follow(late, 'account_confirm', eve.email)).statusCode).toBe(410)
    await late.call('send-confirmation')
    expect((await shop.visitors.follow(late, 'account_confirm', eve.email)).statusCode).toBe(200)
  })

  it('more than five times at once', async () => {
    const visitor = await shop.visitors.signedIn()
    for (let index = 0; index < 8; index += 1) await visitor.call('send-confirmation')
    expect(await readMails(shop.test.app, 'account_confirm', ada.email)).toHaveLength(5)
  })
})

describe('R194: the name', () => {
  it('is changed to what is not only white space, and nothing else with it', async () => {
    const visitor = await shop.visitors.signedIn()
    const reply = await visitor.call('name', { firstName: ' Adah ', lastName: 'Marsh-Lee' })
    expect(reply.json().user).toMatchObject({ firstName: 'Adah', lastName: 'Marsh-Lee' })
    expect((await visitor.call('name', { firstName: ' ', lastName: 'M' })).json().message).toBe(
      'Please fill in the First Name field',
    )
    expect((await visitor.call('name', { firstName: 'A', lastName: 'M', email: eve.email })).statusCode).toBe(400)
    expect((await visitor.call('read')).json().user).toMatchObject({ firstName: 'Adah', email: ada.email })
  })
})

describe('R197: the address', () => {
  it('is changed when both have confirmed it, in either order, and the one before is notified', async () => {
    const visitor = await shop.visitors.confirmed()
    const asked = await visitor.call('email', { email: 'ADA@work.example', password })
    expect(asked.json()).toMatchObject({
      user: { email: ada.email },
      change: { email: newAddress, isOldConfirmed: false, isNewConfirmed: false },
    })
    expect((await shop.visitors.follow(visitor, 'account_change_to', newAddress)).json()).toMatchObject({
      outcome: 'half',
    })
    expect((await visitor.call('read')).json()).toMatchObject({
      user: { email: ada.email },
      change: { isNewConfirmed: true },
    })
    expect((await shop.visitors.follow(visitor, 'account_change_from', ada.email)).json()).toMatchObject({
      outcome: 'changed',
      user: { email: newAddress },
    })
    expect((await visitor.call('read')).json()).toMatchObject({ isEmailConfirmed: true, change: null })
    const [notice] = await readMails(shop.test.app, 'account_email_changed', ada.email)
    expect(notice).toContain(`is now ${newAddress}`)
    expect((await createVisitor(shop.test.app).signIn({ email: newAddress, password })).statusCode).toBe(200)
  })

  it('is not changed by one of them alone, however often, or by halves of two changes', async () => {
    const visitor = await shop.visitors.confirmed()
    await visitor.call('email', { email: newAddress, password })
    const first = await readToken(shop.test.app, 'account_change_to', newAddress)
    await shop.visitors.follow(visitor, 'account_change_to', newAddress)
    expect((await shop.visitors.follow(visitor, 'account_change_to', newAddress)).statusCode).toBe(410)
    await visitor.call('email', { email: 'thief@example.com', password })
    expect((await visitor.call('confirm', { token: first })).statusCode).toBe(410)
    await shop.visitors.follow(visitor, 'account_change_from', ada.email)
    expect((await visitor.call('read')).json()).toMatchObject({
      user: { email: ada.email },
      change: { email: 'thief@example.com' },
    })
  })

  it('needs the password, and is another one', async () => {
    const visitor = await shop.visitors.confirmed()
    const wrong = await visitor.call('email', { email: newAddress, password: 'a guess of a thief' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_credentials'])
    expect((await visitor.call('email', { email: 'Ada@example.com', password })).statusCode).toBe(400)
    expect(await readMails(shop.test.app, 'account_change_to', newAddress)).toEqual([])
  })

  it("does not say that another has it, but to that address's reader", async () => {
    await shop.visitors.signedIn(eve)
    const visitor = await shop.visitors.confirmed()
    const [taken, free] = [
      await visitor.call('email', { email: eve.email, password }),
      await visitor.call('email', { email: newAddress, password }),
    ]
    expect(taken.body.replace(eve.email, newAddress)).toBe(free.body)
    await visitor.call('email', { email: eve.email, password })
    await shop.visitors.follow(visitor, 'account_change_from', ada.email)
    const reply = await shop.visitors.follow(visitor, 'account_change_to', eve.email)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'account_exists'])
    expect((await visitor.call('read')).json().user.email).toBe(ada.email)
  })

  it('comes back by the link that the one before was sent: with a new password, and everybody signed out', async () => {
    const orderId = await shop.buyer.buy({ customerEmail: ada.email })
    const thief = await shop.visitors.confirmed()
    await shop.visitors.moveTo(thief, newAddress)
    const token = await readToken(shop.test.app, 'account_email_changed')
    const { token: next } = (await thief.call('password', { password, newPassword: 'the word of a thief' })).json()
    thief.kept.token = next
    const owner = createVisitor(shop.test.app)
    expect((await owner.call('reset', { token, password: 'back in my hands' })).statusCode).toBe(200)
    expect((await thief.call('read')).statusCode).toBe(401)
    expect((await owner.signIn({ email: ada.email, password: 'back in my hands' })).statusCode).toBe(200)
    expect((await owner.call('orders')).json().orders).toMatchObject([{ orderId }])
    expect((await owner.call('reset', { token, password: 'a second time' })).statusCode).toBe(410)
    expect((await createVisitor(shop.test.app).signIn({ email: newAddress, password })).statusCode).toBe(401)
  })
})

describe('R198: the password', () => {
  it('is changed by who knows it, and a message says so', async () => {
    const visitor = await shop.visitors.signedIn()
    const wrong = await visitor.call('password', { password: 'a guess', newPassword: 'another good one' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'The password is not correct.'])
    expect((await visitor.call('read')).statusCode).toBe(200)
    const weak = await visitor.call('password', { password, newPassword: 'short' })
    expect([weak.statusCode, weak.json().code]).toEqual([422, 'weak_password'])
    expect((await visitor.call('password', { password, newPassword: 'another good one' })).statusCode).toBe(200)
    expect(await readMails(shop.test.app, 'account_password_changed', ada.email)).toHaveLength(1)
  })

  it('is changed once of twice at the same moment', async () => {
    const visitor = await shop.visitors.signedIn()
    const kept = { cookie: visitor.kept.cookie ?? '' }
    const replies = await Promise.all(
      ['the first of two', 'the second of two'].map((newPassword) =>
        visitor.call('password', { password, newPassword }, kept),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  it('cannot be guessed inside a session: five attempts a minute', async () => {
    const limited = await shop.startOther({ config: { authSecret: unlimited.authSecret } })
    const visitor = createVisitor(limited.app)
    await visitor.register()
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      statuses.push((await visitor.call('delete', { password: `guess ${index}` })).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})

describe('R200: an account', () => {
  it('is deleted with its password: signed out everywhere, and its orders kept without the person', async () => {
    const orderId = await shop.buyer.buy({ customerEmail: ada.email })
    const visitor = await shop.visitors.confirmed()
    await shop.visitors.moveTo(visitor, newAddress)
    const elsewhere = createVisitor(shop.test.app)
    await elsewhere.signIn({ email: newAddress, password })
    expect((await visitor.call('delete', { password: 'a guess' })).statusCode).toBe(401)
    expect((await visitor.call('delete', { password })).json()).toEqual({ success: true })
    expect((await elsewhere.call('read')).statusCode).toBe(401)
    expect((await createVisitor(shop.test.app).signIn({ email: newAddress, password })).statusCode).toBe(401)
    const [order] = await shop.queries().select().from(orders).where(eq(orders.id, orderId))
    expect(order).toMatchObject({ state: 'paid', amountPence: 21_500, customerEmail: '', customerName: '' })
    const kept = await Promise.all(
      ['accounts', 'sessions', 'account_links', 'account_orders', 'orders', 'outbox'].map((it) =>
        change(`select * from ${it}`),
      ),
    )
    expect(JSON.stringify(kept)).not.toMatch(/ada@|Ada Marsh|work\.example/)
  })

  it('with an address that nobody confirmed takes nothing but itself away', async () => {
    const orderId = await shop.buyer.buy({ customerEmail: ada.email })
    const thief = await shop.visitors.signedIn()
    expect((await thief.call('delete', { password })).statusCode).toBe(200)
    const [order] = await shop.queries().select().from(orders).where(eq(orders.id, orderId))
    expect(order?.customerEmail).toBe(ada.email)
    expect(await change('select * from accounts')).toEqual([])
    expect(JSON.stringify(await change('select * from outbox'))).not.toContain('account_confirm')
  })

  it('waits for an order whose money moves', async () => {
    const visitor = await shop.visitors.confirmed()
    const orderId = await shop.buyer.buy({ customerEmail: ada.email })
    await change(`update orders set state = 'needs_attention'`)
    const reply = await visitor.call('delete', { password })
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { success: false, code: 'order_moving', message: expect.stringContaining(orderId) },
    ])
    expect((await visitor.call('read')).statusCode).toBe(200)
  })

  it('waits two minutes after an order was found to be paid', async () => {
    const visitor = await shop.visitors.confirmed()
    const orderId = newOrderId()
    shop.buyer.payCard(await shop.buyer.start(orderId, { customerEmail: ada.email }))
    const reply = await visitor.call('delete', { password })
    const message = `An order of yours (${orderId}) was paid just now. Please try again in two minutes.`
    expect([reply.statusCode, reply.json()]).toEqual([409, { success: false, code: 'order_paid', message }])
    expect((await visitor.call('delete', { password })).statusCode).toBe(200)
  })

  it('waits for a message that is on its way to it', async () => {
    const visitor = await shop.visitors.confirmed()
    await change(`update outbox set sent_at = null, attempts = 1, last_error = null,
      next_attempt_at = now() + interval '90 seconds' where recipient = '${ada.email}'`)
    const reply = await visitor.call('delete', { password })
    expect([reply.statusCode, reply.json()]).toEqual([
      503,
      { success: false, code: 'unavailable', message: expect.stringContaining('being sent just now') },
    ])
    expect((await visitor.call('read')).statusCode).toBe(200)
    await change(`update outbox set next_attempt_at = now() + interval '1 day', last_error = '450 busy'`)
    expect((await visitor.call('delete', { password })).statusCode).toBe(200)
  })
})
