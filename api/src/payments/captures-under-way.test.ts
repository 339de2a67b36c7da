import { sql } from 'drizzle-orm'
import type { Database } from '../database/database'
import { cards, createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, NEVER_MS, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { keepExpired } from './expire-payment'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000

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

describe('an approved payment that a page captures', () => {
  // Approved between the sweep's last question and its note that it had expired: nothing was said to be charged, and it was taken.
  it('is not expired', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    const [asOfBefore] = (await readOrder(database, orderId)).payments
    expect((await buyer.sayApproved(id)).statusCode).toBe(200)
    if (asOfBefore) await keepExpired(test.api.services, asOfBefore)
    expect(await readOrder(database, orderId)).toMatchObject({ payments: [{ state: 'open' }], mails: [] })
    expect((await buyer.confirmWallet(id)).statusCode).toBe(200)
  })

  it('is said to be moving while the browser captures it, and to have come when it has', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    await buyer.sayApproved(id)
    expect((await buyer.lookAtWallet(id)).json().code).toBe('payment_processing')
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
    expect((await buyer.abandon(orderId)).json().code).toBe('payment_processing')
    test.fakeProviders.payPal.capture(id)
    await sweep(test.api.services, Date.now() + 3 * MINUTE)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })

  // Another window read that nothing was paid, while PayPal was asked whether it may be taken for a page that had approved it.
  it('is said to be moving from the moment the page asks for it', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    await buyer.sayApproved(id)
    await database.queries().execute(sql`update payments set capture_asked_at = now() - interval '2 minutes'`)
    const { paypal } = test.api.services.gateways
    const read = paypal.read.bind(paypal)
    let status: unknown
    jest.spyOn(paypal, 'read').mockImplementationOnce(async (providerId) => {
      const answer = await read(providerId)
      status = (await buyer.readStatus(orderId)).json().data.status
      return answer
    })
    expect((await buyer.confirmWallet(id)).statusCode).toBe(200)
    expect(status).toBe('processing')
  })

  it('is said to be moving where PayPal does not say, and no longer than a capture may take', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    test.failures.call = ({ action }) => (action === 'read' ? { when: 'before', how: 'error' } : undefined)
    expect((await buyer.confirmWallet(id)).json().code).toBe('unavailable')
    test.heal()
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
    expect((await buyer.abandon(orderId)).json().code).toBe('payment_processing')
    await database.queries().execute(sql`update payments set capture_asked_at = now() - interval '13 seconds'`)
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    await sweep(test.api.services, Date.now() + 70 * MINUTE)
    expect(test.fakeProviders.payPal.orders.get(id)?.captures).toEqual([])
  })

  // A page that asked about what another window had replaced read that it had failed, while a bank decided of the other's card.
  it.each(['given up', 'declined'])(
    'is said to be moving while a card is, that was begun after it was %s',
    async (how) => {
      const orderId = newOrderId()
      const id = buyer.approve(await buyer.startWallet(orderId), how === 'declined' ? 'declined' : 'balance')
      if (how === 'declined') expect((await buyer.confirmWallet(id)).statusCode).toBe(402)
      else await buyer.abandon(orderId)
      const card = buyer.payCard(await buyer.start(orderId), cards.slowFails)
      await sweep(test.api.services, Date.now() + 3 * MINUTE)
      expect((await buyer.confirmWallet(id)).json().code).toBe('payment_processing')
      test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
      buyer.letBankDecide(card)
      await sweep(test.api.services, Date.now() + 6 * MINUTE)
      expect((await readOrder(database, orderId)).mails).toEqual(['payment_refused'])
    },
  )

  it('is not captured by a page whose payment was given up or paid meanwhile', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    await buyer.abandon(orderId)
    expect((await buyer.sayApproved(id)).statusCode).toBe(409)
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    expect((await buyer.sayApproved(id)).json().code).toBe('order_paid')
    expect((await buyer.sayApproved('NOSUCHORDER')).statusCode).toBe(404)
  })
})
