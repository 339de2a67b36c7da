import { pence } from '@site/shared/money'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database'
import { orders, outbox } from '../database/schema'
import { refundPayment } from '../payments/refund-payment'
import { sweep } from '../payments/sweep'
import { syncRefunds } from '../payments/sync-refunds'
import { ada, createVisitor, password, readMails, readToken, unlimited, type Visitor } from '../testing/account-visitor'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { accounts } from './account-tables'

jest.setTimeout(60_000)

let database: Database
let test: TestApi

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database, { config: unlimited })
})
afterEach(async () => {
  await clearDatabase(database)
  test.heal()
})
afterAll(async () => {
  await test?.close()
  await database?.close()
})

const eve = { ...ada, firstName: 'Eve', email: 'eve@example.com' }
const person = { actor: 'olga', reason: 'asked by phone' }
const newAddress = 'ada@work.example'
const change = (statement: string) => database.queries().execute(sql.raw(statement))

async function signedIn(who = ada) {
  const visitor = createVisitor(test.app)
  await visitor.register(who)
  return visitor
}

/** Follows the link in the latest message of the kind. */
async function follow(visitor: Visitor, kind: string, to: string) {
  return visitor.call('confirm', { token: await readToken(test.app, kind, to) })
}

async function confirmed(who = ada) {
  const visitor = await signedIn(who)
  await follow(visitor, 'account_confirm', who.email)
  return visitor
}

/** An order paid as a guest. */
async function buyAs(customerEmail: string): Promise<string> {
  const buyer = createBuyer(test)
  const orderId = newOrderId()
  const intent = buyer.payCard(await buyer.start(orderId, { customerEmail }))
  await buyer.confirmCard(orderId, intent)
  return orderId
}

/** By card, after PayPal could not be reached to end what was approved there: the sweep sends that back. */
async function payTwice(): Promise<string> {
  const buyer = createBuyer(test)
  const orderId = newOrderId()
  const walletId = buyer.approve(await buyer.startWallet(orderId, { customerEmail: ada.email }))
  test.failures.call = ({ provider }) => (provider === 'paypal' ? { when: 'before' } : undefined)
  await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId, { customerEmail: ada.email })))
  test.heal()
  test.fakeProviders.payPal.capture(walletId)
  await sweep(test.api.services, Date.now() + 5 * 60_000)
  expect(test.fakeProviders.payPal.orders.get(walletId)?.isRefunded).toBe(true)
  return orderId
}

const listed = async (visitor: Visitor) =>
  (await visitor.call('orders')).json().orders.map(({ orderId }: { orderId: string }) => orderId)

describe('R195: orders', () => {
  it('of a guest join the account when its address is confirmed, and later ones too', async () => {
    const before = await buyAs('ADA@Example.com')
    const visitor = await signedIn()
    expect(await listed(visitor)).toEqual([])
    expect((await visitor.call('order', { orderId: before })).statusCode).toBe(404)
    const reply = await follow(visitor, 'account_confirm', ada.email)
    expect(reply.json()).toMatchObject({ outcome: 'confirmed', user: { email: ada.email } })
    expect((await visitor.call('read')).json().isEmailConfirmed).toBe(true)
    const after = await buyAs(ada.email)
    expect(await listed(visitor)).toEqual([after, before])
  })

  it('say what was bought, paid and sent back', async () => {
    const visitor = await confirmed()
    const orderId = await buyAs(ada.email)
    const common = { orderId, state: 'paid', placedAt: expect.any(String), total: 215 }
    const { orders: list, hasMore } = (await visitor.call('orders')).json()
    expect(list).toEqual([{ ...common, refunded: 0, titles: ['Manual Handling'], places: 1 }])
    expect(hasMore).toBe(false)
    await change(`insert into refunds (order_id, payment_id, amount_pence, idempotency_key, state, finished_at)
      select order_id, id, 1550, 'key', 'sent', now() from payments where order_id = '${orderId}'`)
    await change(`update payments set refunded_pence = 1550`)
    expect((await visitor.call('order', { orderId })).json()).toEqual({
      ...common,
      refunded: 15.5,
      paidAt: expect.any(String),
      paidBy: 'card',
      vat: 36,
      lines: [{ courseId: 14, title: 'Manual Handling', price: 179, quantity: 1 }],
      refunds: [{ amount: 15.5, state: 'sent', at: expect.any(String) }],
      papers: [{ kind: 'receipt', number: 'R-000001', issuedAt: expect.any(String), total: 215 }],
    })
  })

  // Of an order begun by card and paid with PayPal it said "by card": a provider names a charge that nobody paid, too.
  it('R201: name the way they were paid, not one that was begun', async () => {
    const visitor = await confirmed()
    const buyer = createBuyer(test)
    const orderId = newOrderId()
    await buyer.start(orderId, { customerEmail: ada.email })
    await buyer.confirmWallet(buyer.approve(await buyer.startWallet(orderId, { customerEmail: ada.email })))
    expect((await visitor.call('order', { orderId })).json()).toMatchObject({ state: 'paid', paidBy: 'paypal' })
  })

  // The first payment, which came last and was sent back, was shown as what the order was paid with.
  it('R201: name the way they were paid when another payment was returned', async () => {
    const visitor = await confirmed()
    const orderId = await payTwice()
    expect((await visitor.call('order', { orderId })).json()).toMatchObject({ state: 'paid', paidBy: 'card' })
  })

  // What came a second time and was returned was counted as a refund of the order: "Paid, £215.00 refunded".
  it('R201: count as sent back only what they were paid with', async () => {
    const visitor = await confirmed()
    const orderId = await payTwice()
    const { orders: list } = (await visitor.call('orders')).json()
    expect(list).toMatchObject([{ orderId, state: 'paid', refunded: 0 }])
    const shown = async () => (await visitor.call('order', { orderId })).json()
    expect(await shown()).toMatchObject({ refunded: 0, refunds: [] })
    await refundPayment(test.api.services, orderId, { ...person, amountPence: pence(5_000) })
    expect(await shown()).toMatchObject({ refunded: 50, refunds: [{ amount: 50, state: 'sent' }] })
  })

  // What came too late for an order that was given up, and went back, was shown nowhere: "Cancelled", and nothing refunded.
  it('R201: show what was sent back of an order that was never paid', async () => {
    const visitor = await confirmed()
    const buyer = createBuyer(test)
    const orderId = newOrderId()
    const started = await buyer.start(orderId, { customerEmail: ada.email })
    test.failures.call = () => ({ when: 'before' })
    await buyer.abandon(orderId)
    test.heal()
    expect((await buyer.confirmCard(orderId, buyer.payCard(started))).json().code).toBe('payment_returned')
    const { orders: list } = (await visitor.call('orders')).json()
    expect(list).toMatchObject([{ orderId, state: 'cancelled', refunded: 215 }])
    expect((await visitor.call('order', { orderId })).json()).toMatchObject({
      refunded: 215,
      paidBy: null,
      refunds: [{ amount: 215, state: 'sent' }],
    })
  })

  // A refund that the provider had refused read "Did not arrive. We will be in touch", and nobody had promised one.
  it('R201: show a failed refund only where its buyer was told of it before', async () => {
    const visitor = await confirmed()
    const orderId = await buyAs(ada.email)
    const refund = () => refundPayment(test.api.services, orderId, { ...person, amountPence: pence(5_000) })
    const shown = async () => (await visitor.call('order', { orderId })).json()
    test.failNext('refund', { when: 'before', how: 'refused' })
    expect((await refund()).ok).toBe(false)
    expect(await shown()).toMatchObject({ refunded: 0, refunds: [] })
    expect((await refund()).ok).toBe(true)
    expect(await shown()).toMatchObject({ refunded: 50, refunds: [{ amount: 50, state: 'sent' }] })
    const { stripe } = test.fakeProviders
    const [payment] = (await readOrder(database, orderId)).payments
    if (!payment?.providerId) throw new Error('The order has no payment')
    stripe.settleRefund(stripe.intents.get(payment.providerId)?.refunds[0]?.id ?? '', 'failed')
    await syncRefunds(test.api.services, payment, 'sweep')
    expect(await shown()).toMatchObject({ refunded: 0, refunds: [{ amount: 50, state: 'failed' }] })
  })

  it('R203: have their papers as PDFs, for the account that has the order and nobody else', async () => {
    const visitor = await confirmed()
    const orderId = await buyAs(ada.email)
    const [{ number }] = (await visitor.call('order', { orderId })).json().papers
    const reply = await visitor.call('paper', { number })
    expect(reply.json().fileName).toBe(`${number}.pdf`)
    expect(Buffer.from(reply.json().content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const other = await confirmed(eve)
    const [others, none] = [await other.call('paper', { number }), await other.call('paper', { number: 'R-000999' })]
    expect([others.statusCode, others.body]).toEqual([404, none.body])
    expect((await createVisitor(test.app).call('paper', { number })).statusCode).toBe(401)
  })

  it('come in pages, the latest first', async () => {
    const visitor = await confirmed()
    const id = (index: number) => `order_1763716276${String(index).padStart(3, '0')}_ab12cd34`
    await change(`insert into orders (id, state, attempt, amount_pence, is_priced, customer_email, customer_name, description, created_at)
      select 'order_1763716276' || lpad(n::text, 3, '0') || '_ab12cd34', 'cancelled', 1, 100, false, '${ada.email}', 'Ada', '',
        timestamptz '2026-01-01' + make_interval(mins => n / 2) from generate_series(1, 45) n`)
    const pages: string[][] = []
    for (let before: string | undefined; ; before = pages.at(-1)?.at(-1)) {
      const page = (await visitor.call('orders', before ? { before } : {})).json()
      pages.push(page.orders.map(({ orderId }: { orderId: string }) => orderId))
      if (!page.hasMore) break
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
    expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, index) => id(45 - index)))
  })

  it("of another person are not there: another's order is as one that never was", async () => {
    const orderId = await buyAs(eve.email)
    await confirmed(eve)
    const visitor = await confirmed()
    const [others, none] = [
      await visitor.call('order', { orderId }),
      await visitor.call('order', { orderId: newOrderId() }),
    ]
    expect([others.statusCode, others.body]).toEqual([404, none.body])
    expect(await listed(visitor)).toEqual([])
    expect((await visitor.call('orders', { before: orderId })).json().orders).toEqual([])
  })

  it('stay with the account that has them when another gets the address', async () => {
    const orderId = await buyAs(ada.email)
    const visitor = await confirmed()
    await moveTo(visitor, newAddress)
    const later = await confirmed()
    expect(await listed(visitor)).toEqual([orderId])
    expect(await listed(later)).toEqual([])
    expect((await later.call('order', { orderId })).statusCode).toBe(404)
  })
})

describe('R195: an address is not confirmed', () => {
  it("by its owner for another's account: whoever registers with it gets nothing by that", async () => {
    await buyAs(ada.email)
    const thief = await signedIn({ ...ada, password: 'the word of a thief' })
    const token = await readToken(test.app, 'account_confirm')
    expect((await createVisitor(test.app).call('confirm', { token })).statusCode).toBe(401)
    const other = await signedIn(eve)
    expect((await other.call('confirm', { token })).json()).toMatchObject({ code: 'link_not_valid' })
    expect(await listed(thief)).toEqual([])
    // The account's own attempt was not used up by it.
    expect((await thief.call('confirm', { token })).statusCode).toBe(200)
  })

  it('by a link that was used, or is too old', async () => {
    const visitor = await signedIn()
    await follow(visitor, 'account_confirm', ada.email)
    expect((await follow(visitor, 'account_confirm', ada.email)).statusCode).toBe(410)
    const late = await signedIn(eve)
    await change("update account_links set expires_at = now() - interval '1 second'")
    expect((await follow(late, 'account_confirm', eve.email)).statusCode).toBe(410)
    await late.call('send-confirmation')
    expect((await follow(late, 'account_confirm', eve.email)).statusCode).toBe(200)
  })

  it('more than five times at once', async () => {
    const visitor = await signedIn()
    for (let index = 0; index < 8; index += 1) await visitor.call('send-confirmation')
    expect(await readMails(test.app, 'account_confirm', ada.email)).toHaveLength(5)
  })
})

describe('R194: the name', () => {
  it('is changed to what is not only white space', async () => {
    const visitor = await signedIn()
    const reply = await visitor.call('name', { firstName: ' Adah ', lastName: 'Marsh-Lee' })
    expect(reply.json().user).toMatchObject({ firstName: 'Adah', lastName: 'Marsh-Lee' })
    expect((await visitor.call('name', { firstName: ' ', lastName: 'M' })).json().message).toBe(
      'Please fill in the First Name field',
    )
    expect((await visitor.call('read')).json().user.firstName).toBe('Adah')
  })

  it('and nothing else: no field that was not asked for', async () => {
    const visitor = await signedIn()
    const reply = await visitor.call('name', { firstName: 'A', lastName: 'M', email: eve.email })
    expect(reply.statusCode).toBe(400)
  })
})

async function moveTo(visitor: Visitor, email: string, from = ada.email) {
  await visitor.call('email', { email, password })
  await follow(visitor, 'account_change_to', email)
  return follow(visitor, 'account_change_from', from)
}

describe('R197: the address', () => {
  it('is changed when both have confirmed it, in either order, and the one before is notified', async () => {
    const visitor = await confirmed()
    const asked = await visitor.call('email', { email: 'ADA@work.example', password })
    expect(asked.json()).toMatchObject({
      user: { email: ada.email },
      change: { email: newAddress, isOldConfirmed: false, isNewConfirmed: false },
    })
    expect((await follow(visitor, 'account_change_to', newAddress)).json()).toMatchObject({ outcome: 'half' })
    expect((await visitor.call('read')).json()).toMatchObject({
      user: { email: ada.email },
      change: { isNewConfirmed: true },
    })
    expect((await follow(visitor, 'account_change_from', ada.email)).json()).toMatchObject({
      outcome: 'changed',
      user: { email: newAddress },
    })
    expect((await visitor.call('read')).json()).toMatchObject({ isEmailConfirmed: true, change: null })
    const [notice] = await readMails(test.app, 'account_email_changed', ada.email)
    expect(notice).toContain(`is now ${newAddress}`)
    expect((await createVisitor(test.app).signIn({ email: newAddress, password })).statusCode).toBe(200)
  })

  it('is not changed by one of them alone, however often', async () => {
    const visitor = await confirmed()
    await visitor.call('email', { email: newAddress, password })
    await follow(visitor, 'account_change_to', newAddress)
    expect((await follow(visitor, 'account_change_to', newAddress)).statusCode).toBe(410)
    expect((await visitor.call('read')).json().user.email).toBe(ada.email)
  })

  it('is not changed by halves of two changes', async () => {
    const visitor = await confirmed()
    await visitor.call('email', { email: newAddress, password })
    const first = await readToken(test.app, 'account_change_to', newAddress)
    await visitor.call('email', { email: 'thief@example.com', password })
    expect((await visitor.call('confirm', { token: first })).statusCode).toBe(410)
    await follow(visitor, 'account_change_from', ada.email)
    expect((await visitor.call('read')).json()).toMatchObject({
      user: { email: ada.email },
      change: { email: 'thief@example.com' },
    })
  })

  it('needs the password, and is another one', async () => {
    const visitor = await confirmed()
    const wrong = await visitor.call('email', { email: newAddress, password: 'a guess of a thief' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_credentials'])
    expect((await visitor.call('email', { email: 'Ada@example.com', password })).statusCode).toBe(400)
    expect(await readMails(test.app, 'account_change_to', newAddress)).toEqual([])
  })

  it("does not say that another has it, but to that address's reader", async () => {
    await signedIn(eve)
    const visitor = await confirmed()
    const [taken, free] = [
      await visitor.call('email', { email: eve.email, password }),
      await visitor.call('email', { email: newAddress, password }),
    ]
    expect(taken.body.replace(eve.email, newAddress)).toBe(free.body)
    await visitor.call('email', { email: eve.email, password })
    await follow(visitor, 'account_change_from', ada.email)
    const reply = await follow(visitor, 'account_change_to', eve.email)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'account_exists'])
    expect((await visitor.call('read')).json().user.email).toBe(ada.email)
  })

  it('comes back by the link that the one before was sent: with a new password, and everybody signed out', async () => {
    const orderId = await buyAs(ada.email)
    const thief = await confirmed()
    await moveTo(thief, newAddress)
    const token = await readToken(test.app, 'account_email_changed')
    // The thief knows the password, and changes it too.
    const { token: next } = (await thief.call('password', { password, newPassword: 'the word of a thief' })).json()
    thief.kept.token = next
    const owner = createVisitor(test.app)
    expect((await owner.call('reset', { token, password: 'back in my hands' })).statusCode).toBe(200)
    expect((await thief.call('read')).statusCode).toBe(401)
    expect((await owner.signIn({ email: ada.email, password: 'back in my hands' })).statusCode).toBe(200)
    expect(await listed(owner)).toEqual([orderId])
    expect((await owner.call('reset', { token, password: 'a second time' })).statusCode).toBe(410)
    expect((await createVisitor(test.app).signIn({ email: newAddress, password })).statusCode).toBe(401)
  })
})

describe('R198: the password', () => {
  it('is changed by who knows it, and a message says so', async () => {
    const visitor = await signedIn()
    const wrong = await visitor.call('password', { password: 'a guess', newPassword: 'another good one' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'The password is not correct.'])
    expect((await visitor.call('read')).statusCode).toBe(200)
    const weak = await visitor.call('password', { password, newPassword: 'short' })
    expect([weak.statusCode, weak.json().code]).toEqual([422, 'weak_password'])
    expect((await visitor.call('password', { password, newPassword: 'another good one' })).statusCode).toBe(200)
    expect(await readMails(test.app, 'account_password_changed', ada.email)).toHaveLength(1)
  })

  it('is changed once of twice at the same moment', async () => {
    const visitor = await signedIn()
    const kept = { cookie: visitor.kept.cookie ?? '' }
    const replies = await Promise.all(
      ['the first of two', 'the second of two'].map((newPassword) =>
        visitor.call('password', { password, newPassword }, kept),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  it('cannot be guessed inside a session: five attempts a minute', async () => {
    const limited = await createTestApi(database, { config: { authSecret: unlimited.authSecret } })
    const visitor = createVisitor(limited.app)
    await visitor.register()
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      statuses.push((await visitor.call('delete', { password: `guess ${index}` })).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    await limited.close()
  })
})

describe('R200: an account', () => {
  it('is deleted with its password: signed out everywhere, and its orders kept without the person', async () => {
    const orderId = await buyAs(ada.email)
    const visitor = await confirmed()
    await moveTo(visitor, newAddress)
    const elsewhere = createVisitor(test.app)
    await elsewhere.signIn({ email: newAddress, password })
    expect((await visitor.call('delete', { password: 'a guess' })).statusCode).toBe(401)
    expect((await visitor.call('delete', { password })).json()).toEqual({ success: true })
    expect((await elsewhere.call('read')).statusCode).toBe(401)
    expect((await createVisitor(test.app).signIn({ email: newAddress, password })).statusCode).toBe(401)
    const [order] = await database.queries().select().from(orders).where(eq(orders.id, orderId))
    expect(order).toMatchObject({ state: 'paid', amountPence: 21_500, customerEmail: '', customerName: '' })
    const kept = await Promise.all(
      ['accounts', 'sessions', 'account_links', 'account_orders', 'orders', 'outbox'].map((it) =>
        change(`select * from ${it}`),
      ),
    )
    expect(JSON.stringify(kept)).not.toMatch(/ada@|Ada Marsh|work\.example/)
  })

  it('with an address that nobody confirmed takes nothing but itself away', async () => {
    const orderId = await buyAs(ada.email)
    const thief = await signedIn()
    expect((await thief.call('delete', { password })).statusCode).toBe(200)
    const [order] = await database.queries().select().from(orders).where(eq(orders.id, orderId))
    expect(order?.customerEmail).toBe(ada.email)
    expect(await database.queries().select().from(accounts)).toEqual([])
    expect(JSON.stringify(await database.queries().select().from(outbox))).not.toContain('account_confirm')
  })

  it('waits for an order whose money moves', async () => {
    const visitor = await confirmed()
    const orderId = await buyAs(ada.email)
    await change(`update orders set state = 'needs_attention'`)
    const reply = await visitor.call('delete', { password })
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { success: false, code: 'order_moving', message: expect.stringContaining(orderId) },
    ])
    expect((await visitor.call('read')).statusCode).toBe(200)
  })

  // Of money that had arrived it said that it was still moving, and to wait for an end that had been.
  it('waits two minutes after an order was found to be paid', async () => {
    const visitor = await confirmed()
    const buyer = createBuyer(test)
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId, { customerEmail: ada.email }))
    const reply = await visitor.call('delete', { password })
    const message = `An order of yours (${orderId}) was paid just now. Please try again in two minutes.`
    expect([reply.statusCode, reply.json()]).toEqual([409, { success: false, code: 'order_paid', message }])
    expect((await visitor.call('delete', { password })).statusCode).toBe(200)
  })

  // A server has taken the message, and may have died with it: whoever asks again two minutes later is deleted.
  it('waits for a message that is on its way to it', async () => {
    const visitor = await confirmed()
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
