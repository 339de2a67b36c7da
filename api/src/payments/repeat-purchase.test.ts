import { eq } from 'drizzle-orm'
import { orders } from '../database/schema'
import { createBuyer, newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { createTestApi } from '../testing/test-api'

const shop = setUpShop({ isCleared: true })
const { buyer, readOrder } = shop

const MINUTE = 60_000
const unasked = { confirmRepeat: undefined }

/** The refusal revealed an owner's purchase, price and time to anyone with e-mail and basket. */
const similar = { success: false, code: 'similar_order', message: expect.not.stringMatching(/paid|bought/) }

/** A lost tab or second device began the same basket under another order id: both were charged. */
describe('a second order of the same e-mail and basket', () => {
  it.each(['start', 'startWallet'] as const)('is refused until its buyer means it (%s)', async (call) => {
    const first = newOrderId()
    const started = await buyer.start(first, unasked)
    const second = newOrderId()
    const refused = await buyer[call](second, {
      ...unasked,
      customerEmail: 'ADA@Example.COM',
      customerName: 'A. Brown',
    })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual(similar)
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
    const second = newOrderId()
    await buyer.start(first, unasked)
    await buyer.confirmCard(second, buyer.payCard(await buyer.start(second)))
    expect((await buyer.start(first, unasked)).json()).toEqual(similar)
  })

  // The half hour ran from the order's creation: returning and using another tab paid twice.
  it('is asked about for half an hour from when the first was last begun', async () => {
    const first = newOrderId()
    await buyer.start(first, unasked)
    const before = new Date(Date.now() - 31 * MINUTE)
    await shop.database.queries().update(orders).set({ updatedAt: before }).where(eq(orders.id, first))
    expect((await buyer.start(first, unasked)).statusCode).toBe(200)
    expect((await buyer.start(newOrderId(), unasked)).json()).toEqual(similar)
  })

  it.each([
    ['another basket', { amount: 119, items: [{ id: 1, quantity: 1, price: 99 }] }],
    ['another quantity', { amount: 430, items: [{ id: 14, quantity: 2, price: 179 }] }],
    ['another e-mail', { customerEmail: 'eve@example.com' }],
  ])('is none with %s', async (_name, changes) => {
    await buyer.start(newOrderId(), unasked)
    expect((await buyer.start(newOrderId(), { ...unasked, ...changes })).statusCode).toBe(200)
  })

  it('is none when the first was given up, or half an hour has gone', async () => {
    const first = newOrderId()
    await buyer.start(first, unasked)
    await buyer.abandon(first)
    const second = newOrderId()
    expect((await buyer.start(second, unasked)).statusCode).toBe(200)
    const before = new Date(Date.now() - 31 * MINUTE)
    await shop.database.queries().update(orders).set({ updatedAt: before }).where(eq(orders.id, second))
    expect((await buyer.start(newOrderId(), unasked)).statusCode).toBe(200)
  })
})

describe('a basket whose prices have changed', () => {
  it('is told the present price of each course', async () => {
    const items = [
      { id: 14, quantity: 2, price: 170 },
      { id: 17, quantity: 1, price: 299 },
      { id: 26, quantity: 1, price: 10 },
    ]
    const reply = await buyer.start(newOrderId(), { items, amount: 700 })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().data).toEqual({
      lines: [
        { id: 14, price: 179 },
        { id: 17, price: 299 },
        { id: 26, price: null },
      ],
    })
  })
})

describe('an amount without items', () => {
  const live = (config: object = {}) =>
    createTestApi(shop.database, { peer: shop, config: { allowsAmountOnly: false, ...config } })

  it('could be paid whatever it was; now a shop that sells for real refuses it', async () => {
    const shop = await live()
    const strict = createBuyer({ ...shop, fakeProviders: shop.fakeProviders })
    const cheap = { items: undefined, amount: 0.5 }
    for (const reply of [
      await strict.start(newOrderId(), cheap),
      await strict.startWallet(newOrderId(), { items: undefined, amount: '0.50' }),
    ]) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({ success: false, code: 'items_required' })
    }
    expect((await strict.start(newOrderId())).statusCode).toBe(200)
    await shop.close()
  })

  it('D-38: is taken in the sandbox, and where a setting allows it', async () => {
    expect((await buyer.start(newOrderId(), { items: undefined, amount: 10 })).statusCode).toBe(200)
    const shop = await live({ allowsAmountOnly: true })
    const lenient = createBuyer({ ...shop, fakeProviders: shop.fakeProviders })
    expect((await lenient.start(newOrderId(), { items: undefined, amount: 10 })).statusCode).toBe(200)
    await shop.close()
  })
})
