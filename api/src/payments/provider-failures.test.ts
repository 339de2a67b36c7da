import { createServer } from 'node:net'
import type { Database } from '../database/database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { readPayments } from './shared/payment-repository'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database)
  buyer = createBuyer(test)
}, 60_000)

beforeEach(() => test.heal())

afterAll(async () => {
  await test?.close()
  await database?.close()
})

/** Nobody listens there. */
async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('There is no port')
  return `http://127.0.0.1:${address.port}`
}

const chargesOf = (orderId: string) =>
  test.fakeProviders.stripe.intents
    .all()
    .filter((intent) => intent.metadata.order === orderId)
    .reduce((sum, intent) => sum + intent.charges, 0)

describe('a provider that fails while a payment is begun', () => {
  it.each([
    ['an error before the work', { when: 'before' }],
    ['an error after the work', { when: 'after' }],
    ['a dropped connection before the work', { when: 'before', how: 'drop' }],
    ['a lost reply after the work', { when: 'after', how: 'drop' }],
  ] as const)('card: survives %s', async (_name, failure) => {
    const orderId = newOrderId()
    test.failNext('create', failure)
    const started = await buyer.start(orderId)
    expect(started.statusCode).toBe(200)
    expect((await buyer.confirmCard(orderId, buyer.payCard(started))).statusCode).toBe(200)
    expect(chargesOf(orderId)).toBe(1)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })

  it.each([
    ['an error before the work', { when: 'before' }],
    ['an error after the work', { when: 'after' }],
    ['a lost reply after the work', { when: 'after', how: 'drop' }],
  ] as const)('wallet: survives %s', async (_name, failure) => {
    const orderId = newOrderId()
    test.failNext('create', failure)
    const id = buyer.approve(await buyer.startWallet(orderId))
    expect((await buyer.confirmWallet(id)).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })

  it('R174: says so when it stays away, keeps the order, and goes on with it later', async () => {
    const orderId = newOrderId()
    test.failures.call = () => ({ when: 'before' })
    const down = await buyer.start(orderId)
    expect(down.statusCode).toBe(503)
    expect(down.headers['retry-after']).toBeDefined()
    expect(down.json()).toEqual({
      success: false,
      code: 'provider_unavailable',
      message: "We're experiencing connection issues with our payment provider. Please try again in a moment.",
    })
    expect((await readOrder(database, orderId)).state).toBe('created')
    test.heal()
    expect((await buyer.start(orderId)).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).state).toBe('pending')
  })

  it('waits while the same call is under way elsewhere', async () => {
    const orderId = newOrderId()
    test.failNext('create', { delayMs: 300 })
    const [first, second] = await Promise.all([buyer.start(orderId), buyer.start(orderId)])
    expect(first.json()).toEqual(second.json())
    expect((await readOrder(database, orderId)).payments).toHaveLength(1)
  })

  it('lets the buyer go on to the wallet, and sends a late card payment back', async () => {
    const orderId = newOrderId()
    const first = await buyer.start(orderId)
    test.failures.call = ({ provider }) => (provider === 'stripe' ? { when: 'before' } : undefined)
    const wallet = await buyer.startWallet(orderId)
    expect(wallet.statusCode).toBe(200)
    test.heal()
    expect((await buyer.confirmWallet(buyer.approve(wallet))).statusCode).toBe(200)
    const late = await buyer.confirmCard(orderId, buyer.payCard(first))
    expect(late.json().code).toBe('order_paid')
    expect(test.fakeProviders.stripe.intents.all().find(({ metadata }) => metadata.order === orderId)?.isRefunded).toBe(
      true,
    )
  })
})

describe('a provider that fails while a payment is confirmed', () => {
  it('R168, D-47: tells nobody to pay again, and confirms when asked again', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    test.failures.call = () => ({ how: 'drop', when: 'before' })
    const unknown = await buyer.confirmCard(orderId, id)
    expect(unknown.statusCode).toBe(503)
    expect(unknown.json().message).toBe('Failed to confirm payment. Please check your order status.')
    test.heal()
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    expect(chargesOf(orderId)).toBe(1)
  })

  // Asked a moment after a confirmation without an answer, the shop said "unpaid" from memory, and the money was kept.
  it('R168: is not called unpaid by what was known before', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    test.failures.call = () => ({ how: 'drop', when: 'before' })
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(503)
    expect((await buyer.readStatus(orderId)).statusCode).toBe(503)
    const dueAt = async () => (await readPayments(database.queries(), orderId)).map(({ nextCheckAt }) => nextCheckAt)
    const due = await dueAt()
    await buyer.confirmCard(orderId, id)
    expect(await dueAt()).toEqual(due)
    test.heal()
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('paid')
  })
})

describe('the sweep', () => {
  it('settles what was paid before the tab was closed, without any webhook', async () => {
    const card = newOrderId()
    const wallet = newOrderId()
    buyer.payCard(await buyer.start(card))
    test.fakeProviders.payPal.capture(buyer.approve(await buyer.startWallet(wallet)))
    await sweep(test.api.services, Date.now() + 1 * MINUTE)
    expect((await readOrder(database, card)).state).toBe('pending')
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    for (const orderId of [card, wallet]) {
      expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    }
  })

  it('asks again in the next minute while the provider is away', async () => {
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId))
    test.failures.call = () => ({ when: 'before' })
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    test.heal()
    await sweep(test.api.services, Date.now() + 4 * MINUTE)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })

  // It was taken for the database being away: nothing was noted, and the provider was never paused.
  it('notes that a provider cannot be reached at all', async () => {
    const orderId = newOrderId()
    test.fakeProviders.payPal.capture(buyer.approve(await buyer.startWallet(orderId)))
    const { stripe, paypal } = test.fakeProviders.providers
    const providers = { stripe, paypal: { ...paypal, apiUrl: await closedPort() } }
    const away = await createTestApi(database, { peer: test, config: { providers } })
    await sweep(away.api.services, Date.now() + 3 * MINUTE)
    await away.close()
    expect(away.logs.join()).toContain('it is not known what became of a payment')
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ failedChecks: 1 }])
    await sweep(test.api.services, Date.now() + 4 * MINUTE)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })

  it('cancels in time, at the provider first, and takes a new attempt after that', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    const id = started.json().data.clientSecret.split('_secret_')[0]
    await sweep(test.api.services, Date.now() + 25 * 60 * MINUTE)
    expect(test.fakeProviders.stripe.intents.get(id)?.status).toBe('canceled')
    expect((await readOrder(database, orderId)).state).toBe('cancelled')
    expect((await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).path).toEqual(['pending', 'cancelled', 'pending', 'paid'])
  })

  it('sends money back that arrives after the order was given up', async () => {
    const orderId = newOrderId()
    const id = (await buyer.startWallet(orderId)).json().data.paypalOrderId
    await sweep(test.api.services, Date.now() + 25 * 60 * MINUTE)
    expect((await readOrder(database, orderId)).state).toBe('cancelled')
    test.fakeProviders.payPal.approve(id, 'balance')
    test.fakeProviders.payPal.capture(id)
    expect((await buyer.confirmWallet(id)).json().code).toBe('payment_returned')
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'cancelled', mails: ['payment_refunded'] })
    expect(test.fakeProviders.payPal.orders.get(id)?.isRefunded).toBe(true)
  })

  it('sends a duplicate back later when the provider was away', async () => {
    const orderId = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(orderId))
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    test.fakeProviders.payPal.capture(walletId)
    test.failures.call = ({ action }) => (action === 'refund' ? { when: 'after', how: 'drop' } : undefined)
    await buyer.confirmWallet(walletId)
    expect((await readOrder(database, orderId)).payments[0]?.state).toBe('duplicate')
    test.heal()
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    expect((await readOrder(database, orderId)).payments[0]?.state).toBe('refunded')
    expect(test.fakeProviders.payPal.orders.get(walletId)?.isRefunded).toBe(true)
  })
})
