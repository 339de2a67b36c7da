import { keepCollectingGarbage } from '@platform/base/testing/collect-garbage'
import type { FailureKind } from '@site/sandbox/failures'
import { eq } from 'drizzle-orm'
import { payments, providerPauses } from '../database/schema'
import { cards, newOrderId } from '../testing/buyer'
import { HOUR, MINUTE, setUpShop } from '../testing/set-up-shop'
import { NEVER_MS, stripeEvent } from '../testing/test-api'
import { sweep } from './sweep'

let freeSpace = true
const hasDiskSpace = async () => freeSpace
const shop = setUpShop({ parts: { processingMs: NEVER_MS, providerTimeoutMs: 1_500, hasDiskSpace } })
const { buyer, outline, readOrder, sweepAfter, sweepAt, troubles } = shop
const { statusOf } = buyer

const statesOf = async (orderId: string) => (await readOrder(orderId)).payments.map(({ state }) => state)
const fail = (how: FailureKind) => {
  shop.failures.call = () => ({ when: 'before', how })
}
const age = (orderId: string, ms: number) => {
  const createdAt = new Date(Date.now() - ms)
  return shop.queries().update(payments).set({ createdAt }).where(eq(payments.orderId, orderId))
}

describe('a provider that does not say what became of a payment', () => {
  it.each(['missing', 'drop'] as const)('R168, D-47: is no answer (%s): nobody is told to pay again', async (how) => {
    const { orderId, id } = await buyer.payByCard()
    const dueAt = async () => (await readOrder(orderId)).payments.map(({ nextCheckAt }) => nextCheckAt)
    const due = await dueAt()
    fail(how)
    for (const unknown of [await buyer.confirmCard(orderId, id), await buyer.readStatus(orderId)]) {
      expect(unknown.statusCode).toBe(503)
      expect(unknown.json().message).toBe('Failed to confirm payment. Please check your order status.')
    }
    expect((await readOrder(orderId)).state).toBe('pending')
    expect(await dueAt()).toEqual(due)
    shop.heal()
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    expect(await statusOf(orderId)).toBe('paid')
    expect(shop.fakeProviders.stripe.intents.get(id)?.charges).toBe(1)
  })

  // A response in single bytes ended the sweep for good.
  it.each([
    ...(['missing', 'unauthorised', 'garbled', 'drop', 'hang', 'error'] as const).map(
      (how) => ['stripe', how] as const,
    ),
    ['stripe', 'trickle'],
    ['paypal', 'trickle'],
  ] as const)('changes nothing (%s, %s): the payment waits and is settled later', async (provider, how) => {
    const { orderId, id } = await (provider === 'stripe' ? buyer.payByCard() : buyer.approved())
    if (provider === 'paypal') shop.fakeProviders.payPal.capture(id)
    fail(how)
    const isSlow = how === 'hang' || how === 'trickle'
    const stop = isSlow ? keepCollectingGarbage(100) : () => {}
    const sweeps = isSlow ? [3] : [3, 6, 12]
    for (const minutes of sweeps) await sweepAt(minutes * MINUTE).finally(stop)
    expect((await readOrder(orderId)).payments).toMatchObject([{ failedChecks: sweeps.length }])
    expect(await outline(orderId)).toBe('pending: open; no mail')
    shop.heal()
    await sweepAt((how === 'missing' ? 80 : 13) * MINUTE)
    expect(await outline(orderId)).toBe('paid: succeeded; order_confirmation')
  })

  // The failure counted as a database outage, so the provider was never paused.
  it('is recorded where it cannot be reached at all', async () => {
    const { orderId, id } = await buyer.approved()
    shop.fakeProviders.payPal.capture(id)
    const { stripe, paypal } = shop.fakeProviders.providers
    const providers = { stripe, paypal: { ...paypal, apiUrl: 'http://127.0.0.1:1' } }
    const away = await shop.startOther({ peer: shop, config: { providers } })
    await sweep(away.api.services, Date.now() + 3 * MINUTE)
    expect(away.logs.join()).toContain('it is not known what became of a payment')
    expect((await readOrder(orderId)).payments).toMatchObject([{ failedChecks: 1 }])
    await sweepAt(4 * MINUTE)
    expect((await readOrder(orderId)).state).toBe('paid')
  })

  // A held order could not wait for a bank: the page got 500 and the sweep failed.
  it.each([
    ['takes', 'COMPLETED', 'paid: succeeded; order_confirmation'],
    ['refuses', 'DECLINED', 'cancelled: ended; payment_refused'],
  ] as const)(
    'goes to a person, and waits there for the bank of a late capture, which %s it',
    async (_, decision, kept) => {
      const { orderId, id } = await buyer.approved('pending')
      shop.fakeProviders.payPal.capture(id)
      fail('missing')
      await sweepAfter(0.05, 26)
      expect(await outline(orderId)).toBe('needs_attention: open; no mail')
      shop.heal()
      await sweepAfter(28)
      expect(await outline(orderId)).toBe('needs_attention: processing; no mail')
      expect((await readOrder(orderId)).payments).toMatchObject([{ failedChecks: 0 }])
      expect(await statusOf(orderId)).toBe('processing')
      shop.fakeProviders.payPal.settleCapture(id, buyer.captureOf(id), decision)
      await sweepAfter(30)
      expect(await outline(orderId)).toBe(kept)
    },
  )

  // An order held for a silent provider ended without the promised message.
  it('is followed by a message where a bank refuses after its provider was silent for a day', async () => {
    const { orderId, id } = await buyer.payByCard(cards.slowFails)
    expect((await buyer.confirmCard(orderId, id)).json().code).toBe('payment_processing')
    fail('error')
    await sweepAfter(1, 12, 30, 36)
    expect((await readOrder(orderId)).state).toBe('needs_attention')
    shop.heal()
    buyer.letBankDecide(id)
    await sweepAfter(40, 50, 60)
    expect(await outline(orderId)).toMatch(/^cancelled: \w+; payment_refused$/)
  })
})

describe('a payment PayPal has forgotten because nobody approved it', () => {
  async function forget(orderId: string): Promise<void> {
    shop.fakeProviders.payPal.forget((await buyer.startWallet(orderId)).json().data.paypalOrderId)
  }

  it('ends after three hours where PayPal still knows an older one', async () => {
    const older = await buyer.pay('paypal')
    const orderId = newOrderId()
    await forget(orderId)
    await sweepAfter(1, 2, 4, 20, 30)
    expect(await outline(orderId)).toBe('cancelled: ended; no mail')
    expect((await readOrder(older.orderId)).state).toBe('paid')
  })

  // A few windows that nobody finished paused PayPal, and each was asked about for four days.
  it('is not asked about again, and its answer does not count against PayPal', async () => {
    await buyer.pay('paypal')
    for (let count = 0; count < 5; count += 1) await forget(newOrderId())
    await sweepAfter(4)
    const asked: string[] = []
    shop.failures.call = ({ action }) => void asked.push(action)
    await sweepAfter(5, 6)
    expect(asked).toEqual([])
    expect(await shop.queries().select().from(providerPauses)).toEqual([])
  })

  // A changed key also knows no payment, so its 404 ended open ones.
  it('has not ended where the account knows no older one', async () => {
    const orderId = newOrderId()
    await forget(orderId)
    await age(orderId, 4 * HOUR)
    expect((await buyer.startWallet(orderId)).statusCode).toBe(503)
    expect(await statesOf(orderId)).toEqual(['open'])
    expect((await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))).statusCode).toBe(200)
  })

  it('does not keep a buyer who comes back from paying the same order', async () => {
    const older = await buyer.pay('paypal')
    await age(older.orderId, 24 * HOUR)
    const orderId = newOrderId()
    await forget(orderId)
    expect((await buyer.startWallet(orderId)).statusCode).toBe(503)
    await age(orderId, 4 * HOUR)
    expect((await buyer.confirmWallet(buyer.approve(await buyer.startWallet(orderId)))).statusCode).toBe(200)
    expect(await statesOf(orderId)).toEqual(['ended', 'succeeded'])
  })
})

const told = (reply: Awaited<ReturnType<typeof buyer.readStatus>>) => [reply.statusCode, reply.json().message]
const paid = 'paid: succeeded; order_confirmation'

describe('a database that is away', () => {
  it('R163: no payment begins, and nothing reaches the provider', async () => {
    const before = shop.fakeProviders.stripe.intents.all().length
    troubles.isAway = true
    const reply = await buyer.start(newOrderId())
    const health = await shop.app.inject('/api/health')
    troubles.isAway = false
    expect(told(reply)).toEqual([503, 'Payment service is currently unavailable. Please try again later.'])
    expect([reply.headers['retry-after'], reply.json().code]).toEqual(['30', 'unavailable'])
    expect(shop.fakeProviders.stripe.intents.all().length).toBe(before)
    expect([health.statusCode, (await shop.app.inject('/api/health')).statusCode]).toEqual([503, 200])
  })

  it('R168: a payment that was made is not called failed; its webhook comes again, or the sweep settles it', async () => {
    const [swept, heard] = [await buyer.payByCard(), await buyer.payByCard()]
    const event = stripeEvent({ id: heard.id, object: 'payment_intent' })
    troubles.isAway = true
    const reply = await buyer.confirmCard(swept.orderId, swept.id)
    const refused = await shop.sendStripe(event)
    troubles.isAway = false
    expect(told(reply)).toEqual([503, 'Failed to confirm payment. Please check your order status.'])
    expect([refused.statusCode, (await shop.sendStripe(event)).statusCode]).toEqual([503, 200])
    expect(await outline(heard.orderId)).toBe(paid)
    await sweepAt(180_000)
    expect(await outline(swept.orderId)).toBe(paid)
  })
})

const losses = (['before commit', 'after commit'] as const).flatMap((loss) =>
  [1, 2, 3].map((nth) => [nth, loss] as const),
)
it.each(losses)('a purchase loses and doubles nothing when its transaction %p is lost %s', async (nth, failure) => {
  const orderId = newOrderId()
  troubles.losses = [...Array.from({ length: nth - 1 }, () => undefined), failure]
  const first = await buyer.start(orderId)
  const id = buyer.payCard(first.statusCode === 200 ? first : await buyer.start(orderId))
  const confirmed = await buyer.confirmCard(orderId, id)
  if (confirmed.statusCode !== 200) expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
  expect(troubles.losses).toEqual([])
  expect(await outline(orderId)).toMatch(/^paid: (ended, )*succeeded; order_confirmation$/)
  expect(buyer.intentsOf(orderId).reduce((sum, intent) => sum + intent.charges, 0)).toBe(1)
})

// The transaction with the provider's answer was lost, and a stale row reported "unpaid".
it.each([
  ['a bank decides', cards.slow, 'processing', (orderId: string, id: string) => buyer.confirmCard(orderId, id)],
  ['its page gives it up', cards.good, 'paid', (orderId: string) => buyer.abandon(orderId)],
  ['another window has just asked', cards.slow, 'processing', (orderId: string) => buyer.readStatus(orderId)],
] as const)(
  'R168: an answer of the provider that could not be kept is not taken for none, while %s',
  async (_, card, status, ask) => {
    const { orderId, id } = await buyer.payByCard(card)
    troubles.losses = ['before commit']
    expect((await ask(orderId, id)).statusCode).toBe(503)
    expect(await statusOf(orderId)).toBe(status)
    if (status === 'processing') buyer.letBankDecide(id)
    expect(await statusOf(orderId)).toBe('paid')
  },
)

it('a full disk lets no payment begin, but lets one be confirmed', async () => {
  const { orderId, id } = await buyer.payByCard()
  freeSpace = false
  expect((await buyer.start(newOrderId())).statusCode).toBe(503)
  expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
  freeSpace = true
})
