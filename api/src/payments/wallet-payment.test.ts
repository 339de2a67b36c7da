import { eq } from 'drizzle-orm'
import { cases } from '../database/after-sale-tables'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'
import { keepLapsed } from './lapse-payment'

const shop = setUpShop({ parts: { processingMs: NEVER_MS } })
const { buyer, readOrder, sweepAt } = shop

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const orderAt = (id: string) => shop.fakeProviders.payPal.orders.get(id)
const capturesOf = (id: string) => orderAt(id)?.captures ?? []
const statusOf = async (orderId: string) => (await buyer.readStatus(orderId)).json().data?.status

function decide(id: string, status: 'COMPLETED' | 'DECLINED'): void {
  for (const capture of capturesOf(id)) shop.fakeProviders.payPal.settleCapture(id, capture.id, status)
}

async function approved(funding?: Parameters<typeof buyer.approve>[1]) {
  const orderId = newOrderId()
  return { orderId, id: buyer.approve(await buyer.startWallet(orderId), funding) }
}

describe('a wallet payment', () => {
  it('R155, R156: is begun, captured by the browser and confirmed', async () => {
    const orderId = newOrderId()
    const started = await buyer.startWallet(orderId)
    expect(started.json()).toEqual({
      success: true,
      message: expect.any(String),
      data: { paypalOrderId: expect.stringMatching(/^[A-Z0-9]{17}$/) },
    })
    const id = buyer.approve(started)
    const replies = [await buyer.confirmWallet(id), ...(await Promise.all([1, 2].map(() => buyer.lookAtWallet(id))))]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(replies[0]?.json().data).toEqual({ orderId, status: 'paid', isMailed: true })
    expect(await readOrder(orderId)).toMatchObject({
      state: 'paid',
      path: ['pending', 'paid'],
      mails: ['order_confirmation'],
    })
  })

  it('D-43: takes the order id of the site in the second field, and no other', async () => {
    const { orderId, id } = await approved()
    shop.fakeProviders.payPal.capture(id)
    const said = { paypalOrderId: id, payerEmail: '', payerName: '', amount: '0.01', currency: 'JPY' }
    const other = await shop.post('paypal-capture', { ...said, orderId: newOrderId() })
    expect(other.statusCode).toBe(404)
    expect((await shop.post('paypal-capture', { ...said, orderId })).statusCode).toBe(200)
  })

  it('is not confirmed before the buyer agreed, and unknown when we never made it', async () => {
    const started = await buyer.startWallet(newOrderId())
    const early = await buyer.lookAtWallet(started.json().data.paypalOrderId)
    expect([early.statusCode, early.json().code]).toEqual([400, 'payment_not_confirmed'])
    expect((await buyer.lookAtWallet('NOSUCHORDER')).statusCode).toBe(404)
  })

  it('is settled by the sweep where the page that captured it is gone', async () => {
    const { orderId, id } = await approved()
    shop.fakeProviders.payPal.capture(id)
    await sweepAt(3 * MINUTE)
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  it.each(['215', '215.0', '215,00', '-1.00', '1e3', '0.00', 'NaN', '99999999.00'])(
    'refuses the amount %p',
    async (amount) => {
      const reply = await buyer.startWallet(newOrderId(), { amount })
      expect([400, 422]).toContain(reply.statusCode)
    },
  )

  // Attempts shared an invoice number, so PayPal refused the next payment as a duplicate.
  it('can be begun again for an order whose first one was sent back', async () => {
    const { orderId, id } = await approved()
    await buyer.abandon(orderId)
    shop.fakeProviders.payPal.capture(id)
    await sweepAt(3 * MINUTE)
    expect(orderAt(id)?.isRefunded).toBe(true)
    expect((await buyer.confirmWallet(buyer.approve(await buyer.startWallet(orderId)))).statusCode).toBe(200)
    expect((await readOrder(orderId)).state).toBe('paid')
  })
})

describe('money that a buyer has approved and no browser has captured', () => {
  const looks: [string, (orderId: string, id: string) => Promise<unknown>][] = [
    ['paypal-capture', (_, id) => buyer.lookAtWallet(id)],
    ['status', (orderId) => buyer.readStatus(orderId)],
    ['abandon', (orderId) => buyer.abandon(orderId)],
    ['another start', (orderId) => buyer.startWallet(orderId)],
    ['no call at all', async () => undefined],
  ]

  // The server captured while answering with a decline, and the buyer was charged later.
  it.each(looks)('is never taken by the server: %s after a decline', async (_call, look) => {
    const { orderId, id } = await approved('declined_once')
    expect(shop.fakeProviders.payPal.capture(id).status).toBe(422)
    await look(orderId, id)
    for (const hours of [0.05, 1, 2, 4, 30]) await sweepAt(hours * HOUR)
    expect(capturesOf(id)).toEqual([])
    expect(await statusOf(orderId)).toBe('unpaid')
  })

  it.each(looks.slice(0, 2))('is called processing, which is kept: %s', async (call, look) => {
    const { orderId, id } = await approved()
    await look(orderId, id)
    expect((await readOrder(orderId)).payments).toMatchObject([{ state: 'processing' }])
    const again = await buyer.lookAtWallet(id)
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'payment_processing', message: "Payment processing. We'll update you when payment is received." },
    ])
    expect(await statusOf(orderId)).toBe('processing')
    expect((await buyer.start(orderId)).json().code).toBe('payment_processing')
    if (call === 'status') shop.fakeProviders.payPal.capture(id)
    await sweepAt(3 * MINUTE)
    expect(await statusOf(orderId)).toBe(call === 'status' ? 'paid' : 'processing')
  })

  it.each([true, false])('lapses after three hours, and its buyer is written to once (asked: %p)', async (isAsked) => {
    const { orderId, id } = await approved()
    if (isAsked) await buyer.lookAtWallet(id)
    await sweepAt(2.9 * HOUR)
    expect((await readOrder(orderId)).mails).toEqual([])
    for (const hours of [3.1, 4, 30]) await sweepAt(hours * HOUR)
    expect(await readOrder(orderId)).toMatchObject({
      state: 'cancelled',
      payments: [{ state: 'ended' }],
      mails: ['payment_not_taken'],
    })
    const listed = await shop.database.queries().select().from(cases).where(eq(cases.orderId, orderId))
    expect(listed).toMatchObject([{ kind: 'not_taken' }])
    const late = await buyer.confirmWallet(id)
    expect([late.statusCode, late.json().code]).toEqual([409, 'payment_returned'])
    expect(orderAt(id)?.isRefunded).toBe(true)
    expect(await statusOf(orderId)).toBe('refunded')
  })

  it('lapses where PayPal has forgotten it, and still knows an older payment', async () => {
    await buyer.confirmWallet((await approved()).id)
    const { orderId, id } = await approved()
    await buyer.lookAtWallet(id)
    shop.fakeProviders.payPal.forget(id)
    await sweepAt(2 * HOUR)
    expect((await readOrder(orderId)).payments).toMatchObject([{ state: 'processing' }])
    for (const hours of [3.1, 4]) await sweepAt(hours * HOUR)
    expect((await readOrder(orderId)).mails).toEqual(['payment_not_taken'])
  })

  it('does not lapse where a bank has begun to decide since the sweep asked', async () => {
    const { orderId, id } = await approved('pending')
    const [before] = (await readOrder(orderId)).payments
    await buyer.confirmWallet(id)
    if (before) await keepLapsed(shop.api.services, before)
    expect((await readOrder(orderId)).payments).toMatchObject([{ state: 'processing' }])
  })

  it('may be given up by its buyer, and goes back at once where a browser takes it all the same', async () => {
    const { orderId, id } = await approved()
    await buyer.readStatus(orderId)
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    expect(await statusOf(orderId)).toBe('unpaid')
    expect((await buyer.confirmWallet(id)).json().code).toBe('payment_returned')
    expect(orderAt(id)?.isRefunded).toBe(true)
    expect((await readOrder(orderId)).mails).toEqual(['payment_refunded'])
  })
})

describe('a wallet payment whose bank decides later', () => {
  it('is paid when the bank agrees', async () => {
    const { orderId, id } = await approved('pending')
    expect((await buyer.confirmWallet(id)).json().code).toBe('payment_processing')
    expect((await buyer.abandon(orderId)).json().code).toBe('payment_processing')
    decide(id, 'COMPLETED')
    expect((await buyer.lookAtWallet(id)).statusCode).toBe(200)
    expect((await readOrder(orderId)).path).toEqual(['pending', 'processing', 'paid'])
  })

  it('is written about once when the bank refuses', async () => {
    const { orderId, id } = await approved('pending')
    await buyer.confirmWallet(id)
    decide(id, 'DECLINED')
    for (const hours of [1, 2, 4]) await sweepAt(hours * HOUR)
    expect(await readOrder(orderId)).toMatchObject({
      payments: [{ state: 'ended' }],
      mails: ['payment_refused'],
    })
    expect((await buyer.lookAtWallet(id)).json().code).toBe('payment_refused')
    expect((await buyer.startWallet(orderId)).statusCode).toBe(200)
  })

  it('is written about where the bank had refused before anybody could see it decide', async () => {
    const { orderId, id } = await approved('pending')
    await buyer.readStatus(orderId)
    shop.fakeProviders.payPal.capture(id)
    decide(id, 'DECLINED')
    await sweepAt(HOUR)
    expect((await readOrder(orderId)).mails).toEqual(['payment_refused'])
  })

  it('is declined for a page that was told nothing else, and nobody is written to', async () => {
    const { orderId, id } = await approved('pending')
    shop.fakeProviders.payPal.capture(id)
    decide(id, 'DECLINED')
    const reply = await buyer.lookAtWallet(id)
    expect([reply.statusCode, reply.json().code]).toEqual([402, 'payment_refused'])
    await sweepAt(4 * HOUR)
    expect(await readOrder(orderId)).toMatchObject({ payments: [{ state: 'ended' }], mails: [] })
  })

  it('is waited for by a page that asks about another payment of the order', async () => {
    const { orderId, id } = await approved()
    await buyer.abandon(orderId)
    const second = buyer.approve(await buyer.startWallet(orderId), 'pending')
    await buyer.confirmWallet(second)
    expect((await buyer.lookAtWallet(id)).json().code).toBe('payment_processing')
  })

  it('that was given up keeps nobody waiting: its money would go back', async () => {
    const { orderId, id } = await approved('pending')
    await buyer.abandon(orderId)
    expect((await buyer.confirmWallet(id)).json().code).toBe('payment_returned')
    decide(id, 'COMPLETED')
    await sweepAt(15 * MINUTE)
    expect(orderAt(id)?.isRefunded).toBe(true)
  })
})

describe('an order with both kinds of payment', () => {
  it('closes the card intent when the buyer goes on to the wallet', async () => {
    const orderId = newOrderId()
    const card = await buyer.start(orderId)
    const wallet = await buyer.startWallet(orderId)
    const intentId = card.json().data.clientSecret.split('_secret_')[0]
    expect(shop.fakeProviders.stripe.intents.get(intentId)?.status).toBe('canceled')
    expect((await buyer.confirmWallet(buyer.approve(wallet))).statusCode).toBe(200)
    expect((await buyer.confirmCard(orderId, intentId)).statusCode).toBe(200)
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  it('sends the second payment back when both took money', async () => {
    const { orderId, id } = await approved()
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    expect((await buyer.lookAtWallet(id)).statusCode).toBe(200)
    const late = await buyer.confirmWallet(id)
    expect([late.statusCode, late.json().code]).toEqual([409, 'order_paid'])
    expect(orderAt(id)?.isRefunded).toBe(true)
    const kept = await readOrder(orderId)
    expect(kept.payments.map(({ state }) => state)).toEqual(['refunded', 'succeeded'])
    expect(kept.mails).toEqual(['order_confirmation', 'payment_refunded'])
    expect(shop.logs.join()).toContain('"alert":"duplicate"')
  })
})
