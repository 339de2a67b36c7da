import type { Database } from '../database/database'
import { cards, createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, NEVER_MS, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000

/** A bank decides when a test says so. */

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database, { parts: { processingMs: NEVER_MS, providerTimeoutMs: 1_500 } })
  buyer = createBuyer(test)
}, 60_000)

beforeEach(() => test.heal())

afterAll(async () => {
  await test?.close()
  await database?.close()
})

const abandoned = (orderId: string) => ({
  success: true,
  message: expect.any(String),
  data: { orderId, status: 'abandoned' },
})

describe('an order whose buyer goes away from it', () => {
  it('has its card intent closed, so that its secret is worth nothing', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    const id = buyer.payCard(started)
    expect(test.fakeProviders.stripe.intents.get(id)).toMatchObject({ status: 'canceled', charges: 0 })
  })

  it.each(['hang', 'error', 'missing'] as const)(
    'is given up while its provider is away (%s); it is closed later',
    async (how) => {
      const orderId = newOrderId()
      const started = await buyer.start(orderId)
      test.failures.call = () => ({ when: 'before', how })
      expect((await buyer.abandon(orderId)).json()).toEqual(abandoned(orderId))
      test.heal()
      await sweep(test.api.services, Date.now() + 3 * MINUTE)
      const id = started.json().data.clientSecret.split('_secret_')[0]
      expect(test.fakeProviders.stripe.intents.get(id)?.status).toBe('canceled')
    },
  )

  it('gets back at once what is charged after that, and the shop is told', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    test.failures.call = () => ({ when: 'before' })
    await buyer.abandon(orderId)
    test.heal()
    const id = buyer.payCard(started)
    expect((await buyer.confirmCard(orderId, id)).json()).toMatchObject({ success: false, code: 'payment_returned' })
    expect(test.fakeProviders.stripe.intents.get(id)?.isRefunded).toBe(true)
    const kept = await readOrder(database, orderId)
    expect(kept).toMatchObject({ state: 'cancelled', mails: ['payment_refunded'], payments: [{ state: 'refunded' }] })
    expect(kept.alerts).toHaveLength(1)
    expect(test.logs.join()).toContain('"alert":"late_payment"')
  })

  it('is paid when the money had moved before', async () => {
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId))
    const refused = await buyer.abandon(orderId)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().code).toBe('order_paid')
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
  })

  it('is not given up while a bank decides', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId), cards.slow)
    expect((await buyer.abandon(orderId)).json().code).toBe('payment_processing')
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
    buyer.letBankDecide(id)
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
  })

  it('can be started again, and abandoned again', async () => {
    const orderId = newOrderId()
    await buyer.startWallet(orderId)
    await buyer.abandon(orderId)
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    expect((await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).path).toEqual(['pending', 'cancelled', 'pending', 'paid'])
  })

  it('may be one that nobody knows', async () => {
    const orderId = newOrderId()
    expect((await buyer.abandon(orderId)).json()).toEqual(abandoned(orderId))
  })
})

describe('how an order stands', () => {
  const statusOf = async (orderId: string) => (await buyer.readStatus(orderId)).json().data

  it('is told from the beginning to the end', async () => {
    const orderId = newOrderId()
    expect(await statusOf(orderId)).toEqual({ orderId, status: 'unpaid', isMailed: true })
    const started = await buyer.start(orderId)
    expect((await statusOf(orderId)).status).toBe('unpaid')
    await buyer.confirmCard(orderId, buyer.payCard(started))
    expect((await statusOf(orderId)).status).toBe('paid')
  })

  it('is not called unpaid while the provider does not say', async () => {
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId))
    test.failures.call = () => ({ when: 'before' })
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    const unknown = await buyer.readStatus(orderId)
    expect(unknown.statusCode).toBe(503)
    expect(unknown.json().message).toBe('Failed to confirm payment. Please check your order status.')
  })
})
