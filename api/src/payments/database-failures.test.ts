import { cards, newOrderId } from '../testing/buyer'
import { type DatabaseFailure, fragile } from '../testing/fragile-database'
import { setUpShop } from '../testing/set-up-shop'
import { NEVER_MS, stripeEvent } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'

let isAway = false
let freeSpace = true
let failures: DatabaseFailure[] = []

const shop = setUpShop({
  open: async () => fragile(await createTestDatabase(), { isAway: () => isAway, nextFailure: () => failures.shift() }),
  parts: { processingMs: NEVER_MS, hasDiskSpace: async () => freeSpace },
})
const { buyer, outline, sweepAt } = shop
const { statusOf } = buyer
const told = (reply: Awaited<ReturnType<typeof buyer.readStatus>>) => [reply.statusCode, reply.json().message]
const unknownOutcome = [503, 'Failed to confirm payment. Please check your order status.']
const paid = 'paid: succeeded; order_confirmation'

beforeEach(() => {
  freeSpace = true
  failures = []
})

describe('a database that is away', () => {
  it('R163: no payment begins, and nothing reaches the provider', async () => {
    const before = shop.fakeProviders.stripe.intents.all().length
    isAway = true
    const reply = await buyer.start(newOrderId())
    const health = await shop.app.inject('/api/health')
    isAway = false
    expect(told(reply)).toEqual([503, 'Payment service is currently unavailable. Please try again later.'])
    expect([reply.headers['retry-after'], reply.json().code]).toEqual(['30', 'unavailable'])
    expect(shop.fakeProviders.stripe.intents.all().length).toBe(before)
    expect([health.statusCode, (await shop.app.inject('/api/health')).statusCode]).toEqual([503, 200])
  })

  it('R168: a payment that was made is not called failed, and is settled when it is back', async () => {
    const { orderId, id } = await buyer.payByCard()
    isAway = true
    const reply = await buyer.confirmCard(orderId, id)
    isAway = false
    expect(told(reply)).toEqual(unknownOutcome)
    await sweepAt(180_000)
    expect(await outline(orderId)).toBe(paid)
  })

  it('makes the provider send its webhook again', async () => {
    const { orderId, id } = await buyer.payByCard()
    const event = stripeEvent({ id, object: 'payment_intent' })
    isAway = true
    const refused = await shop.sendStripe(event)
    isAway = false
    expect([refused.statusCode, (await shop.sendStripe(event)).statusCode]).toEqual([503, 200])
    expect(await outline(orderId)).toBe(paid)
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
    const id = buyer.payCard(first.statusCode === 200 ? first : await buyer.start(orderId))
    const confirmed = await buyer.confirmCard(orderId, id)
    if (confirmed.statusCode !== 200) expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    expect(failures).toEqual([])
    expect(await outline(orderId)).toMatch(/^paid: (ended, )*succeeded; order_confirmation$/)
    expect(buyer.intentsOf(orderId).reduce((sum, intent) => sum + intent.charges, 0)).toBe(1)
  })
})

// The transaction with the provider's answer was lost, and a stale row reported "unpaid".
describe('R168: an answer of the provider that could not be kept is not taken for none', () => {
  it.each([
    ['a bank decides', cards.slow, 'processing', (orderId: string, id: string) => buyer.confirmCard(orderId, id)],
    ['its page gives it up', cards.good, 'paid', (orderId: string) => buyer.abandon(orderId)],
    ['another window has just asked', cards.slow, 'processing', (orderId: string) => buyer.readStatus(orderId)],
  ] as const)('while %s', async (_, card, status, ask) => {
    const { orderId, id } = await buyer.payByCard(card)
    failures = ['before commit']
    expect((await ask(orderId, id)).statusCode).toBe(503)
    expect(await statusOf(orderId)).toBe(status)
    if (status === 'processing') buyer.letBankDecide(id)
    expect(await statusOf(orderId)).toBe('paid')
  })
})

it('a full disk lets no payment begin, but lets one be confirmed', async () => {
  const { orderId, id } = await buyer.payByCard()
  freeSpace = false
  expect((await buyer.start(newOrderId())).statusCode).toBe(503)
  expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
})
