import { keepCollectingGarbage } from '@platform/base/testing/collect-garbage'
import type { Database } from '../database/database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database, { parts: { providerTimeoutMs: 1_000 } })
  buyer = createBuyer(test)
}, 60_000)

beforeEach(() => test.heal())

afterAll(async () => {
  await test?.close()
  await database?.close()
})

// The time limit began anew with every byte, and one answer that came in single bytes ended the sweep for good. So it did when
// garbage was collected meanwhile: the signal of `fetch` was forgotten then.
describe('an answer that comes byte by byte and never ends', () => {
  it.each(['stripe', 'paypal'] as const)(
    'is none (%s), and the sweep goes on',
    async (provider) => {
      const orderId = newOrderId()
      if (provider === 'stripe') buyer.payCard(await buyer.start(orderId))
      else test.fakeProviders.payPal.capture(buyer.approve(await buyer.startWallet(orderId)))
      test.failures.call = (call) => (call.provider === provider ? { when: 'before', how: 'trickle' } : undefined)
      const stop = keepCollectingGarbage(100)
      await sweep(test.api.services, Date.now() + 3 * MINUTE).finally(stop)
      expect((await readOrder(database, orderId)).payments[0]?.failedChecks).toBe(1)
      test.heal()
      await sweep(test.api.services, Date.now() + 5 * MINUTE)
      expect((await readOrder(database, orderId)).state).toBe('paid')
    },
    20_000,
  )
})

describe('closing a payment', () => {
  // Stripe repeats what it has saved for a key, errors of its own too: nothing was closed or seen for a day.
  it('works again as soon as the provider does', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    const intentId = started.json().data.clientSecret.split('_secret_')[0]
    test.failNext('cancel', { when: 'after', how: 'error' })
    await buyer.startWallet(orderId)
    test.heal()
    await sweep(test.api.services, Date.now() + 15 * MINUTE)
    expect(test.fakeProviders.stripe.intents.get(intentId)?.status).toBe('canceled')
    expect((await readOrder(database, orderId)).payments[0]?.state).toBe('ended')
  })

  it('is followed by a look: money that has moved is seen although closing fails', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    await buyer.startWallet(orderId)
    test.failures.call = ({ action }) => (action === 'cancel' ? { when: 'before', how: 'error' } : undefined)
    const second = newOrderId()
    const open = await buyer.start(second)
    await buyer.startWallet(second)
    const intentId = buyer.payCard(open)
    await sweep(test.api.services, Date.now() + 15 * MINUTE)
    expect(test.fakeProviders.stripe.intents.get(intentId)?.isRefunded).toBe(true)
    expect(started.statusCode).toBe(200)
  })
})
