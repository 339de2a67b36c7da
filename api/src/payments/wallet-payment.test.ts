import type { Database } from '../database/database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, NEVER_MS, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

/** A bank decides when a test says so. */

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database, { parts: { processingMs: NEVER_MS } })
  buyer = createBuyer(test)
}, 60_000)

beforeEach(() => test.heal())

afterAll(async () => {
  await test?.close()
  await database?.close()
})

const captures = (id: string) => test.fakeProviders.payPal.orders.get(id)?.captures ?? []

describe('a wallet payment', () => {
  it('R155, R156: is begun, captured by the browser and confirmed', async () => {
    const orderId = newOrderId()
    const started = await buyer.startWallet(orderId)
    expect(started.json()).toEqual({
      success: true,
      message: expect.any(String),
      data: { paypalOrderId: expect.stringMatching(/^[A-Z0-9]{17}$/) },
    })
    const id = buyer.approve(started)
    test.fakeProviders.payPal.capture(id)
    const confirmed = await buyer.confirmWallet(id)
    expect(confirmed.statusCode).toBe(200)
    expect(confirmed.json().data).toEqual({ orderId, status: 'paid', isMailed: true })
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    expect((await buyer.confirmWallet(id)).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).mails).toHaveLength(1)
  })

  it('is captured by the server when the browser only approved it', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    const replies = await Promise.all([1, 2, 3].map(() => buyer.confirmWallet(id)))
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200])
    expect(captures(id)).toHaveLength(1)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })

  it('D-43: takes the order id of the site in the second field, and no other', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    expect((await buyer.confirmWallet(id, { orderId: newOrderId() })).statusCode).toBe(404)
    expect(captures(id)).toHaveLength(0)
    expect((await buyer.confirmWallet(id, { orderId })).statusCode).toBe(200)
  })

  it('believes nothing of the amount and the payer it is told', async () => {
    const id = buyer.approve(await buyer.startWallet(newOrderId()))
    const reply = await buyer.confirmWallet(id, { amount: '0.01', currency: 'JPY', payerEmail: '' })
    expect(reply.statusCode).toBe(200)
  })

  it('captures nothing of another amount', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    const order = test.fakeProviders.payPal.orders.get(id)
    const unit = order && { ...order.unit, amount: { currency_code: 'GBP', value: '1.00' } }
    if (order && unit) test.fakeProviders.payPal.orders.put(id, { ...order, unit })
    expect((await buyer.confirmWallet(id)).statusCode).toBe(404)
    expect(captures(id)).toHaveLength(0)
    expect((await readOrder(database, orderId)).state).toBe('pending')
  })

  it('is not confirmed before the buyer agreed, nor when the bank declined', async () => {
    const orderId = newOrderId()
    const started = await buyer.startWallet(orderId)
    const early = await buyer.confirmWallet(started.json().data.paypalOrderId)
    expect(early.statusCode).toBe(400)
    expect(early.json().code).toBe('payment_not_confirmed')
    expect((await buyer.confirmWallet(buyer.approve(started, 'declined'))).json().code).toBe('instrument_declined')
    expect((await buyer.confirmWallet(buyer.approve(started))).statusCode).toBe(200)
  })

  it('waits for a payment the bank holds', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'pending')
    expect((await buyer.confirmWallet(id)).json().code).toBe('payment_processing')
    for (const capture of captures(id)) test.fakeProviders.payPal.settleCapture(id, capture.id, 'COMPLETED')
    expect((await buyer.confirmWallet(id)).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).path).toEqual(['pending', 'processing', 'paid'])
  })

  it('is unknown when PayPal does not know it', async () => {
    expect((await buyer.confirmWallet('NOSUCHORDER')).statusCode).toBe(404)
  })

  it.each(['215', '215.0', '215,00', '-1.00', '1e3', '0.00', 'NaN', '99999999.00'])(
    'refuses the amount %p',
    async (amount) => {
      const reply = await buyer.startWallet(newOrderId(), { amount })
      expect([400, 422]).toContain(reply.statusCode)
    },
  )
})

describe('an order with both kinds of payment', () => {
  it('closes the card intent when the buyer goes on to the wallet', async () => {
    const orderId = newOrderId()
    const card = await buyer.start(orderId)
    const wallet = await buyer.startWallet(orderId)
    expect(wallet.statusCode).toBe(200)
    const intentId = card.json().data.clientSecret.split('_secret_')[0]
    expect(test.fakeProviders.stripe.intents.get(intentId)?.status).toBe('canceled')
    expect((await buyer.confirmWallet(buyer.approve(wallet))).statusCode).toBe(200)
    expect((await buyer.confirmCard(orderId, intentId)).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })

  it('does not take approved wallet money once the card has paid', async () => {
    const orderId = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(orderId))
    const card = await buyer.start(orderId)
    await buyer.confirmCard(orderId, buyer.payCard(card))
    const late = await buyer.confirmWallet(walletId)
    expect(late.statusCode).toBe(200)
    expect(captures(walletId)).toHaveLength(0)
    expect((await readOrder(database, orderId)).payments.map(({ state }) => state)).toEqual(['abandoned', 'succeeded'])
  })

  it('sends the second payment back when both took money', async () => {
    const orderId = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(orderId))
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    test.fakeProviders.payPal.capture(walletId)
    const late = await buyer.confirmWallet(walletId)
    expect(late.statusCode).toBe(409)
    expect(late.json().code).toBe('order_paid')
    expect(test.fakeProviders.payPal.orders.get(walletId)?.isRefunded).toBe(true)
    const kept = await readOrder(database, orderId)
    expect(kept.payments.map(({ state }) => state)).toEqual(['refunded', 'succeeded'])
    expect(kept.mails).toEqual(['order_confirmation', 'payment_refunded'])
    expect(test.logs.join()).toContain('"alert":"duplicate"')
  })
})
