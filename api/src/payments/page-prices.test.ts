import type { Database } from '../database/database'
import { type PageOrigin, type Pricing, parsePriceList } from '../orders/price-list'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi, testPrices } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'

let database: Database
let world: TestApi
let shop: TestApi

const raised = parsePriceList({ courses: [{ id: 14, title: 'Manual Handling', prices: [199] }] })
if (!testPrices || !raised) throw new Error('These are price lists')
const present: Pricing = { lists: [raised], present: raised }
const pricing = (composition: number | undefined) =>
  composition === 7 && testPrices ? { lists: [testPrices, raised], present: raised } : present
const isPreview = ({ composition, cookies }: PageOrigin) => composition === 9 || cookies === 'site_preview=good'

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createTestApi(database)
  // With provider keys, like a live shop: the sandbox allows previews.
  shop = await createTestApi(database, { peer: world, host: { pricing, isPreview } })
}, 60_000)

afterAll(async () => {
  await shop.close()
  await world.close()
  await database.close()
})

describe('a basket', () => {
  it('is charged at the price its page showed, a moment after another became live', async () => {
    const orderId = newOrderId()
    const buyer = createBuyer(shop)
    const started = await buyer.start(orderId, { composition: 7 })
    expect(started.statusCode).toBe(200)
    expect((await buyer.confirmCard(orderId, buyer.payCard(started))).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ state: 'succeeded', takenPence: 21_500 }])
  })

  it.each([[undefined], [8], [6], [123_456]])(
    'of a page of composition %p is refused at the former price, with the present one',
    async (composition) => {
      const reply = await createBuyer(shop).start(newOrderId(), { composition })
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({ code: 'price_changed', data: { lines: [{ id: 14, price: 199 }] } })
    },
  )

  it('from an old page goes through at the present price too, once the buyer was told it', async () => {
    const quoted = { amount: 239, items: [{ id: 14, quantity: 1, price: 199 }] }
    for (const composition of [undefined, 7, 8]) {
      expect((await createBuyer(shop).start(newOrderId(), { ...quoted, composition })).statusCode).toBe(200)
    }
  })

  it.each([[0], [-1], [1.5], ['7'], [1e12]])('of a page that calls itself %p is refused', async (composition) => {
    expect((await createBuyer(shop).start(newOrderId(), { composition })).statusCode).toBe(400)
  })
})

describe('a preview', () => {
  const byPage = { composition: 9, amount: 239, items: [{ id: 14, quantity: 1, price: 199 }] }

  it('takes no money where money moves, by card or wallet, whether its page or its cookie says so', async () => {
    const buyer = createBuyer(shop)
    const wallet = { ...byPage, amount: '239.00' }
    const byCookie = await shop.app.inject({
      method: 'POST',
      url: '/api/payments/create-payment-intent',
      headers: { cookie: 'site_preview=good' },
      payload: {
        ...{ ...byPage, composition: 8, currency: 'gbp', orderId: newOrderId(), customerEmail: 'ada@example.com' },
        ...{ customerName: 'Ada Brown', description: '', paymentMethodId: 'pm_1' },
      },
    })
    const replies = [await buyer.start(newOrderId(), byPage), await buyer.startWallet(newOrderId(), wallet), byCookie]
    expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(Array(3).fill([403, 'preview']))
  })

  it('is tried out to the end in the sandbox', async () => {
    const sandbox = await createTestApi(database, { host: { pricing, isPreview } })
    expect((await createBuyer(sandbox).start(newOrderId(), byPage)).statusCode).toBe(200)
    await sandbox.close()
  })
})
