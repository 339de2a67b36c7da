import type { Database } from '../database/database'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { examineWebhooks } from './examine-webhooks'

let database: Database
let test: TestApi

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)
beforeEach(async () => {
  test = await createTestApi(database)
})
afterEach(() => test.close())
afterAll(() => database?.close())

const look = (isCreating = false) => examineWebhooks(test.api.services, isCreating)

// No document named the address and the events, and nothing looked whether they were set up.
describe('the webhooks at the providers', () => {
  it('are missing in a new account, and are set up once', async () => {
    expect(await look()).toMatchObject([
      { provider: 'stripe', state: 'missing', url: 'http://localhost:3000/api/payments/webhooks/stripe' },
      { provider: 'paypal', state: 'missing', url: 'http://localhost:3000/api/payments/webhooks/paypal' },
    ])
    const [stripe, paypal] = await look(true)
    expect(stripe).toMatchObject({ state: 'right', isChanged: true })
    expect(stripe?.settings.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
    expect(paypal?.settings.PAYPAL_WEBHOOK_ID).toBe(test.fakeProviders.webhooks.paypal[0]?.id)
    expect(await look(true)).toMatchObject([
      { state: 'right', isChanged: false, settings: {} },
      { state: 'right', isChanged: false, settings: {} },
    ])
    expect(test.fakeProviders.webhooks.stripe).toHaveLength(1)
  })

  it('are completed with what is missing, and those of others are left alone', async () => {
    const own = 'http://localhost:3000/api/payments/webhooks'
    const other = { id: 'we_other', url: 'https://elsewhere.example/hook', events: ['*'], isEnabled: true }
    const { stripe, paypal } = test.fakeProviders.webhooks
    stripe.push(other, {
      id: 'we_1',
      url: `${own}/stripe`,
      events: ['charge.refunded', 'invoice.paid'],
      isEnabled: true,
    })
    paypal.push({ id: 'WH1', url: `${own}/paypal`, events: ['PAYMENT.CAPTURE.COMPLETED'], isEnabled: true })
    const [found] = await look()
    expect(found?.state).toBe('incomplete')
    expect(found?.missing).toContain('refund.failed')
    expect(found?.missing).not.toContain('charge.refunded')
    await look(true)
    expect(stripe[0]).toEqual(other)
    expect(stripe[1]?.events).toEqual(
      expect.arrayContaining(['invoice.paid', 'refund.failed', 'charge.dispute.closed']),
    )
    expect(paypal[0]?.events).toContain('CUSTOMER.DISPUTE.RESOLVED')
    expect((await look()).map(({ state }) => state)).toEqual(['right', 'right'])
  })

  it('are seen to be switched off', async () => {
    const url = 'http://localhost:3000/api/payments/webhooks/stripe'
    test.fakeProviders.webhooks.stripe.push({ id: 'we_1', url, events: ['*'], isEnabled: false })
    expect((await look())[0]).toMatchObject({ state: 'off', missing: [] })
  })
})
