import { eq } from 'drizzle-orm'
import { cases } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { payments } from '../database/schema'
import { cards, createBuyer, newOrderId, readOrder, untilAnswered } from '../testing/buyer'
import { createTestApi, NEVER_MS, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { abandonOrder } from './abandon-order'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

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

const payPalOrder = (id: string) => test.fakeProviders.payPal.orders.get(id)
const abandoned = (orderId: string) => ({
  success: true,
  message: expect.any(String),
  data: { orderId, status: 'abandoned' },
})

describe('an order whose buyer goes away from it', () => {
  it('was charged by the sweep beside the next order of the same buyer; now its approved payment is never captured', async () => {
    const first = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(first))
    expect((await buyer.abandon(first)).json()).toEqual(abandoned(first))
    const second = newOrderId()
    await buyer.confirmCard(second, buyer.payCard(await buyer.start(second, { customerName: 'Ada B Brown' })))
    for (const minutes of [3, 15, 80]) await sweep(test.api.services, Date.now() + minutes * MINUTE)
    expect(payPalOrder(walletId)?.captures).toHaveLength(0)
    expect((await buyer.confirmWallet(walletId)).json().code).toBe('payment_not_confirmed')
    expect(payPalOrder(walletId)?.captures).toHaveLength(0)
    expect(await readOrder(database, first)).toMatchObject({ state: 'cancelled', payments: [{ state: 'abandoned' }] })
  })

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

  it('is not given up while its capture is under way', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    test.failNext('capture', { delayMs: 800 })
    const confirming = buyer.confirmWallet(id)
    const isAsked = async () => (await readOrder(database, orderId)).payments[0]?.captureAskedAt
    while (!(await isAsked())) await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await buyer.abandon(orderId)).json().code).toBe('payment_processing')
    expect((await confirming).statusCode).toBe(200)
    expect(payPalOrder(id)?.isRefunded).toBe(false)
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

// A page was told to wait, and the answer to its last call, which gave the order up, was lost: nobody wrote.
describe('an order that is given up by a buyer who was told to wait', () => {
  const mailsOf = async (orderId: string) => (await readOrder(database, orderId)).mails
  const sweepAt = (hours: number) => sweep(test.api.services, Date.now() + hours * HOUR)

  /** Approved, and left to the sweep. */
  async function beginWaiting(orderId: string): Promise<string> {
    const id = buyer.approve(await buyer.startWallet(orderId))
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
    return id
  }

  it('is written about once, a day later, where no answer went out', async () => {
    const orderId = newOrderId()
    await beginWaiting(orderId)
    expect(await abandonOrder(test.api.services, orderId)).toEqual({ ok: true })
    await sweepAt(20)
    expect(await mailsOf(orderId)).toEqual([])
    for (const hours of [25, 27]) await sweepAt(hours)
    expect(await mailsOf(orderId)).toEqual(['payment_not_taken'])
  })

  /** The page has said that it captures in the browser, and was loaded again before it did. */
  async function beginWaitingInBrowser(orderId: string): Promise<string> {
    const id = buyer.approve(await buyer.startWallet(orderId))
    await buyer.sayApproved(id)
    expect((await buyer.lookAtWallet(id)).json().code).toBe('payment_processing')
    const captureAskedAt = new Date(Date.now() - 60_000)
    await database.queries().update(payments).set({ captureAskedAt }).where(eq(payments.providerId, id))
    return id
  }

  it.each([
    ['left to the sweep', beginWaiting],
    // Once a browser had said that it captures, nobody was written to, ever.
    ['to be captured in the browser', beginWaitingInBrowser],
  ])('is written about where PayPal has forgotten what was %s', async (_, begin) => {
    const older = newOrderId()
    await buyer.confirmWallet(buyer.approve(await buyer.startWallet(older)))
    const orderId = newOrderId()
    const id = await begin(orderId)
    await abandonOrder(test.api.services, orderId)
    test.fakeProviders.payPal.forget(id)
    for (const hours of [1, 2, 4, 20]) await sweepAt(hours)
    expect(await mailsOf(orderId)).toEqual([])
    for (const hours of [30, 40]) await sweepAt(hours)
    expect(await mailsOf(orderId)).toEqual(['payment_not_taken'])
  })

  // Of a shop that had sold nothing by PayPal before nobody could say that it was forgotten: the buyer was left waiting, and no list had it.
  it('is a person’s where PayPal does not say what became of it', async () => {
    await clearDatabase(database)
    const orderId = newOrderId()
    const id = await beginWaiting(orderId)
    await abandonOrder(test.api.services, orderId)
    test.fakeProviders.payPal.forget(id)
    for (const hours of [1, 2, 4, 20, 30, 40]) await sweepAt(hours)
    expect(await mailsOf(orderId)).toEqual([])
    const listed = await database.queries().select().from(cases).where(eq(cases.orderId, orderId))
    expect(listed).toMatchObject([
      { kind: 'not_taken', summary: expect.stringContaining('look there, and write to them') },
    ])
  })

  it('is written about to nobody who was answered', async () => {
    const orderId = newOrderId()
    await beginWaiting(orderId)
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    await untilAnswered(database, orderId)
    await sweepAt(25)
    expect(await mailsOf(orderId)).toEqual([])
  })

  it('is written about to nobody who has paid it another way, or may yet', async () => {
    const [paid, deciding] = [newOrderId(), newOrderId()]
    for (const orderId of [paid, deciding]) {
      await beginWaiting(orderId)
      await abandonOrder(test.api.services, orderId)
    }
    await buyer.confirmCard(paid, buyer.payCard(await buyer.start(paid)))
    await buyer.confirmCard(deciding, buyer.payCard(await buyer.start(deciding), cards.slow))
    await sweepAt(25)
    expect(await mailsOf(paid)).toEqual(['order_confirmation'])
    expect(await mailsOf(deciding)).toEqual([])
  })
})
