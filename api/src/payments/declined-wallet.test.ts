import type { Database } from '../database/database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { confirmPayment } from './confirm-payment'
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

const capturesOf = (id: string) => test.fakeProviders.payPal.orders.get(id)?.captures ?? []

/** PayPal keeps a declined order approved: capturing it once more may take the money after all. */
describe('a wallet payment whose source of money was declined', () => {
  it('was captured by the sweep after the buyer had read that it failed; now only its page captures it', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined_once')
    const declined = await buyer.confirmWallet(id)
    expect(declined.statusCode).toBe(402)
    expect(declined.json()).toMatchObject({ success: false, code: 'instrument_declined' })
    for (const minutes of [3, 5, 70]) await sweep(test.api.services, Date.now() + minutes * MINUTE)
    expect(capturesOf(id)).toHaveLength(0)
    expect((await readOrder(database, orderId)).payments[0]?.state).toBe('declined')

    buyer.approveAgain(id)
    expect((await buyer.confirmWallet(id)).statusCode).toBe(200)
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    expect(capturesOf(id)).toHaveLength(1)
  })

  it('is kept as declined without a second try when PayPal told the browser', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    const declined = await buyer.confirmWallet(id, { isDeclined: true })
    expect(declined.json()).toMatchObject({ code: 'instrument_declined' })
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    expect(capturesOf(id)).toHaveLength(0)
    expect((await buyer.confirmWallet(id)).statusCode).toBe(200)
  })

  it('is not believed to be declined when the money has moved all the same', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    test.fakeProviders.payPal.capture(id)
    expect((await buyer.confirmWallet(id, { isDeclined: true })).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })

  it('gives way to a card, and what PayPal takes later is sent back', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined_once')
    await buyer.confirmWallet(id)
    const card = await buyer.start(orderId)
    expect((await buyer.confirmCard(orderId, buyer.payCard(card))).statusCode).toBe(200)
    test.fakeProviders.payPal.capture(id)
    await sweep(test.api.services, Date.now() + 15 * MINUTE)
    expect(test.fakeProviders.payPal.orders.get(id)?.isRefunded).toBe(true)
    expect((await readOrder(database, orderId)).mails).toEqual(['order_confirmation', 'payment_refunded'])
  })

  // The server kept the decline and died before it answered: it counted as read, and its buyer heard of nothing.
  it('is written about where no page was answered', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined_once')
    await confirmPayment(test.api.services, { provider: 'paypal', providerId: id, isApproved: true })
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    expect((await readOrder(database, orderId)).mails).toEqual([])
    await sweep(test.api.services, Date.now() + 25 * 60 * MINUTE)
    expect((await readOrder(database, orderId)).mails).toEqual(['payment_not_taken'])
  })

  it('is not written about where the page asked once more and was answered', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined')
    const asked = { provider: 'paypal', providerId: id } as const
    await confirmPayment(test.api.services, { ...asked, isApproved: true })
    expect((await buyer.confirmWallet(id)).statusCode).toBe(402)
    await sweep(test.api.services, Date.now() + 25 * 60 * MINUTE)
    expect((await readOrder(database, orderId)).mails).toEqual([])
  })

  it('ends after a day: what PayPal takes after that is sent back', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId), 'declined_once')
    await buyer.confirmWallet(id)
    await sweep(test.api.services, Date.now() + 25 * 60 * MINUTE)
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'cancelled',
      payments: [{ state: 'expired' }],
      mails: [],
    })
    test.fakeProviders.payPal.capture(id)
    const late = await buyer.confirmWallet(id)
    expect(late.json()).toMatchObject({ success: false, code: 'payment_returned' })
    expect(test.fakeProviders.payPal.orders.get(id)?.isRefunded).toBe(true)
    expect((await readOrder(database, orderId)).state).toBe('cancelled')
  })
})
