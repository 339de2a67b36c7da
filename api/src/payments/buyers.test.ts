import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { readAccessConfig } from '../config/access'
import { readApiConfig } from '../config/read'
import { orders } from '../database/schema'
import { createMailWorker } from '../mail/mail-worker'
import { erasePerson } from '../personal-data/erase-person'
import { expirePersonalData } from '../personal-data/expire-orders'
import { createAfterSale, person } from '../testing/after-sale'
import { createBuyer, intentBody, newOrderId, walletBody } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { silentLog } from '../testing/silent-log'

const shop = setUpShop()
const { buyer, outline, readOrder, sweepAt } = shop

const unasked = { confirmRepeat: undefined }

/** The refusal revealed an owner's purchase, price and time to anyone with e-mail and basket. */
const similar = { success: false, code: 'similar_order', message: expect.not.stringMatching(/paid|bought/) }

const letHalfAnHourPass = (orderId: string) => {
  const updatedAt = new Date(Date.now() - 31 * 60_000)
  return shop.queries().update(orders).set({ updatedAt }).where(eq(orders.id, orderId))
}

/** A lost tab or second device began the same basket under another order id: both were charged. */
describe('a second order of the same e-mail and basket', () => {
  it.each(['start', 'startWallet'] as const)('is refused until its buyer means it (%s)', async (call) => {
    const [first, second] = [newOrderId(), newOrderId()]
    const started = await buyer.start(first, unasked)
    const named = { ...unasked, customerEmail: 'ADA@Example.COM', customerName: 'A. Brown' }
    const refused = await buyer[call](second, named)
    expect([refused.statusCode, refused.json()]).toEqual([409, similar])
    expect((await readOrder(second)).order).toBeUndefined()
    await buyer.confirmCard(first, buyer.payCard(started))
    expect((await buyer[call](second, unasked)).json()).toEqual(similar)
    expect((await buyer[call](second, { confirmRepeat: true })).statusCode).toBe(200)
  })

  it('is seen when both are begun at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => buyer.start(newOrderId(), unasked)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('is asked about again in the tab of the first, once the second is paid', async () => {
    const first = newOrderId()
    await buyer.start(first, unasked)
    await buyer.buy()
    expect((await buyer.start(first, unasked)).json()).toEqual(similar)
  })

  // The half hour ran from the order's creation: returning and using another tab paid twice.
  it('is asked about for half an hour from when the first was last begun', async () => {
    const first = newOrderId()
    await buyer.start(first, unasked)
    await letHalfAnHourPass(first)
    expect((await buyer.start(first, unasked)).statusCode).toBe(200)
    expect((await buyer.start(newOrderId(), unasked)).json()).toEqual(similar)
  })

  it('is none with another basket or e-mail, when the first was given up, or half an hour has gone', async () => {
    const first = newOrderId()
    await buyer.start(first, unasked)
    for (const changes of [
      { amount: 119, items: [{ id: 1, quantity: 1, price: 99 }] },
      { amount: 430, items: [{ id: 14, quantity: 2, price: 179 }] },
      { customerEmail: 'eve@example.com' },
    ])
      expect((await buyer.start(newOrderId(), { ...unasked, ...changes })).statusCode).toBe(200)
    await buyer.abandon(first)
    const second = newOrderId()
    expect((await buyer.start(second, unasked)).statusCode).toBe(200)
    await letHalfAnHourPass(second)
    expect((await buyer.start(newOrderId(), unasked)).statusCode).toBe(200)
  })
})

describe('calls that ask a provider', () => {
  const { access } = readApiConfig({}, 'http://localhost:3000').config
  const paymentLimits = {
    startsPerBuyerAndMinute: 2,
    startsPerAddressAndMinute: 4,
    confirmsPerOrderAndMinute: 3,
    confirmsPerAddressAndMinute: 6,
    webhooksPerAddressAndMinute: 2,
  }

  it('are limited for one payment and for one address, over all servers', async () => {
    const config = { access: { ...access, paymentLimits } }
    const first = await shop.startOther({ config })
    const servers = [first, await shop.startOther({ config, peer: first })]
    const orderId = newOrderId()
    const paymentIntentId = (await createBuyer(first).start(orderId)).json().data.clientSecret.split('_secret_')[0]
    let asked = 0
    first.failures.call = () => {
      asked += 1
      return undefined
    }
    const post = async (index: number, path: string, payload: object, remoteAddress = '10.0.0.1') =>
      servers[index % 2]?.app.inject({ method: 'POST', url: `/api/payments/${path}`, payload, remoteAddress })
    const statuses: (number | undefined)[] = []
    const send = async (...call: Parameters<typeof post>) => void statuses.push((await post(...call))?.statusCode)
    const mine = { paymentIntentId, orderId }
    const other = { paymentIntentId: 'pi_other', orderId: newOrderId() }
    for (let index = 0; index < 6; index += 1) await send(index, 'confirm-stripe-payment', mine)
    // One buyer's refused calls used up the limit of an office.
    const others = ['pi_2', 'pi_3', 'pi_4', 'pi_5'].map((id) => ({ ...other, paymentIntentId: id }))
    for (const [index, one] of others.entries()) await send(index, 'confirm-stripe-payment', one)
    await send(0, 'confirm-stripe-payment', other, '10.0.0.2')
    expect(statuses.splice(0)).toEqual([400, 400, 400, 429, 429, 429, 404, 404, 404, 429, 404])
    // Unknown to this database, so the provider was asked before the 404.
    expect(asked).toBe(7)

    // An office behind one address shared the limit of one buyer.
    const buyers = ['ada', 'ada', 'Ada', 'ADA', 'bob', 'cy', 'di'].map((name) => ({
      customerEmail: `${name}@example.com`,
    }))
    for (const [index, who] of buyers.entries())
      await send(index, 'create-payment-intent', intentBody(newOrderId(), who), `10.0.0.${index === 6 ? 5 : 4}`)
    expect(statuses.splice(0)).toEqual([200, 200, 429, 429, 200, 200, 200])
    const wallet = walletBody(newOrderId(), { customerEmail: 'dee@example.com' })
    const refused = await post(3, 'paypal-create-order', wallet, '10.0.0.4')
    expect([refused?.statusCode, refused?.json()]).toMatchObject([429, { success: false, code: 'throttled' }])
    expect(refused?.json().message).toMatch(/^Too many payment/)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)

    // PayPal itself would have to check the signatures of forged webhooks.
    for (let index = 0; index < 4; index += 1) await send(index, 'webhooks/paypal', { id: 'WH-1' }, '10.0.0.3')
    expect(statuses).toEqual([400, 400, 429, 429])
  })

  // An office behind one address shared ten payment starts a minute.
  it('M7: let an office begin sixty payments a minute, ten for one buyer, by card and wallet together', async () => {
    const live = await shop.startOther({ config: { access: readAccessConfig({}, false).access } })
    const begin = async (count: number, customerEmail: (index: number) => string) => {
      const statuses: number[] = []
      for (let index = 0; index < count; index += 1) {
        const wrong = { customerEmail: customerEmail(index), amount: 1 }
        const isCard = index % 2 === 0
        const reply = isCard
          ? await live.post('create-payment-intent', intentBody(newOrderId(), wrong))
          : await live.post('paypal-create-order', walletBody(newOrderId(), { ...wrong, amount: '1.00' }))
        statuses.push(reply.statusCode)
      }
      return statuses
    }
    const hasty = await begin(70, () => 'ada@example.com')
    expect([hasty.slice(0, 10), new Set(hasty.slice(10))]).toEqual([Array(10).fill(hasty[0]), new Set([429])])
    const colleagues = await begin(51, (index) => `colleague-${index}@example.com`)
    expect([hasty[0], ...colleagues]).toEqual([...Array(51).fill(422), 429])
  })
})

const { casesOf } = createAfterSale(shop)

const DAY = 24 * 60 * 60_000
const erase = () => erasePerson(shop.api.services, 'ada@example.com', person)

// A buyer erased before payment got no message, despite the page's promise.
describe('an order whose buyer was taken out', () => {
  it('can be paid no more: what comes is sent back, and the owner learns of it', async () => {
    const { orderId, id } = await buyer.approved()
    await erase()
    shop.fakeProviders.payPal.capture(id)
    await sweepAt(15 * 60_000)
    expect(shop.fakeProviders.payPal.orders.get(id)?.isRefunded).toBe(true)
    expect(await outline(orderId)).toBe('cancelled: refunded 215 back; no mail')
    expect(await casesOf(orderId)).toMatchObject([{ kind: 'paid_after_erasure', amountPence: 21_500 }])
  })

  // Orders with a last dot or a name around the address, as earlier releases took them, were missed.
  it.each(['ADA@example.com.', 'Ada <ada@example.com>'])('is found as %s', async (kept) => {
    const orderId = await buyer.buy()
    await shop.queries().update(orders).set({ customerEmail: kept })
    await erase()
    expect((await readOrder(orderId)).order).toMatchObject({ customerEmail: '', erasedAt: expect.any(Date) })
  })

  it('promises no message after the sale', async () => {
    const { orderId, id } = await buyer.payByCard()
    expect((await buyer.confirmCard(orderId, id)).json().data.isMailed).toBe(true)
    await erase()
    expect((await buyer.confirmCard(orderId, id)).json().data.isMailed).toBe(false)
    expect((await buyer.readStatus(orderId)).json().data.isMailed).toBe(false)
  })

  // The message arrived after the shop had reported the erasure as complete.
  it('is not said to be gone while a message to them is on its way', async () => {
    await buyer.buy()
    const seen: string[] = []
    const worker = createMailWorker({
      database: shop.database,
      log: silentLog,
      mailFrom: 'shop@example.com',
      writeLink: async () => '',
      send: async () => {
        seen.push('sending')
        await wait(300)
        seen.push('sent')
      },
    })
    const sending = worker.sendDue()
    while (seen.length === 0) await wait(5)
    await erase()
    seen.push('erased')
    await sending
    expect(seen.slice(-2)).toEqual(['sent', 'erased'])
  })

  // Name and e-mail returned under the old date and never expired.
  it('has its buyer again when they come back, writes to them, and forgets them in time', async () => {
    const orderId = newOrderId()
    await buyer.start(orderId)
    await erase()
    const again = await buyer.start(orderId)
    expect((await readOrder(orderId)).order).toMatchObject({ customerEmail: 'ada@example.com', erasedAt: null })
    await buyer.confirmCard(orderId, buyer.payCard(again))
    expect((await readOrder(orderId)).mails).toEqual(['order_confirmation'])
    const createdAt = new Date(Date.now() - 8 * 366 * DAY)
    await shop.queries().update(orders).set({ createdAt })
    expect(await expirePersonalData(shop.database)).toBe(1)
  })
})
