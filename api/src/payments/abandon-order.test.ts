import { cards, newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'

const shop = setUpShop({ parts: { processingMs: NEVER_MS, providerTimeoutMs: 1_500 } })
const { buyer, readOrder, sweepAt } = shop

const MINUTE = 60_000

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
    expect(shop.fakeProviders.stripe.intents.get(id)).toMatchObject({ status: 'canceled', charges: 0 })
  })

  it.each(['hang', 'error', 'missing'] as const)(
    'is given up while its provider is away (%s); it is closed later',
    async (how) => {
      const orderId = newOrderId()
      const started = await buyer.start(orderId)
      shop.failures.call = () => ({ when: 'before', how })
      expect((await buyer.abandon(orderId)).json()).toEqual(abandoned(orderId))
      shop.heal()
      await sweepAt(3 * MINUTE)
      const id = started.json().data.clientSecret.split('_secret_')[0]
      expect(shop.fakeProviders.stripe.intents.get(id)?.status).toBe('canceled')
    },
  )

  it('gets back at once what is charged after that, and the shop is told', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    shop.failures.call = () => ({ when: 'before' })
    await buyer.abandon(orderId)
    shop.heal()
    const id = buyer.payCard(started)
    expect((await buyer.confirmCard(orderId, id)).json()).toMatchObject({ success: false, code: 'payment_returned' })
    expect(shop.fakeProviders.stripe.intents.get(id)?.isRefunded).toBe(true)
    const kept = await readOrder(orderId)
    expect(kept).toMatchObject({ state: 'cancelled', mails: ['payment_refunded'], payments: [{ state: 'refunded' }] })
    expect(kept.alerts).toHaveLength(1)
    expect(shop.logs.join()).toContain('"alert":"late_payment"')
  })

  it('is paid when the money had moved before', async () => {
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId))
    const refused = await buyer.abandon(orderId)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().code).toBe('order_paid')
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
  })

  it('is not given up while a bank decides', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId), cards.slow)
    expect((await buyer.abandon(orderId)).json().code).toBe('payment_processing')
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
    buyer.letBankDecide(id)
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
  })

  // Bug: the answer to "abandon" was lost, so the last word a buyer had was "processing", and no mail followed.
  it('has its buyer written to, once, when a page had said "processing"', async () => {
    const orderId = newOrderId()
    const started = await buyer.startWallet(orderId)
    buyer.approve(started)
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
    await buyer.abandon(orderId)
    await buyer.abandon(orderId)
    expect(await readOrder(orderId)).toMatchObject({ state: 'cancelled', mails: ['payment_not_taken'] })
  })

  it('can be started again, and abandoned again', async () => {
    const orderId = newOrderId()
    await buyer.startWallet(orderId)
    await buyer.abandon(orderId)
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    expect((await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))).statusCode).toBe(200)
    expect((await readOrder(orderId)).path).toEqual(['pending', 'cancelled', 'pending', 'paid'])
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
    buyer.payCard(started)
    expect((await statusOf(orderId)).status).toBe('paid')
  })
})
