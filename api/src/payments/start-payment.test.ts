import type { Failure } from '@site/sandbox/failures'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { priceOrder } from './start-payment'

const shop = setUpShop()
const { buyer, readOrder } = shop

const before: Failure = { when: 'before' }
const after: Failure = { when: 'after' }
const intentsOf = (orderId: string) =>
  shop.fakeProviders.stripe.intents.all().filter((intent) => intent.metadata.order === orderId)

describe('a provider that fails while a payment is begun', () => {
  it.each<['card' | 'wallet', string, Failure]>([
    ['card', 'an error before the work', before],
    ['card', 'an error after the work', after],
    ['card', 'a dropped connection before the work', { ...before, how: 'drop' }],
    ['card', 'a lost reply after the work', { ...after, how: 'drop' }],
    ['wallet', 'an error before the work', before],
    ['wallet', 'an error after the work', after],
    ['wallet', 'a lost reply after the work', { ...after, how: 'drop' }],
  ])('%s: survives %s', async (method, _name, failure) => {
    const orderId = newOrderId()
    shop.failNext('create', failure)
    const isCard = method === 'card'
    const started = await (isCard ? buyer.start(orderId) : buyer.startWallet(orderId))
    expect(started.statusCode).toBe(200)
    const confirmed = isCard
      ? await buyer.confirmCard(orderId, buyer.payCard(started))
      : await buyer.confirmWallet(buyer.approve(started))
    expect(confirmed.statusCode).toBe(200)
    expect(intentsOf(orderId).reduce((sum, intent) => sum + intent.charges, 0)).toBe(isCard ? 1 : 0)
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  it('R174: says so when it stays away, keeps the order, and goes on with it later', async () => {
    const orderId = newOrderId()
    shop.failures.call = () => before
    const down = await buyer.start(orderId)
    expect(down.statusCode).toBe(503)
    expect(down.headers['retry-after']).toBeDefined()
    expect(down.json()).toEqual({
      success: false,
      code: 'provider_unavailable',
      message: "We're experiencing connection issues with our payment provider. Please try again in a moment.",
    })
    expect((await readOrder(orderId)).state).toBe('created')
    shop.heal()
    expect((await buyer.start(orderId)).statusCode).toBe(200)
    expect((await readOrder(orderId)).state).toBe('pending')
  })

  it('waits while the same call is under way elsewhere', async () => {
    const orderId = newOrderId()
    shop.failNext('create', { delayMs: 300 })
    const [first, second] = await Promise.all([buyer.start(orderId), buyer.start(orderId)])
    expect(first.json()).toEqual(second.json())
    expect((await readOrder(orderId)).payments).toHaveLength(1)
  })

  it('lets the buyer go on to the wallet, and sends a late card payment back', async () => {
    const orderId = newOrderId()
    const first = await buyer.start(orderId)
    shop.failures.call = ({ provider }) => (provider === 'stripe' ? { when: 'before' } : undefined)
    const wallet = await buyer.startWallet(orderId)
    expect(wallet.statusCode).toBe(200)
    shop.heal()
    expect((await buyer.confirmWallet(buyer.approve(wallet))).statusCode).toBe(200)
    const late = await buyer.confirmCard(orderId, buyer.payCard(first))
    expect(late.json().code).toBe('order_paid')
    expect(intentsOf(orderId)[0]?.isRefunded).toBe(true)
  })
})

const order = { id: 'order_1', customerEmail: 'ada@example.com', customerName: 'Ada', description: '' }
const prices = { pricing: () => undefined, allowsAmountOnly: true }

describe('an amount without items', () => {
  it.each([
    [119, 11_900],
    ['119.00', 11_900],
    [0.1 + 0.2, 30],
  ])('of %p pounds is charged as %p pence', (amount, amountPence) => {
    expect(priceOrder(prices, { ...order, amount })).toEqual({ ok: true, order: { ...order, amountPence } })
  })

  it.each([0, '0.00', -1, 0.001, 'x', ''])('of %p pounds is refused', (amount) => {
    expect(priceOrder(prices, { ...order, amount })).toMatchObject({ ok: false, refusal: { code: 'price_changed' } })
  })
})
