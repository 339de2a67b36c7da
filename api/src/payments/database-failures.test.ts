import { signStripe } from '@site/sandbox/testing'
import { cards, newOrderId } from '../testing/buyer'
import { type DatabaseFailure, fragile } from '../testing/fragile-database'
import { setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'

let isAway = false
let freeSpace = true
let failures: DatabaseFailure[] = []

const shop = setUpShop({
  open: async () => fragile(await createTestDatabase(), { isAway: () => isAway, nextFailure: () => failures.shift() }),
  parts: { processingMs: NEVER_MS, hasDiskSpace: async () => freeSpace },
})
const { buyer, readOrder, sweepAt } = shop

beforeEach(() => {
  isAway = false
  freeSpace = true
  failures = []
})

describe('a database that is away', () => {
  it('R163: no payment begins, and nothing reaches the provider', async () => {
    isAway = true
    const before = shop.fakeProviders.stripe.intents.all().length
    const reply = await buyer.start(newOrderId())
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('30')
    expect(reply.json()).toEqual({
      success: false,
      code: 'unavailable',
      message: 'Payment service is currently unavailable. Please try again later.',
    })
    expect(shop.fakeProviders.stripe.intents.all().length).toBe(before)
  })

  it('R168: a payment that was made is not called failed, and is settled when it is back', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    isAway = true
    const reply = await buyer.confirmCard(orderId, id)
    expect(reply.statusCode).toBe(503)
    expect(reply.json().message).toBe('Failed to confirm payment. Please check your order status.')
    isAway = false
    await sweepAt(180_000)
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  it('makes the provider send its webhook again', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    const object = { id, object: 'payment_intent' }
    const event = {
      id: 'evt_away',
      object: 'event',
      livemode: false,
      type: 'payment_intent.succeeded',
      data: { object },
    }
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signStripe(body, shop.fakeProviders.keys.stripeSecret),
    }
    const send = () => shop.app.inject({ method: 'POST', url: '/api/payments/webhooks/stripe', body, headers })
    isAway = true
    expect((await send()).statusCode).toBe(503)
    isAway = false
    expect((await send()).statusCode).toBe(200)
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  it('shows in the health of the API', async () => {
    expect((await shop.app.inject('/api/health')).statusCode).toBe(200)
    isAway = true
    expect((await shop.app.inject('/api/health')).statusCode).toBe(503)
  })
})

describe('a database that is lost in the middle', () => {
  it.each([
    [1, 'before commit'],
    [1, 'after commit'],
    [2, 'before commit'],
    [2, 'after commit'],
    [3, 'before commit'],
    [3, 'after commit'],
  ] as const)('loses and doubles nothing when transaction %p of a purchase is lost %s', async (nth, failure) => {
    const orderId = newOrderId()
    failures = [...Array.from({ length: nth - 1 }, () => undefined), failure]
    const first = await buyer.start(orderId)
    const started = first.statusCode === 200 ? first : await buyer.start(orderId)
    const id = buyer.payCard(started)
    const confirmed = await buyer.confirmCard(orderId, id)
    if (confirmed.statusCode !== 200) expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    const kept = await readOrder(orderId)
    expect(kept).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    const charges = shop.fakeProviders.stripe.intents.all().filter(({ metadata }) => metadata.order === orderId)
    expect(charges.reduce((sum, intent) => sum + intent.charges, 0)).toBe(1)
  })
})

// The transaction with the provider's answer was lost, and a stale row reported "unpaid".
describe('R168: an answer of the provider that could not be kept', () => {
  it.each([
    ['a bank decides about', cards.slow, 'processing', (orderId: string, id: string) => buyer.confirmCard(orderId, id)],
    ['is paid while its page gives it up', cards.good, 'paid', (orderId: string) => buyer.abandon(orderId)],
  ] as const)('is not taken for none: the status of a payment that %s', async (_, card, status, ask) => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId), card)
    failures = ['before commit']
    expect((await ask(orderId, id)).statusCode).toBe(503)
    expect((await buyer.readStatus(orderId)).json().data.status).toBe(status)
  })

  it('is not taken for none where another window has just asked', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId), cards.slow)
    failures = ['before commit']
    expect((await buyer.readStatus(orderId)).json().code).toBe('unavailable')
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
    buyer.letBankDecide(id)
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('paid')
  })
})

describe('a full disk', () => {
  it('lets no payment begin, but lets one be confirmed', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    freeSpace = false
    expect((await buyer.start(newOrderId())).statusCode).toBe(503)
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
  })
})
