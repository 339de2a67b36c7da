import { setUpShop } from '../testing/set-up-shop'
import { examineWebhooks } from './examine-webhooks'

const shop = setUpShop()
afterEach(() => {
  for (const webhooks of Object.values(shop.fakeProviders.webhooks)) webhooks.length = 0
})

const own = 'http://localhost:3000/api/payments/webhooks'
const look = (isCreating = false) => examineWebhooks(shop.api.services, isCreating)
async function lookWith(changes: { webhookId: string; previousWebhookId?: string }, isCreating = false) {
  const { stripe, paypal } = shop.fakeProviders.providers
  const config = { providers: { stripe, paypal: { ...paypal, ...changes } } }
  const server = await shop.startOther({ peer: shop, config })
  return examineWebhooks(server.api.services, isCreating)
}

function addPayPal(id: string): void {
  const events = ['PAYMENT.CAPTURE.COMPLETED']
  shop.fakeProviders.webhooks.paypal.push({ id, url: `${own}/paypal`, events, isEnabled: true })
}

describe('the webhooks at the providers', () => {
  it('are missing in a new account, and are set up once', async () => {
    expect(await look()).toMatchObject([
      { provider: 'stripe', state: 'missing', url: `${own}/stripe` },
      { provider: 'paypal', state: 'missing', url: `${own}/paypal` },
    ])
    const [stripe, paypal] = await look(true)
    expect(stripe).toMatchObject({ state: 'right', isChanged: true })
    expect(stripe?.settings.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
    const id = shop.fakeProviders.webhooks.paypal[0]?.id ?? ''
    expect(paypal?.settings).toEqual({ PAYPAL_WEBHOOK_ID: id })
    expect(await look(true)).toMatchObject([
      { state: 'right', isChanged: false, settings: {} },
      { state: 'unverified', isChanged: false, settings: { PAYPAL_WEBHOOK_ID: id } },
    ])
    expect(await lookWith({ webhookId: id })).toMatchObject([
      { state: 'right', isChanged: false, settings: {} },
      { state: 'right', isChanged: false, settings: {} },
    ])
    expect(shop.fakeProviders.webhooks.stripe).toHaveLength(1)
    expect(shop.fakeProviders.webhooks.paypal).toHaveLength(1)
  })

  it('are completed with what is missing, and those of others are left alone', async () => {
    const other = { id: 'we_other', url: 'https://elsewhere.example/hook', events: ['*'], isEnabled: true }
    const { stripe, paypal } = shop.fakeProviders.webhooks
    stripe.push(other, {
      id: 'we_1',
      url: `${own}/stripe`,
      events: ['charge.refunded', 'invoice.paid'],
      isEnabled: true,
    })
    const { payPalWebhookId: id } = shop.fakeProviders.keys
    addPayPal(id)
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
    addPayPal('WH-NEW')
    const settings = { PAYPAL_WEBHOOK_ID: 'WH-NEW' }
    const [, found] = await lookWith({ webhookId: 'WH-OLD' })
    expect(found).toMatchObject({ state: 'unverified', isChanged: false, settings })
    expect(found?.missing).toContain('CUSTOMER.DISPUTE.RESOLVED')
    const [, completed] = await lookWith({ webhookId: 'WH-OLD' }, true)
    expect(completed).toMatchObject({ state: 'unverified', missing: [], isChanged: true, settings })
    const [, again] = await lookWith({ webhookId: 'WH-OLD' }, true)
    expect(again).toEqual({ ...completed, isChanged: false })
    const [, changing] = await lookWith({ webhookId: 'WH-NEXT', previousWebhookId: 'WH-NEW' })
    expect(changing).toMatchObject({ state: 'right', settings: {} })
  })

  it('are seen to be switched off', async () => {
    const stripe = { id: 'we_1', url: `${own}/stripe`, events: ['*'], isEnabled: false }
    shop.fakeProviders.webhooks.stripe.push(stripe)
    expect((await look())[0]).toMatchObject({ state: 'off', missing: [] })
  })
})
