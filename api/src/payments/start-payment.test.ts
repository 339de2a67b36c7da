import type { Failure } from '@site/sandbox/failures'
import { orderLines, orders } from '../database/schema'
import { type PageOrigin, parsePriceList } from '../orders/price-list'
import { basket, createBuyer, intentBody, newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { testPrices } from '../testing/test-api'

const shop = setUpShop()
const { buyer, readOrder } = shop

describe('the calls that begin a payment', () => {
  type Row = [string, object, number]
  it.each<Row>([
    ['R102, R103, D-26: a lower amount', { amount: 214 }, 422],
    ['VAT that is not in whole pounds', { amount: 214.8 }, 422],
    ['a fraction of a penny', { amount: 215.001 }, 422],
    ['a price that was never ours', { items: [{ id: 14, quantity: 1, price: 178 }] }, 422],
    ['a course that is not sold', { items: [{ id: 27, quantity: 1, price: 179 }] }, 422],
    ['another quantity', { items: [{ id: 14, quantity: 2, price: 179 }] }, 422],
    ['the same course twice', { amount: 430, items: [...basket.items, ...basket.items] }, 422],
    ...[0, -1, 1e308, '215', null].map((amount): Row => [`the amount ${amount}`, { amount }, 400]),
    ['an order id of another form', { orderId: 'order_1' }, 400],
    ['an unknown field', { isPaid: true }, 400],
    ['another currency', { currency: 'usd' }, 400],
    ['a line break in the name', { customerName: 'Ada\r\nBcc: all@example.com' }, 400],
    ['a line break in the address', { customerEmail: 'ada@example.com\r\nBcc: all@example.com' }, 400],
    ['a name around the address', { customerEmail: 'foo<ada@example.com>' }, 400],
    ['a web address for a name', { customerName: 'You won! https://evil.example/' }, 400],
    ['six places', { items: [{ id: 14, quantity: 6, price: 179 }] }, 400],
    ['half a place', { items: [{ id: 14, quantity: 0.5, price: 179 }] }, 400],
    ['an empty basket', { items: [] }, 400],
    ...[0, -1, 1.5, '7', 1e12].map((composition): Row => [`a page ${composition}`, { composition }, 400]),
  ])('refuse %s and keep no order', async (_name, changes, status) => {
    const reply = await buyer.start(newOrderId(), changes)
    const code = status === 422 ? 'price_changed' : 'validation'
    expect([reply.statusCode, reply.json()]).toMatchObject([status, { success: false, code }])
    if (status === 422) expect(reply.json().message).toBe('The price of your basket has changed')
    expect(await shop.queries().$count(orders)).toBe(0)
  })

  it('refuse such an amount by wallet', async () => {
    for (const amount of ['215', '215.0', '215,00', '-1.00', '1e3', '0.00', 'NaN', '99999999.00'])
      expect([400, 422]).toContain((await buyer.startWallet(newOrderId(), { amount })).statusCode)
  })

  // It was sold and invoiced under the other course's title.
  it('D-19, R205: take the Safety Plus price of the course beside its own, with its title', async () => {
    const items = [{ id: 17, quantity: 1, price: 299 }]
    expect((await buyer.start(newOrderId(), { amount: 359, items })).statusCode).toBe(200)
    expect(await shop.queries().select().from(orderLines)).toMatchObject([{ title: 'Site Safety Plus (SSP)' }])
  })

  // A changed Safety Plus price became the other course's.
  it('tell the present price of each course of a basket whose prices have changed', async () => {
    const items = [
      { id: 14, quantity: 2, price: 170 },
      { id: 17, quantity: 1, price: 305 },
      { id: 26, quantity: 1, price: 10 },
    ]
    const present = [179, 299, null].map((price, index) => ({ id: items[index]?.id, price }))
    const reply = await buyer.start(newOrderId(), { items, amount: 700 })
    expect([reply.statusCode, reply.json().data]).toEqual([422, { lines: present }])
  })

  it('R151, D-40: pass the words of the provider on', async () => {
    const reply = await buyer.start(newOrderId(), { items: undefined, amount: 0.2 })
    expect(reply.statusCode).toBe(402)
    expect(reply.json()).toMatchObject({ code: 'payment_refused', message: 'Amount must be at least £0.30 gbp' })
  })

  // The contract of the API ended at 27, so a course that a catalogue added could not be paid.
  it('R100: take the courses of the live catalogue, whatever their number', async () => {
    shop.prices.current = parsePriceList({ courses: [{ id: 28, title: 'Lone Working', prices: [120] }] })
    const items = [{ id: 28, quantity: 1, price: 120 }]
    expect((await buyer.start(newOrderId(), { items, amount: 144 })).statusCode).toBe(200)
  })

  it('need a price list', async () => {
    shop.prices.current = undefined
    const reply = await buyer.start(newOrderId())
    const message = 'Payment service is currently unavailable. Please try again later.'
    expect([reply.statusCode, reply.json().message]).toEqual([503, message])
  })

  it('D-38: take an amount without items in the sandbox, or where a setting allows it, and not where money is real', async () => {
    const free = { items: undefined, amount: 10 }
    expect((await buyer.start(newOrderId(), free)).statusCode).toBe(200)
    for (const allowsAmountOnly of [true, false]) {
      const other = await shop.startOther({ peer: shop, config: { allowsAmountOnly } })
      const replies = [
        await createBuyer(other).start(newOrderId(), free),
        await createBuyer(other).startWallet(newOrderId(), { ...free, amount: '10.00' }),
      ]
      const refused = [422, 'items_required']
      const expected = allowsAmountOnly ? [200, undefined] : refused
      expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual([expected, expected])
      expect((await createBuyer(other).start(newOrderId())).statusCode).toBe(200)
    }
  })
})

describe('a page that shows an older price', () => {
  const raised = parsePriceList({ courses: [{ id: 14, title: 'Manual Handling', prices: [199] }] })
  if (!testPrices || !raised) throw new Error('These are price lists')
  const lists = [testPrices, raised]
  const host = {
    pricing: (page?: number) => ({ lists: page === 7 ? lists : [raised], present: raised }),
    isPreview: ({ composition, cookies }: PageOrigin) => composition === 9 || cookies === 'site_preview=good',
  }
  const quoted = { amount: 239, items: [{ id: 14, quantity: 1, price: 199 }] }
  /** With provider keys, like a live shop: the sandbox allows previews. */
  const live = () => shop.startOther({ peer: shop, host })

  it('has its basket charged at that price a moment after another became live, else is told the present one', async () => {
    const late = createBuyer(await live())
    const { orderId } = await late.payByCard(undefined, { composition: 7 })
    expect((await late.readStatus(orderId)).json().data.status).toBe('paid')
    expect((await readOrder(orderId)).payments).toMatchObject([{ takenPence: 21_500 }])
    for (const composition of [undefined, 7, 8])
      expect((await late.start(newOrderId(), { ...quoted, composition })).statusCode).toBe(200)
    for (const composition of [undefined, 8, 6, 123_456]) {
      const reply = await late.start(newOrderId(), { composition })
      const refusal = { code: 'price_changed', data: { lines: [{ id: 14, price: 199 }] } }
      expect([composition, reply.statusCode, reply.json()]).toMatchObject([composition, 422, refusal])
    }
  })

  it('takes no money as a preview, by card or wallet, by page or cookie, but in the sandbox', async () => {
    const test = await live()
    const page = createBuyer(test)
    const preview = { ...quoted, composition: 9 }
    const replies = [
      await page.start(newOrderId(), preview),
      await page.startWallet(newOrderId(), { ...preview, amount: '239.00' }),
      await test.post('create-payment-intent', intentBody(newOrderId(), { ...quoted, composition: 8 }), {
        cookie: 'site_preview=good',
      }),
    ]
    expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(Array(3).fill([403, 'preview']))
    const sandbox = createBuyer(await shop.startOther({ host }))
    expect((await sandbox.start(newOrderId(), preview)).statusCode).toBe(200)
  })
})

describe('a provider that fails while a payment is begun', () => {
  it.each<['card' | 'wallet', Failure]>([
    ['card', { when: 'before' }],
    ['card', { when: 'after' }],
    ['card', { when: 'before', how: 'drop' }],
    ['card', { when: 'after', how: 'drop' }],
    ['wallet', { when: 'before' }],
    ['wallet', { when: 'after' }],
    ['wallet', { when: 'after', how: 'drop' }],
  ])('is asked again, and takes the money once: %s, %j', async (method, failure) => {
    const orderId = newOrderId()
    shop.failNext('create', failure)
    const isCard = method === 'card'
    const started = await (isCard ? buyer.start(orderId) : buyer.startWallet(orderId))
    expect(started.statusCode).toBe(200)
    const confirmed = isCard
      ? await buyer.confirmCard(orderId, buyer.payCard(started))
      : await buyer.confirmWallet(buyer.approve(started))
    expect(confirmed.statusCode).toBe(200)
    expect(buyer.intentsOf(orderId).reduce((sum, intent) => sum + intent.charges, 0)).toBe(isCard ? 1 : 0)
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  it('R174: says so when it stays away, keeps the order, and goes on with it later', async () => {
    const orderId = newOrderId()
    shop.failures.call = () => ({ when: 'before' })
    const down = await buyer.start(orderId)
    const message = "We're experiencing connection issues with our payment provider. Please try again in a moment."
    expect([down.statusCode, down.headers['retry-after']]).toEqual([503, expect.anything()])
    expect(down.json()).toEqual({ success: false, code: 'provider_unavailable', message })
    expect((await readOrder(orderId)).state).toBe('created')
    shop.heal()
    expect((await buyer.start(orderId)).statusCode).toBe(200)
    expect((await readOrder(orderId)).state).toBe('pending')
  })
})
