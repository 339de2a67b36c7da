import { randomUUID } from 'node:crypto'
import { showIntent, signPayPal, signStripe } from '@site/sandbox/testing'
import { eq } from 'drizzle-orm'
import { cases } from '../database/after-sale-tables'
import { type OrderState, orders, type PaymentState, payments, providerEvents } from '../database/schema'
import { cards, newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { stripeEvent } from '../testing/test-api'
import { settle } from './settle-payment'

const shop = setUpShop()
const { buyer, outline, readOrder } = shop

const secretOf = () => shop.fakeProviders.keys.stripeSecret
const stateOf = async (orderId: string) => (await readOrder(orderId)).state
const about = (intentId: string, type?: string) => {
  const intent = shop.fakeProviders.stripe.intents.get(intentId)
  return stripeEvent(intent ? showIntent(intent) : { id: intentId, object: 'payment_intent' }, type)
}
const send = (intentId: string, type?: string) => shop.sendStripe(about(intentId, type))

function sendPayPal(event: object, signature: object = signPayPal(event, shop.fakeProviders.keys)) {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...signature }
  return shop.app.inject({ method: 'POST', url: '/api/payments/webhooks/paypal', body: JSON.stringify(event), headers })
}
const payPalEvent = (orderId: string, event_type = 'PAYMENT.CAPTURE.COMPLETED') => ({
  id: `WH-${randomUUID()}`,
  event_type,
  resource: { id: 'CAPTURE', supplementary_data: { related_ids: { order_id: orderId } } },
})

describe('a webhook of the card provider', () => {
  it('is asked for the truth, whatever it says and in whatever order it comes', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    const id = buyer.payCard(started, cards.declined)
    await send(id, 'payment_intent.succeeded')
    expect(await stateOf(orderId)).toBe('pending')
    buyer.payCard(started)
    await send(id, 'payment_intent.payment_failed')
    expect(await stateOf(orderId)).toBe('paid')
    await send(id, 'payment_intent.canceled')
    await send(id, 'payment_intent.processing')
    expect(await stateOf(orderId)).toBe('paid')
  })

  it('may come before the provider has answered our call', async () => {
    const orderId = newOrderId()
    shop.failNext('create', { when: 'after', how: 'drop' }, { when: 'before' }, { when: 'before' })
    const starting = buyer.start(orderId)
    const find = () => shop.fakeProviders.stripe.intents.all().find((it) => it.metadata.order === orderId)
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await send(find()?.id ?? '', 'payment_intent.created')).statusCode).toBe(200)
    await starting
    const again = await buyer.start(orderId)
    expect((await buyer.confirmCard(orderId, buyer.payCard(again))).statusCode).toBe(200)
  })

  it.each<[string, (body: string) => string]>([
    ['forged', (body) => signStripe(body, 'whsec_other')],
    ['of ten minutes ago', (body) => signStripe(body, secretOf(), Date.now() / 1_000 - 600)],
    ['signed for another body', () => signStripe('{}', secretOf())],
    ['without sense', () => 'x'],
  ])('is refused when it is %s', async (_name, sign) => {
    const { orderId, id } = await buyer.payByCard()
    const body = about(id)
    const reply = await shop.sendStripe(body, sign(body))
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { success: false, code: 'bad_signature' }])
    expect(await stateOf(orderId)).toBe('pending')
  })

  it('is refused without a signature, without a body and above 512 KB', async () => {
    const url = '/api/payments/webhooks/stripe'
    const headers = { 'content-type': 'application/json' }
    expect((await shop.app.inject({ method: 'POST', url, body: '{}', headers })).statusCode).toBe(400)
    expect((await shop.app.inject({ method: 'POST', url })).statusCode).toBe(400)
    const body = `"${'x'.repeat(600_000)}"`
    expect((await shop.app.inject({ method: 'POST', url, body, headers })).statusCode).toBe(413)
    expect((await shop.sendStripe(JSON.stringify({ pad: 'x'.repeat(100_000) }))).statusCode).toBe(400)
  })

  // Charges of another product of the same account opened cases.
  it.each([
    ['of an order that our database has lost is taken in and held', 'order_elsewhere1:stripe:1', true],
    ['that belongs to another product of the account is not our matter', 'subscription 12', false],
  ])('about money %s', async (_whose, payment, isOurs) => {
    const asked = { amount: 4_200, currency: 'gbp', description: '', metadata: { payment } }
    const { id, client_secret: secret } = shop.fakeProviders.stripe.createIntent(asked).body as Record<string, string>
    buyer.payIntent(id ?? '', secret ?? '')
    expect((await send(id ?? '')).statusCode).toBe(200)
    const kept = await outline('order_elsewhere1')
    expect(kept).toBe(isOurs ? 'needs_attention: succeeded; payment_received' : 'undefined: ; no mail')
    expect(await shop.queries().select().from(cases)).toEqual([])
    expect(shop.logs.join()).not.toContain('"alert"')
  })

  it('about a payment its provider does not know is kept: that can be a wrong key', async () => {
    expect((await shop.sendStripe(stripeEvent({ id: 'pi_unknown' }, undefined, 'evt_unknown'))).statusCode).toBe(200)
    const isMeant = eq(providerEvents.eventId, 'evt_unknown')
    const rows = await shop.queries().select().from(providerEvents).where(isMeant)
    expect(rows).toMatchObject([{ handledAt: null, attempts: 1 }])
  })

  it('is taken with either of two secrets while the secret is changed', async () => {
    const { stripe, paypal } = shop.fakeProviders.providers
    const before = stripe.webhookSecret
    const providers = { paypal, stripe: { ...stripe, webhookSecret: 'whsec_next', previousWebhookSecret: before } }
    const rotated = await shop.startOther({ peer: shop, config: { providers } })
    for (const secret of ['whsec_next', before]) {
      const body = about('pi_1', 'payment_intent.created')
      expect((await rotated.sendStripe(body, signStripe(body, secret))).statusCode).toBe(200)
    }
  })
})

describe('a webhook of the wallet', () => {
  it('settles what the browser captured before it was closed, and captures nothing itself', async () => {
    const { orderId, id } = await buyer.approved()
    await sendPayPal(payPalEvent(id, 'CHECKOUT.ORDER.APPROVED'))
    await sendPayPal(payPalEvent(id))
    expect(shop.fakeProviders.payPal.orders.get(id)?.captures).toHaveLength(0)
    expect(await stateOf(orderId)).toBe('pending')
    shop.fakeProviders.payPal.capture(id)
    expect((await sendPayPal(payPalEvent(id))).statusCode).toBe(200)
    expect(await outline(orderId)).toBe('paid: succeeded; order_confirmation')
  })

  // A refund of another product of the same account opened a case.
  it('about a refund of another product of the account is not our matter', async () => {
    const { payPal } = shop.fakeProviders
    const unit = { custom_id: 'subscription 12', amount: { currency_code: 'GBP', value: '42.00' } }
    const { id } = payPal.createOrder(unit).body as { id: string }
    payPal.approve(id, 'balance')
    payPal.capture(id)
    const links = [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${buyer.captureOf(id)}` }]
    await sendPayPal({ ...payPalEvent(id, 'PAYMENT.CAPTURE.REFUNDED'), resource: { id: 'REFUND', links } })
    expect(shop.logs).toEqual([])
    expect(await shop.queries().select().from(cases)).toEqual([])
  })

  it('is refused when PayPal does not know the signature, and asked for again while it cannot check', async () => {
    const event = payPalEvent('X')
    const forged = { ...signPayPal(event, shop.fakeProviders.keys), 'paypal-transmission-sig': 'forged' }
    for (const signature of [forged, signPayPal({}, shop.fakeProviders.keys), {}])
      expect((await sendPayPal(event, signature)).statusCode).toBe(400)
    shop.failures.call = ({ action }) => (action === 'verify' ? { when: 'before' } : undefined)
    expect((await sendPayPal(event)).statusCode).toBe(503)
  })
})

/**
 * Some states occur once in thousands of histories. Each one without a transition was answered with 500, in every
 * sweep.
 */

const anOrder = newOrderId()

const unpaid: PaymentState[] = ['open', 'processing', 'declined', 'ended']
const decided: Partial<Record<OrderState, PaymentState>> = {
  needs_attention: 'ended',
  paid: 'succeeded',
  refunded: 'refunded',
  charged_back: 'charged_back',
}
const orderStates: OrderState[] = [
  ...(['created', 'pending', 'processing', 'failed', 'cancelled'] as const),
  ...(Object.keys(decided) as OrderState[]),
]
const statuses = ['open', 'approved', 'processing', 'declined', 'closed', 'succeeded'] as const

async function tell(order: OrderState, state: PaymentState, status: (typeof statuses)[number]) {
  const queries = shop.queries()
  const [other, payment] = (await readOrder(anOrder)).payments
  if (!other || !payment?.providerId) throw new Error('There are no two payments')
  const untouched = { takenAt: null, takenPence: null, providerStatus: null }
  const set = (id: number, values: Partial<typeof payments.$inferInsert>) =>
    queries.update(payments).set(values).where(eq(payments.id, id))
  await set(payment.id, { ...untouched, state: 'ended' })
  await set(other.id, { state: decided[order] ?? 'ended' })
  await set(payment.id, { state })
  await queries.update(orders).set({ state: order }).where(eq(orders.id, anOrder))
  const { provider, providerId, amountPence, idempotencyKey: reference } = payment
  const said = { provider, providerId, reference, amountPence, currency: 'gbp', isOurMode: true, chargeId: 'ch_1' }
  const settlement = await settle(shop.api.services, { ...said, status }, 'sweep')
  const kept = await readOrder(anOrder)
  return { type: settlement.type, order: kept.state, payment: kept.payments[1]?.state }
}

it.each(orderStates)(
  'an order that is %s takes in whatever its provider says, and keeps money or sends it back',
  async (order) => {
    await buyer.startWallet(anOrder)
    await buyer.start(anOrder)
    const isOver = order === 'refunded' || order === 'charged_back'
    for (const state of unpaid) {
      for (const status of statuses.slice(0, -1)) {
        const kept = await tell(order, state, status)
        expect([state, status, decided[order] ? order : kept.order]).toEqual([state, status, kept.order])
      }
      const isKept = order !== 'paid' && state !== 'ended'
      const to = isOver || order === 'cancelled' ? 'needs_attention' : 'paid'
      const kept = { type: 'settled', order: to, payment: 'succeeded' }
      const expected = isKept ? kept : { type: 'returned', order, payment: 'duplicate' }
      expect([state, await tell(order, state, 'succeeded')]).toEqual([state, expected])
    }
  },
)
