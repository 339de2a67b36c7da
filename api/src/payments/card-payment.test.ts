import { basket, cards, newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'
import { createEmbeddedDatabase } from '../testing/test-database'

const shop = setUpShop({ open: createEmbeddedDatabase, parts: { processingMs: NEVER_MS } })
const { buyer, readOrder } = shop

describe('a card payment', () => {
  it('R144, R146: is begun, paid and confirmed; the order is kept first and the mail queued with it', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    expect(started.statusCode).toBe(200)
    expect(started.json()).toEqual({
      success: true,
      message: expect.any(String),
      data: { clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) },
    })
    expect(await readOrder(orderId)).toMatchObject({ state: 'pending', mails: [] })

    const confirmed = await buyer.confirmCard(orderId, buyer.payCard(started))
    expect(confirmed.statusCode).toBe(200)
    expect(confirmed.json()).toMatchObject({ success: true, data: { orderId, status: 'paid' } })
    const kept = await readOrder(orderId)
    expect(kept).toMatchObject({ state: 'paid', path: ['pending', 'paid'], mails: ['order_confirmation'] })
    expect(kept.order).toMatchObject({ amountPence: 21_500, vatPence: 3_600, isPriced: true, attempt: 1 })
    expect(kept.order?.paidAt).toBeInstanceOf(Date)
  })

  it('is confirmed again with the same answer and one mail', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    const replies = await Promise.all([1, 2, 3].map(() => buyer.confirmCard(orderId, id)))
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200])
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', path: ['pending', 'paid'] })
    expect((await readOrder(orderId)).mails).toHaveLength(1)
  })

  it('gives the same secret for the same order, and one intent for 20 requests at once', async () => {
    const orderId = newOrderId()
    const before = shop.fakeProviders.stripe.intents.all().length
    const replies = await Promise.all(Array.from({ length: 20 }, () => buyer.start(orderId)))
    expect(new Set(replies.map((reply) => reply.json().data?.clientSecret)).size).toBe(1)
    expect(shop.fakeProviders.stripe.intents.all().length).toBe(before + 1)
    expect((await readOrder(orderId)).payments).toHaveLength(1)
  })

  it('refuses to begin what is paid with 409', async () => {
    const orderId = newOrderId()
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    const again = await buyer.start(orderId)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ success: false, code: 'order_paid' })
  })

  it('D-47: finds out by itself that it was paid when the confirm call never came', async () => {
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId))
    const again = await buyer.start(orderId)
    expect(again.statusCode).toBe(409)
    expect(again.json().code).toBe('order_paid')
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
  })

  it('makes a new attempt for another basket and closes the first', async () => {
    const orderId = newOrderId()
    const first = await buyer.start(orderId)
    const second = await buyer.start(orderId, { amount: 119, items: [{ id: 1, quantity: 1, price: 99 }] })
    expect(second.statusCode).toBe(200)
    expect(second.json().data.clientSecret).not.toBe(first.json().data.clientSecret)
    const id = first.json().data.clientSecret.split('_secret_')[0]
    expect(shop.fakeProviders.stripe.intents.get(id)?.status).toBe('canceled')
    await buyer.confirmCard(orderId, buyer.payCard(second))
    const kept = await readOrder(orderId)
    expect(kept).toMatchObject({ state: 'paid', order: { amountPence: 11_900, attempt: 2 } })
    expect(kept.payments.map(({ state }) => state)).toEqual(['ended', 'succeeded'])
  })

  it('refuses another basket once the first was paid', async () => {
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId))
    const second = await buyer.start(orderId, { amount: 119, items: [{ id: 1, quantity: 1, price: 99 }] })
    expect(second.json()).toMatchObject({ success: false, code: 'order_paid' })
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', order: { amountPence: 21_500 } })
  })

  it('R148: stays open after a declined card and takes the next one', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    const id = buyer.payCard(started, cards.declined)
    const refused = await buyer.confirmCard(orderId, id)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({
      success: false,
      code: 'payment_not_confirmed',
      message: 'Payment could not be confirmed. Please check your order status.',
    })
    const again = await buyer.start(orderId)
    expect(again.json().data.clientSecret).toBe(started.json().data.clientSecret)
    expect((await buyer.confirmCard(orderId, buyer.payCard(again))).statusCode).toBe(200)
  })

  it('D-39: tells that the bank decides, then is paid', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId), cards.slow)
    const waiting = await buyer.confirmCard(orderId, id)
    expect(waiting.statusCode).toBe(409)
    expect(waiting.json()).toMatchObject({
      code: 'payment_processing',
      message: "Payment processing. We'll update you when payment is received.",
    })
    expect((await buyer.start(orderId)).json().code).toBe('payment_processing')
    buyer.letBankDecide(id)
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    expect((await readOrder(orderId)).path).toEqual(['pending', 'processing', 'paid'])
  })

  it('can be tried again when the bank refuses late', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId), cards.slowFails)
    await buyer.confirmCard(orderId, id)
    buyer.letBankDecide(id)
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(400)
    expect((await readOrder(orderId)).state).toBe('failed')
    expect((await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))).statusCode).toBe(200)
    expect((await readOrder(orderId)).path).toEqual(['pending', 'processing', 'failed', 'pending', 'paid'])
  })

  it('is accepted without items, but held for a person', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId, { items: undefined, amount: 1_234.5 })
    const confirmed = await buyer.confirmCard(orderId, buyer.payCard(started))
    expect(confirmed.statusCode).toBe(200)
    expect(confirmed.json().data).toEqual({ orderId, status: 'needs_attention', isMailed: true })
    expect(await readOrder(orderId)).toMatchObject({ state: 'needs_attention', mails: ['payment_received'] })
    expect((await buyer.start(orderId)).json().code).toBe('order_paid')
  })

  it('R167: answers the payment of another order as an unknown one', async () => {
    const mine = newOrderId()
    const other = newOrderId()
    await buyer.start(mine)
    const id = buyer.payCard(await buyer.start(other))
    for (const reply of [await buyer.confirmCard(mine, id), await buyer.confirmCard(mine, 'pi_unknown')]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.json().message).toBe('Payment information not found. Please contact support.')
    }
    expect((await readOrder(mine)).state).toBe('pending')
  })

  it('holds an order for which another amount was taken', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    const intent = shop.fakeProviders.stripe.intents.get(id)
    if (intent) shop.fakeProviders.stripe.intents.put(id, { ...intent, amount: 100 })
    const reply = await buyer.confirmCard(orderId, id)
    expect(reply.statusCode).toBe(409)
    expect(reply.json().code).toBe('payment_mismatch')
    const kept = await readOrder(orderId)
    expect(kept.state).toBe('needs_attention')
    expect(kept.alerts).toHaveLength(1)
    expect(shop.logs.join()).toContain('"alert":"mismatch"')
  })
})

describe('the price of a card payment', () => {
  const changed = { success: false, code: 'price_changed', message: 'The price of your basket has changed' }

  it.each([
    ['a lower amount', { amount: 214 }],
    ['a higher amount', { amount: 216 }],
    ['a fraction of a penny', { amount: 215.001 }],
    ['a price that was never ours', { items: [{ id: 14, quantity: 1, price: 178 }] }],
    ['a course that is not sold', { items: [{ id: 27, quantity: 1, price: 179 }] }],
    ['another quantity', { items: [{ id: 14, quantity: 2, price: 179 }] }],
    ['the same course twice', { amount: 430, items: [...basket.items, ...basket.items] }],
  ])('refuses %s with 422 and keeps no order', async (_name, changes) => {
    const orderId = newOrderId()
    const reply = await buyer.start(orderId, changes)
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject(changed)
    expect((await readOrder(orderId)).order).toBeUndefined()
  })

  it.each([0, -1, 1e308, '215', null])('refuses the amount %p with 400', async (amount) => {
    const reply = await buyer.start(newOrderId(), { amount })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ success: false, code: 'validation' })
  })

  it('refuses an amount that is no number', async () => {
    const body = '{"amount":NaN}'
    const headers = { 'content-type': 'application/json' }
    const reply = await shop.app.inject({ method: 'POST', url: '/api/payments/create-payment-intent', body, headers })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().code).toBe('invalid_json')
  })

  it('D-19: takes the Safety Plus price of the course beside its own', async () => {
    const items = [{ id: 17, quantity: 1, price: 299 }]
    expect((await buyer.start(newOrderId(), { amount: 359, items })).statusCode).toBe(200)
  })

  it('R151, D-40: passes the words of the provider on', async () => {
    const reply = await buyer.start(newOrderId(), { items: undefined, amount: 0.2 })
    expect(reply.statusCode).toBe(402)
    expect(reply.json()).toMatchObject({ code: 'payment_refused', message: 'Amount must be at least £0.30 gbp' })
  })

  it('needs a price list', async () => {
    shop.prices.current = undefined
    const reply = await buyer.start(newOrderId())
    expect(reply.statusCode).toBe(503)
    expect(reply.json().message).toBe('Payment service is currently unavailable. Please try again later.')
  })
})

describe('the body of a card payment', () => {
  it.each([
    ['an order id of another form', { orderId: 'order_1' }],
    ['script in the order id', { orderId: 'order_<script>alert(1)' }],
    ['an unknown field', { isPaid: true }],
    ['another currency', { currency: 'usd' }],
    ['a line break in the name', { customerName: 'Ada\r\nBcc: all@example.com' }],
    ['a line break in the address', { customerEmail: 'ada@example.com\r\nBcc: all@example.com' }],
    ['no e-mail address', { customerEmail: 'ada' }],
    ['six places', { items: [{ id: 14, quantity: 6, price: 179 }] }],
    ['half a place', { items: [{ id: 14, quantity: 0.5, price: 179 }] }],
    ['an empty basket', { items: [] }],
  ])('is refused with %s', async (_name, changes) => {
    const reply = await buyer.start(newOrderId(), changes)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ success: false, code: 'validation', message: expect.any(String) })
  })
})
