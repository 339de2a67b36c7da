import { papersOf } from '@site/papers/paper-repository'
import type { LightMyRequestResponse } from 'fastify'
import { cards, newOrderId, told } from '../testing/buyer'
import { MINUTE, setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'

const shop = setUpShop({ parts: { processingMs: NEVER_MS } })
const { buyer, outline, readOrder, sweepAt } = shop

const otherBasket = { amount: 119, items: [{ id: 1, quantity: 1, price: 99 }] }
const intentAt = (id: string) => shop.fakeProviders.stripe.intents.get(id)
const intentOf = (reply: LightMyRequestResponse): string => reply.json().data.clientSecret.split('_secret_')[0]
const statusOf = async (orderId: string) => (await buyer.readStatus(orderId)).json().data

describe('a card payment', () => {
  it('R144, R146, R203, R205: is begun, paid and confirmed; the order is kept first, mail and receipt come with it', async () => {
    const orderId = newOrderId()
    expect(await statusOf(orderId)).toEqual({ orderId, status: 'unpaid', isMailed: true })
    const started = await buyer.start(orderId)
    const data = { clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) }
    expect([started.statusCode, started.json()]).toEqual([200, { success: true, message: expect.any(String), data }])
    expect(await outline(orderId)).toBe('pending: open; no mail')
    expect((await statusOf(orderId)).status).toBe('unpaid')

    const id = buyer.payCard(started)
    for (const reply of await Promise.all([1, 2, 3].map(() => buyer.confirmCard(orderId, id)))) {
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({ success: true, data: { orderId, status: 'paid' } })
    }
    const kept = await readOrder(orderId)
    expect(kept).toMatchObject({ state: 'paid', path: ['pending', 'paid'], mails: ['order_confirmation'] })
    expect(kept.order).toMatchObject({ amountPence: 21_500, vatPence: 3_600, isPriced: true, attempt: 1 })
    expect(kept.order?.paidAt).toBeInstanceOf(Date)
    const lines = [{ description: 'Manual Handling', quantity: 1, netPence: 17_900, vatPence: 3_600, vatRate: 0.2 }]
    const receipt = { number: 'R-000001', cause: 'sale', customer: { name: 'Ada Brown' }, lines, totalPence: 21_500 }
    expect(await papersOf(shop.queries(), orderId)).toMatchObject([receipt])
    expect(told(await buyer.start(orderId))).toEqual([409, 'order_paid'])
  })

  it.each([
    ['D-47: the same basket', (orderId: string) => buyer.start(orderId)],
    ['another basket', (orderId: string) => buyer.start(orderId, otherBasket)],
    ['the end of the order', (orderId: string) => buyer.abandon(orderId)],
    ['its status', (orderId: string) => buyer.readStatus(orderId)],
  ] as const)('whose confirm call never came is found to be paid when the page asks for %s', async (what, ask) => {
    const { orderId } = await buyer.payByCard()
    const reply = await ask(orderId)
    if (what === 'its status') expect(reply.json().data.status).toBe('paid')
    else expect(told(reply)).toEqual([409, 'order_paid'])
    expect(await outline(orderId)).toBe('paid: succeeded; order_confirmation')
    expect((await readOrder(orderId)).order?.amountPence).toBe(21_500)
  })

  it('makes a new attempt for another basket and closes the first', async () => {
    const orderId = newOrderId()
    const first = await buyer.start(orderId)
    const second = await buyer.start(orderId, otherBasket)
    expect(second.json().data.clientSecret).not.toBe(first.json().data.clientSecret)
    expect(intentAt(intentOf(first))?.status).toBe('canceled')
    await buyer.confirmCard(orderId, buyer.payCard(second))
    expect(await outline(orderId)).toBe('paid: ended, succeeded; order_confirmation')
    expect((await readOrder(orderId)).order).toMatchObject({ amountPence: 11_900, attempt: 2 })
  })

  it('R148: stays open after a declined card and takes the next one', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    const refused = await buyer.confirmCard(orderId, buyer.payCard(started, cards.declined))
    const message = 'Payment could not be confirmed. Please check your order status.'
    const refusal = { success: false, code: 'payment_not_confirmed', message }
    expect([refused.statusCode, refused.json()]).toEqual([400, refusal])
    const again = await buyer.start(orderId)
    expect(again.json().data.clientSecret).toBe(started.json().data.clientSecret)
    expect((await buyer.confirmCard(orderId, buyer.payCard(again))).statusCode).toBe(200)
  })

  it('D-39: tells that the bank decides, cannot be given up, then is paid', async () => {
    const { orderId, id } = await buyer.payByCard(cards.slow)
    const waiting = await buyer.confirmCard(orderId, id)
    expect(told(waiting)).toEqual([409, 'payment_processing'])
    expect(waiting.json().message).toBe("Payment processing. We'll update you when payment is received.")
    expect((await buyer.start(orderId)).json().code).toBe('payment_processing')
    expect((await buyer.abandon(orderId)).json().code).toBe('payment_processing')
    expect((await statusOf(orderId)).status).toBe('processing')
    buyer.letBankDecide(id)
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    expect((await readOrder(orderId)).path).toEqual(['pending', 'processing', 'paid'])
  })

  // Bug: the second mail had the idempotency name of the first, so it was never sent.
  it('can be tried again when the bank refuses late, and is written about each time', async () => {
    const orderId = newOrderId()
    for (const _time of [1, 2]) {
      const id = buyer.payCard(await buyer.start(orderId), cards.slowFails)
      expect((await buyer.confirmCard(orderId, id)).json().code).toBe('payment_processing')
      buyer.letBankDecide(id)
      expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(400)
      expect((await readOrder(orderId)).state).toBe('failed')
    }
    expect((await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))).statusCode).toBe(200)
    const { path, mails } = await readOrder(orderId)
    expect(path).toEqual([...['pending', 'processing', 'failed', 'pending', 'processing', 'failed'], 'pending', 'paid'])
    expect(mails).toEqual(['payment_refused', 'payment_refused', 'order_confirmation'])
  })

  it('is accepted without items, but held for a person', async () => {
    const { orderId, id } = await buyer.payByCard(undefined, { items: undefined, amount: 1_234.5 })
    const confirmed = await buyer.confirmCard(orderId, id)
    expect(confirmed.json().data).toEqual({ orderId, status: 'needs_attention', isMailed: true })
    expect(await outline(orderId)).toBe('needs_attention: succeeded; payment_received')
    expect((await buyer.start(orderId)).json().code).toBe('order_paid')
  })

  it('R167: answers the payment of another order as an unknown one', async () => {
    const mine = newOrderId()
    await buyer.start(mine)
    const { id } = await buyer.payByCard()
    for (const reply of [await buyer.confirmCard(mine, id), await buyer.confirmCard(mine, 'pi_unknown')]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.json().message).toBe('Payment information not found. Please contact support.')
    }
    expect((await readOrder(mine)).state).toBe('pending')
  })

  it('holds an order for which another amount was taken', async () => {
    const { orderId, id } = await buyer.payByCard()
    const intent = intentAt(id)
    if (intent) shop.fakeProviders.stripe.intents.put(id, { ...intent, amount: 100 })
    expect(told(await buyer.confirmCard(orderId, id))).toEqual([409, 'payment_mismatch'])
    const kept = await readOrder(orderId)
    expect(kept.state).toBe('needs_attention')
    expect(kept.alerts).toHaveLength(1)
    expect(shop.logs.join()).toContain('"alert":"mismatch"')
  })
})

describe('an order whose buyer goes away from it', () => {
  it('has its card intent closed, so that its secret is worth nothing', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    expect(intentAt(buyer.payCard(started))).toMatchObject({ status: 'canceled', charges: 0 })
  })

  it.each(['hang', 'error', 'missing'] as const)('is given up while its provider is away: %s', async (how) => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    shop.failures.call = () => ({ when: 'before', how })
    const abandoned = { success: true, message: expect.any(String), data: { orderId, status: 'abandoned' } }
    expect((await buyer.abandon(orderId)).json()).toEqual(abandoned)
    shop.heal()
    await sweepAt(3 * MINUTE)
    expect(intentAt(intentOf(started))?.status).toBe('canceled')
  })

  it('gets back at once what is charged after that, and the shop is told', async () => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    shop.failures.call = () => ({ when: 'before' })
    await buyer.abandon(orderId)
    shop.heal()
    const id = buyer.payCard(started)
    expect((await buyer.confirmCard(orderId, id)).json()).toMatchObject({ success: false, code: 'payment_returned' })
    expect(intentAt(id)?.isRefunded).toBe(true)
    expect(await outline(orderId)).toBe('cancelled: refunded 215 back; payment_refunded')
    expect((await readOrder(orderId)).alerts).toHaveLength(1)
    expect(shop.logs.join()).toContain('"alert":"late_payment"')
  })

  // The answer to "abandon" was lost, so the last word a buyer had was "processing", and no mail followed.
  it('has its buyer written to, once, when a page had said "processing"', async () => {
    const { orderId } = await buyer.approved()
    expect((await statusOf(orderId)).status).toBe('processing')
    for (const _time of [1, 2]) await buyer.abandon(orderId)
    expect(await outline(orderId)).toBe('cancelled: ended; payment_not_taken')
  })
})
