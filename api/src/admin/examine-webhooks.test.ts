import { useShop } from '../testing/use-shop'
import { examineWebhooks } from './examine-webhooks'

const shop = useShop()
afterEach(() => {
  for (const webhooks of Object.values(shop.test.fakeProviders.webhooks)) webhooks.length = 0
})

const look = (isCreating = false) => examineWebhooks(shop.test.api.services, isCreating)
async function lookWith(changes: { webhookId: string; previousWebhookId?: string }, isCreating = false) {
  const { stripe, paypal } = shop.test.fakeProviders.providers
  const config = { providers: { stripe, paypal: { ...paypal, ...changes } } }
  const server = await shop.startOther({ peer: shop.test, config })
  return examineWebhooks(server.api.services, isCreating)
}

describe('the webhooks at the providers', () => {
  it('are missing in a new account, and are set up once', async () => {
    expect(await look()).toMatchObject([
      { provider: 'stripe', state: 'missing', url: 'http://localhost:3000/api/payments/webhooks/stripe' },
      { provider: 'paypal', state: 'missing', url: 'http://localhost:3000/api/payments/webhooks/paypal' },
    ])
    const [stripe, paypal] = await look(true)
    expect(stripe).toMatchObject({ state: 'right', isChanged: true })
    expect(stripe?.settings.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
    const id = shop.test.fakeProviders.webhooks.paypal[0]?.id ?? ''
    expect(paypal?.settings).toEqual({ PAYPAL_WEBHOOK_ID: id })
    expect(await look(true)).toMatchObject([
      { state: 'right', isChanged: false, settings: {} },
      { state: 'unverified', isChanged: false, settings: { PAYPAL_WEBHOOK_ID: id } },
    ])
    expect(await lookWith({ webhookId: id })).toMatchObject([
      { state: 'right', isChanged: false, settings: {} },
      { state: 'right', isChanged: false, settings: {} },
    ])
    expect(shop.test.fakeProviders.webhooks.stripe).toHaveLength(1)
    expect(shop.test.fakeProviders.webhooks.paypal).toHaveLength(1)
  })

  it('are completed with what is missing, and those of others are left alone', async () => {
    const own = 'http://localhost:3000/api/payments/webhooks'
    const other = { id: 'we_other', url: 'https://elsewhere.example/hook', events: ['*'], isEnabled: true }
    const { stripe, paypal } = shop.test.fakeProviders.webhooks
    stripe.push(other, {
      id: 'we_1',
      url: `${own}/stripe`,
      events: ['charge.refunded', 'invoice.paid'],
      isEnabled: true,
    })
    const { payPalWebhookId: id } = shop.test.fakeProviders.keys
    paypal.push({ id, url: `${own}/paypal`, events: ['PAYMENT.CAPTURE.COMPLETED'], isEnabled: true })
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

  it('are not right where PayPal’s events are checked by the id of another webhook', async () => {
    const url = 'http://localhost:3000/api/payments/webhooks/paypal'
    const events = ['PAYMENT.CAPTURE.COMPLETED']
    shop.test.fakeProviders.webhooks.paypal.push({ id: 'WH-NEW', url, events, isEnabled: true })
    const settings = { PAYPAL_WEBHOOK_ID: 'WH-NEW' }
    const [, found] = await lookWith({ webhookId: 'WH-OLD' })
    expect(found).toMatchObject({ state: 'unverified', isChanged: false, settings })
    expect(found?.missing).toContain('CUSTOMER.DISPUTE.RESOLVED')
    const [, completed] = await lookWith({ webhookId: 'WH-OLD' }, true)
    expect(completed).toMatchObject({ state: 'unverified', missing: [], isChanged: true, settings })
    const [, again] = await lookWith({ webhookId: 'WH-OLD' }, true)
    expect(again).toMatchObject({ state: 'unverified', missing: [], isChanged: false, settings })
    const [, changing] = await lookWith({ webhookId: 'WH-NEXT', previousWebhookId: 'WH-NEW' })
    expect(changing).toMatchObject({ state: 'right', settings: {} })
  })

  it('are seen to be switched off', async () => {
    const url = 'http://localhost:3000/api/payments/webhooks/stripe'
    shop.test.fakeProviders.webhooks.stripe.push({ id: 'we_1', url, events: ['*'], isEnabled: false })
    expect((await look())[0]).toMatchObject({ state: 'off', missing: [] })
  })
})
