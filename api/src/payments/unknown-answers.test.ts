import { eq } from 'drizzle-orm'
import type { Database } from '../database/database'
import { payments } from '../database/schema'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, NEVER_MS, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { readPauses } from './shared/provider-pauses'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database, { parts: { processingMs: NEVER_MS, providerTimeoutMs: 1_500 } })
  buyer = createBuyer(test)
}, 60_000)

beforeEach(async () => {
  test.heal()
  await clearDatabase(database)
})

afterAll(async () => {
  await test?.close()
  await database?.close()
})

const sweepAt = (ms: number) => sweep(test.api.services, Date.now() + ms)

/** Buyers who have paid by card, and whose confirm call never came. */
async function payCards(count: number): Promise<string[]> {
  const orderIds = Array.from({ length: count }, () => newOrderId())
  for (const orderId of orderIds) buyer.payCard(await buyer.start(orderId))
  return orderIds
}

describe('a provider that does not say what became of a payment', () => {
  it.each(['missing', 'unauthorised', 'garbled', 'drop', 'hang', 'error'] as const)(
    'cancelled it for good (%s); now it waits and is settled when the provider answers',
    async (how) => {
      const [orderId = ''] = await payCards(1)
      test.failures.call = () => ({ when: 'before', how })
      for (const minutes of [3, 6, 12]) await sweepAt(minutes * MINUTE)
      expect(await readOrder(database, orderId)).toMatchObject({ state: 'pending', payments: [{ state: 'open' }] })
      test.heal()
      await sweepAt(80 * MINUTE)
      expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    },
    30_000,
  )

  it('goes to a person after a day, is not cancelled unasked, and is confirmed when the money turns out to be there', async () => {
    const [orderId = ''] = await payCards(1)
    test.failures.call = () => ({ when: 'before', how: 'missing' })
    await sweepAt(3 * MINUTE)
    await sweepAt(26 * HOUR)
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'needs_attention',
      payments: [{ state: 'open' }],
    })
    expect((await buyer.readStatus(orderId)).statusCode).toBe(503)
    test.heal()
    await sweepAt(34 * HOUR)
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
  })

  // An order that a person had been given could not wait for a bank: the page was answered with 500, and the sweep failed.
  it.each([
    ['takes', 'COMPLETED', { state: 'paid', payments: [{ state: 'succeeded' }], mails: ['order_confirmation'] }],
    ['refuses', 'DECLINED', { state: 'cancelled', payments: [{ state: 'ended' }], mails: ['payment_refused'] }],
  ] as const)(
    'goes to a person after a day, and waits there for the bank of a late capture, which %s it',
    async (_what, decision, kept) => {
      test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
      const orderId = newOrderId()
      const id = buyer.approve(await buyer.startWallet(orderId), 'pending')
      test.fakeProviders.payPal.capture(id)
      test.failures.call = () => ({ when: 'before', how: 'missing' })
      await sweepAt(3 * MINUTE)
      await sweepAt(26 * HOUR)
      expect((await readOrder(database, orderId)).state).toBe('needs_attention')
      test.heal()
      test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
      await sweepAt(28 * HOUR)
      expect(await readOrder(database, orderId)).toMatchObject({
        state: 'needs_attention',
        payments: [{ state: 'processing', failedChecks: 0 }],
        mails: [],
      })
      expect((await buyer.readStatus(orderId)).json()).toMatchObject({ success: true, data: { status: 'processing' } })
      const [capture] = test.fakeProviders.payPal.orders.get(id)?.captures ?? []
      test.fakeProviders.payPal.settleCapture(id, capture?.id ?? '', decision)
      await sweepAt(30 * HOUR)
      expect(await readOrder(database, orderId)).toMatchObject(kept)
    },
  )

  // The provider was not asked twice in four seconds: the page read "unpaid" of money that had been taken since.
  it('is asked after the page has, however short a while ago it was asked before', async () => {
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('unpaid')
    buyer.payCard(started)
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('paid')
  })

  it('tells the page that it does not know, and lets nobody pay again', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    test.failures.call = () => ({ when: 'before', how: 'missing' })
    const unknown = await buyer.confirmCard(orderId, id)
    expect(unknown.statusCode).toBe(503)
    expect(unknown.json().message).toBe('Failed to confirm payment. Please check your order status.')
    expect((await readOrder(database, orderId)).state).toBe('pending')
  })
})

describe('a provider that answers every payment alike', () => {
  it.each(['missing', 'unauthorised'] as const)(
    'raises an alert (%s), is asked no more than a few at a time, and everything is settled when it is back',
    async (how) => {
      const orderIds = await payCards(8)
      let asked = 0
      test.failures.call = ({ provider }) => {
        if (provider === 'stripe') asked += 1
        return provider === 'stripe' ? { when: 'before', how } : undefined
      }
      await sweepAt(3 * MINUTE)
      expect(test.logs.join()).toContain('"alert":"provider_paused"')
      expect(await readPauses(database.queries())).toMatchObject([{ provider: 'stripe' }])
      asked = 0
      await sweepAt(5 * MINUTE)
      expect(asked).toBeGreaterThan(0)
      expect(asked).toBeLessThanOrEqual(3)
      for (const orderId of orderIds) expect((await readOrder(database, orderId)).state).toBe('pending')
      test.heal()
      await sweepAt(9 * MINUTE)
      expect(await readPauses(database.queries())).toEqual([])
      for (const orderId of orderIds) expect((await readOrder(database, orderId)).state).toBe('paid')
    },
  )

  it('does not stop the other provider', async () => {
    await payCards(5)
    const wallet = newOrderId()
    test.fakeProviders.payPal.capture(buyer.approve(await buyer.startWallet(wallet)))
    test.failures.call = ({ provider }) => (provider === 'stripe' ? { when: 'before', how: 'unauthorised' } : undefined)
    await sweepAt(3 * MINUTE)
    expect((await readOrder(database, wallet)).state).toBe('paid')
  })
})

describe('a payment PayPal has forgotten because nobody approved it', () => {
  it('ends after three hours where PayPal still knows an older one', async () => {
    const older = newOrderId()
    await buyer.confirmWallet(buyer.approve(await buyer.startWallet(older)))
    const orderId = newOrderId()
    const id = (await buyer.startWallet(orderId)).json().data.paypalOrderId
    await sweepAt(3 * MINUTE)
    test.fakeProviders.payPal.forget(id)
    for (const hours of [1, 2, 4, 20, 30]) await sweepAt(hours * HOUR)
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'cancelled',
      payments: [{ state: 'ended' }],
      mails: [],
    })
    expect((await readOrder(database, older)).state).toBe('paid')
  })

  // The answer was believed without a look at the key: that of another account knows no payment of ours either.
  it('has not ended where the account knows no older one', async () => {
    const orderId = newOrderId()
    const id = (await buyer.startWallet(orderId)).json().data.paypalOrderId
    test.fakeProviders.payPal.forget(id)
    const before = new Date(Date.now() - 4 * HOUR)
    await database.queries().update(payments).set({ createdAt: before }).where(eq(payments.orderId, orderId))
    expect((await buyer.startWallet(orderId)).statusCode).toBe(503)
    expect((await readOrder(database, orderId)).payments.map(({ state }) => state)).toEqual(['open'])
    // Nobody is kept from paying another way.
    expect((await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))).statusCode).toBe(200)
  })

  it('does not keep a buyer who comes back from paying the same order', async () => {
    const older = newOrderId()
    await buyer.confirmWallet(buyer.approve(await buyer.startWallet(older)))
    await database
      .queries()
      .update(payments)
      .set({ createdAt: new Date(Date.now() - 24 * HOUR) })
      .where(eq(payments.orderId, older))
    const orderId = newOrderId()
    const id = (await buyer.startWallet(orderId)).json().data.paypalOrderId
    test.fakeProviders.payPal.forget(id)
    expect((await buyer.startWallet(orderId)).statusCode).toBe(503)
    const before = new Date(Date.now() - 4 * HOUR)
    await database.queries().update(payments).set({ createdAt: before }).where(eq(payments.orderId, orderId))
    const again = await buyer.startWallet(orderId)
    expect((await buyer.confirmWallet(buyer.approve(again))).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).payments.map(({ state }) => state)).toEqual(['ended', 'succeeded'])
  })
})
