import { randomUUID } from 'node:crypto'
import { showIntent, signPayPal, signStripe } from '@site/sandbox/testing'
import { eq } from 'drizzle-orm'
import { cases } from '../database/after-sale-tables'
import { providerEvents } from '../database/schema'
import { cards, newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { createTestApi } from '../testing/test-api'

const shop = setUpShop()
const { buyer, readOrder, sweepAt } = shop

const json = { 'content-type': 'application/json; charset=utf-8' }

function stripeEvent(intentId: string, type = 'payment_intent.succeeded', id = `evt_${randomUUID()}`) {
  const intent = shop.fakeProviders.stripe.intents.get(intentId)
  const object = intent ? showIntent(intent) : { id: intentId, object: 'payment_intent' }
  return JSON.stringify({ id, object: 'event', livemode: false, type, data: { object } })
}

function sendStripe(body: string, signature = signStripe(body, shop.fakeProviders.keys.stripeSecret)) {
  const headers = { ...json, 'stripe-signature': signature }
  return shop.app.inject({ method: 'POST', url: '/api/payments/webhooks/stripe', body, headers })
}

function sendPayPal(event: object, signature = signPayPal(event, shop.fakeProviders.keys)) {
  const headers = { ...json, ...signature }
  const body = JSON.stringify(event)
  return shop.app.inject({ method: 'POST', url: '/api/payments/webhooks/paypal', body, headers })
}

const payPalEvent = (orderId: string, event_type = 'PAYMENT.CAPTURE.COMPLETED') => ({
  id: `WH-${randomUUID()}`,
  event_type,
  resource: { id: 'CAPTURE', supplementary_data: { related_ids: { order_id: orderId } } },
})

describe('a webhook of the card provider', () => {
  it('settles an order whose browser is gone', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    expect((await sendStripe(stripeEvent(id))).statusCode).toBe(200)
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
  })

  it('may come twice, at once, and after the confirm call', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    const event = stripeEvent(id)
    const replies = await Promise.all([
      sendStripe(event),
      sendStripe(event),
      buyer.confirmCard(orderId, id),
      sendStripe(stripeEvent(id)),
    ])
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200])
    expect((await readOrder(orderId)).mails).toHaveLength(1)
    expect((await readOrder(orderId)).path).toEqual(['pending', 'paid'])
  })

  it('is asked for the truth, whatever it says and in whatever order it comes', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    const id = buyer.payCard(started, cards.declined)
    await sendStripe(stripeEvent(id, 'payment_intent.succeeded'))
    expect((await readOrder(orderId)).state).toBe('pending')
    buyer.payCard(started)
    await sendStripe(stripeEvent(id, 'payment_intent.payment_failed'))
    expect((await readOrder(orderId)).state).toBe('paid')
    await sendStripe(stripeEvent(id, 'payment_intent.canceled'))
    await sendStripe(stripeEvent(id, 'payment_intent.processing'))
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  it('may come before the provider has answered our call', async () => {
    const orderId = newOrderId()
    shop.failNext('create', { when: 'after', how: 'drop' }, { when: 'before' }, { when: 'before' })
    const starting = buyer.start(orderId)
    const find = () => shop.fakeProviders.stripe.intents.all().find((it) => it.metadata.order === orderId)
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await sendStripe(stripeEvent(find()?.id ?? '', 'payment_intent.created'))).statusCode).toBe(200)
    await starting
    const again = await buyer.start(orderId)
    expect((await buyer.confirmCard(orderId, buyer.payCard(again))).statusCode).toBe(200)
  })

  it.each([
    ['forged', (body: string) => signStripe(body, 'whsec_other')],
    [
      'of ten minutes ago',
      (body: string) => signStripe(body, shop.fakeProviders.keys.stripeSecret, Date.now() / 1_000 - 600),
    ],
    ['signed for another body', () => signStripe('{}', shop.fakeProviders.keys.stripeSecret)],
    ['without sense', () => 'x'],
  ])('is refused when it is %s', async (_name, sign) => {
    const orderId = newOrderId()
    const body = stripeEvent(buyer.payCard(await buyer.start(orderId)))
    const reply = await sendStripe(body, sign(body))
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ success: false, code: 'bad_signature' })
    expect((await readOrder(orderId)).state).toBe('pending')
  })

  it('is refused without a signature, without a body and above 512 KB', async () => {
    const url = '/api/payments/webhooks/stripe'
    expect((await shop.app.inject({ method: 'POST', url, body: '{}', headers: json })).statusCode).toBe(400)
    expect((await shop.app.inject({ method: 'POST', url })).statusCode).toBe(400)
    const body = `"${'x'.repeat(600_000)}"`
    expect((await shop.app.inject({ method: 'POST', url, body, headers: json })).statusCode).toBe(413)
    expect((await sendStripe(JSON.stringify({ pad: 'x'.repeat(100_000) }))).statusCode).toBe(400)
  })

  it('about money that belongs to no order is answered with 200 and listed for a person', async () => {
    const metadata = { payment: 'order_elsewhere1:stripe:1' }
    const asked = { amount: 4_200, currency: 'gbp', description: '', metadata }
    const { body } = shop.fakeProviders.stripe.createIntent(asked)
    const { id, client_secret: secret } = body as { id: string; client_secret: string }
    buyer.payIntent(id, secret)
    expect((await sendStripe(stripeEvent(id))).statusCode).toBe(200)
    expect(shop.logs.join()).toContain('"alert":"unknown_order"')
    const [found] = await shop.database
      .queries()
      .select()
      .from(cases)
      .where(eq(cases.subject, `stripe ${id}`))
    expect(found).toMatchObject({ kind: 'unmatched_charge', amountPence: 4_200, closedAt: null })
  })

  // Charges of another product of the same account opened cases.
  it('about money of another product of the same account is nobody’s matter here', async () => {
    const asked = { amount: 4_200, currency: 'gbp', description: '', metadata: { payment: 'subscription 12' } }
    const { body } = shop.fakeProviders.stripe.createIntent(asked)
    const { id, client_secret: secret } = body as { id: string; client_secret: string }
    buyer.payIntent(id, secret)
    expect((await sendStripe(stripeEvent(id, undefined, 'evt_foreign'))).statusCode).toBe(200)
    const found = await shop.database
      .queries()
      .select()
      .from(cases)
      .where(eq(cases.subject, `stripe ${id}`))
    expect(found).toEqual([])
    expect(shop.logs.join()).not.toContain('"alert"')
  })

  it('about a payment its provider does not know is kept: that can be a wrong key', async () => {
    expect((await sendStripe(stripeEvent('pi_unknown', undefined, 'evt_unknown'))).statusCode).toBe(200)
    const [row] = await shop.database
      .queries()
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.eventId, 'evt_unknown'))
    expect(row).toMatchObject({ handledAt: null, attempts: 1 })
  })

  it('is taken with either of two secrets while the secret is changed', async () => {
    const { stripe, paypal } = shop.fakeProviders.providers
    const before = stripe.webhookSecret
    const providers = { paypal, stripe: { ...stripe, webhookSecret: 'whsec_next', previousWebhookSecret: before } }
    const rotated = await createTestApi(shop.database, { peer: shop, config: { providers } })
    for (const secret of ['whsec_next', before]) {
      const body = stripeEvent('pi_1', 'payment_intent.created')
      const headers = { ...json, 'stripe-signature': signStripe(body, secret) }
      const url = '/api/payments/webhooks/stripe'
      expect((await rotated.app.inject({ method: 'POST', url, body, headers })).statusCode).toBe(200)
    }
    await rotated.close()
  })

  it('is kept while the provider is away and handled by the sweep', async () => {
    const orderId = newOrderId()
    const event = stripeEvent(buyer.payCard(await buyer.start(orderId)))
    shop.failures.call = () => ({ when: 'before' })
    expect((await sendStripe(event)).statusCode).toBe(200)
    expect((await readOrder(orderId)).state).toBe('pending')
    shop.heal()
    await sweepAt(60_000)
    expect((await readOrder(orderId)).state).toBe('paid')
  })
})

describe('a webhook of the wallet', () => {
  it('settles what the browser captured before it was closed', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    shop.fakeProviders.payPal.capture(id)
    expect((await sendPayPal(payPalEvent(id))).statusCode).toBe(200)
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
  })

  it('does not capture what is only approved', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    await sendPayPal(payPalEvent(id, 'CHECKOUT.ORDER.APPROVED'))
    await sendPayPal(payPalEvent(id))
    expect(shop.fakeProviders.payPal.orders.get(id)?.captures).toHaveLength(0)
    expect((await readOrder(orderId)).state).toBe('pending')
  })

  it('is refused when PayPal does not know the signature', async () => {
    const event = payPalEvent('X')
    const forged = { ...signPayPal(event, shop.fakeProviders.keys), 'paypal-transmission-sig': 'forged' }
    expect((await sendPayPal(event, forged)).statusCode).toBe(400)
    expect((await sendPayPal(event, signPayPal({}, shop.fakeProviders.keys))).statusCode).toBe(400)
    const bare = { method: 'POST', url: '/api/payments/webhooks/paypal', headers: json } as const
    expect((await shop.app.inject({ ...bare, body: JSON.stringify(event) })).statusCode).toBe(400)
  })

  it('is asked for again while PayPal cannot check it', async () => {
    shop.failures.call = ({ action }) => (action === 'verify' ? { when: 'before' } : undefined)
    expect((await sendPayPal(payPalEvent('X'))).statusCode).toBe(503)
  })
})

describe('the webhooks of the fake providers', () => {
  it('arrive by themselves, are signed, and settle the order', async () => {
    shop.failures.webhook = undefined
    const card = newOrderId()
    const wallet = newOrderId()
    buyer.payCard(await buyer.start(card))
    shop.fakeProviders.payPal.capture(buyer.approve(await buyer.startWallet(wallet)))
    const deadline = Date.now() + 8_000
    const isPaid = async (id: string) => (await readOrder(id)).state === 'paid'
    while (!((await isPaid(card)) && (await isPaid(wallet))) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await isPaid(card)).toBe(true)
    expect(await isPaid(wallet)).toBe(true)
  })
})
