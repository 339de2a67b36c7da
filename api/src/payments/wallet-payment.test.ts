import { createAfterSale } from '../testing/after-sale'
import { newOrderId, told } from '../testing/buyer'
import { MINUTE, setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'
import { keepLapsed } from './lapse-payment'

const shop = setUpShop({ parts: { processingMs: NEVER_MS } })
const { buyer, outline, readOrder, sweepAfter, sweepAt } = shop
const { approved, statusOf } = buyer
const { casesOf } = createAfterSale(shop)

const orderAt = (id: string) => shop.fakeProviders.payPal.orders.get(id)
const capture = (id: string) => shop.fakeProviders.payPal.capture(id)
function decide(id: string, status: 'COMPLETED' | 'DECLINED'): void {
  for (const { id: captureId } of orderAt(id)?.captures ?? [])
    shop.fakeProviders.payPal.settleCapture(id, captureId, status)
}

describe('a wallet payment', () => {
  it('R155, R156: is begun, captured by the browser and confirmed', async () => {
    const orderId = newOrderId()
    const started = await buyer.startWallet(orderId)
    const data = { paypalOrderId: expect.stringMatching(/^[A-Z0-9]{17}$/) }
    expect(started.json()).toEqual({ success: true, message: expect.any(String), data })
    const id = buyer.approve(started)
    const replies = [await buyer.confirmWallet(id), ...(await Promise.all([1, 2].map(() => buyer.lookAtWallet(id))))]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(replies[0]?.json().data).toEqual({ orderId, status: 'paid', isMailed: true })
    expect(await outline(orderId)).toBe('paid: succeeded; order_confirmation')
    expect((await readOrder(orderId)).path).toEqual(['pending', 'paid'])
  })

  it('D-43: takes the order id of the site in the second field, and no other', async () => {
    const { orderId, id } = await approved()
    capture(id)
    const said = { paypalOrderId: id, payerEmail: '', payerName: '', amount: '0.01', currency: 'JPY' }
    expect((await shop.post('paypal-capture', { ...said, orderId: newOrderId() })).statusCode).toBe(404)
    expect((await shop.post('paypal-capture', { ...said, orderId })).statusCode).toBe(200)
  })

  it('is not confirmed before the buyer agreed, and unknown when we never made it', async () => {
    const started = await buyer.startWallet(newOrderId())
    const early = await buyer.lookAtWallet(started.json().data.paypalOrderId)
    expect(told(early)).toEqual([400, 'payment_not_confirmed'])
    expect((await buyer.lookAtWallet('NOSUCHORDER')).statusCode).toBe(404)
  })

  // Attempts shared an invoice number, so PayPal refused the next payment as a duplicate.
  it('can be begun again for an order whose first one was sent back', async () => {
    const { orderId, id } = await approved()
    await buyer.abandon(orderId)
    capture(id)
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
    expect(capture(id).status).toBe(422)
    await look(orderId, id)
    await sweepAfter(0.05, 1, 2, 4, 30)
    expect(orderAt(id)?.captures).toEqual([])
    expect(await statusOf(orderId)).toBe('unpaid')
  })

  it.each(looks.slice(0, 2))('is called processing, which is kept: %s', async (call, look) => {
    const { orderId, id } = await approved()
    await look(orderId, id)
    expect(await outline(orderId)).toMatch(/: processing; no mail$/)
    const again = await buyer.lookAtWallet(id)
    expect(told(again)).toEqual([409, 'payment_processing'])
    expect(again.json().message).toBe("Payment processing. We'll update you when payment is received.")
    expect(await statusOf(orderId)).toBe('processing')
    expect((await buyer.start(orderId)).json().code).toBe('payment_processing')
    if (call === 'status') capture(id)
    await sweepAt(3 * MINUTE)
    expect(await statusOf(orderId)).toBe(call === 'status' ? 'paid' : 'processing')
  })

  it.each([true, false])('lapses after three hours, and its buyer is written to once (asked: %p)', async (isAsked) => {
    const { orderId, id } = await approved()
    if (isAsked) await buyer.lookAtWallet(id)
    await sweepAfter(2.9)
    expect((await readOrder(orderId)).mails).toEqual([])
    await sweepAfter(3.1, 4, 30)
    expect(await outline(orderId)).toBe('cancelled: ended; payment_not_taken')
    expect(await casesOf(orderId)).toMatchObject([{ kind: 'not_taken' }])
    expect(told(await buyer.confirmWallet(id))).toEqual([409, 'payment_returned'])
    expect(orderAt(id)?.isRefunded).toBe(true)
    expect(await statusOf(orderId)).toBe('refunded')
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
    expect(await outline(orderId)).toMatch(/; payment_not_taken payment_refunded$/)
    // Bug: an order with a returned payment stayed "processing" when its last approval lapsed.
    buyer.approve(await buyer.startWallet(orderId))
    await buyer.readStatus(orderId)
    await sweepAfter(3.1, 4)
    expect((await readOrder(orderId)).state).toBe('cancelled')
  })
})

describe('a wallet payment whose bank decides later', () => {
  it.each([
    ['was told to wait', true],
    ['had only asked before anything could be seen of it', false],
  ])('is written about once when the bank refuses and the page %s', async (_page, isCaptured) => {
    const { orderId, id } = await approved('pending')
    if (!isCaptured) await buyer.readStatus(orderId)
    if (isCaptured) await buyer.confirmWallet(id)
    else capture(id)
    decide(id, 'DECLINED')
    await sweepAfter(1, 2, 4)
    expect(await outline(orderId)).toMatch(/: ended; payment_refused$/)
    expect((await buyer.lookAtWallet(id)).json().code).toBe('payment_refused')
    expect((await buyer.startWallet(orderId)).statusCode).toBe(200)
  })

  it('is declined for a page that was told nothing else, and nobody is written to', async () => {
    const { orderId, id } = await approved('pending')
    capture(id)
    decide(id, 'DECLINED')
    expect(told(await buyer.lookAtWallet(id))).toEqual([402, 'payment_refused'])
    await sweepAfter(4)
    expect(await outline(orderId)).toMatch(/: ended; no mail$/)
  })

  it('is waited for by a page that asks about another payment of the order', async () => {
    const { orderId, id } = await approved()
    await buyer.abandon(orderId)
    await buyer.confirmWallet(buyer.approve(await buyer.startWallet(orderId), 'pending'))
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

it('sends the second payment of an order back when both took money, by wallet', async () => {
  const { orderId, id } = await approved()
  await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
  expect((await buyer.lookAtWallet(id)).statusCode).toBe(200)
  expect(told(await buyer.confirmWallet(id))).toEqual([409, 'order_paid'])
  expect(orderAt(id)?.isRefunded).toBe(true)
  const expected = 'paid: refunded 215 back, succeeded; order_confirmation payment_refunded'
  expect(await outline(orderId)).toBe(expected)
  expect(shop.logs.join()).toContain('"alert":"duplicate"')
})
