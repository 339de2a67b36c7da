import { keepCollectingGarbage } from '@platform/base/testing/collect-garbage'
import type { Failure } from '@site/sandbox/failures'
import { eq } from 'drizzle-orm'
import { payments } from '../database/schema'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'
import { readPayments } from './shared/payment-repository'

const shop = setUpShop({ isCleared: true, parts: { processingMs: NEVER_MS, providerTimeoutMs: 1_500 } })
const { buyer, readOrder, sweepAt } = shop

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const intentsOf = (orderId: string) =>
  shop.fakeProviders.stripe.intents.all().filter((intent) => intent.metadata.order === orderId)
const statesOf = async (orderId: string) => (await readOrder(orderId)).payments.map(({ state }) => state)
const fail = (failure: Failure) => {
  shop.failures.call = () => failure
}
const loseWebhooks = () => {
  shop.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
}
const age = (orderId: string, ms: number) =>
  shop.database
    .queries()
    .update(payments)
    .set({ createdAt: new Date(Date.now() - ms) })
    .where(eq(payments.orderId, orderId))

describe('a provider that does not say what became of a payment', () => {
  it.each(['missing', 'drop'] as const)('R168, D-47: is no answer (%s): nobody is told to pay again', async (how) => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    const dueAt = async () =>
      (await readPayments(shop.database.queries(), orderId)).map(({ nextCheckAt }) => nextCheckAt)
    const due = await dueAt()
    fail({ when: 'before', how })
    for (const unknown of [await buyer.confirmCard(orderId, id), await buyer.readStatus(orderId)]) {
      expect(unknown.statusCode).toBe(503)
      expect(unknown.json().message).toBe('Failed to confirm payment. Please check your order status.')
    }
    expect((await readOrder(orderId)).state).toBe('pending')
    expect(await dueAt()).toEqual(due)
    shop.heal()
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('paid')
    expect(intentsOf(orderId)).toMatchObject([{ charges: 1 }])
  })

  // A response in single bytes ended the sweep for good.
  it.each([
    ...(['missing', 'unauthorised', 'garbled', 'drop', 'hang', 'error', 'trickle'] as const).map(
      (how) => ['stripe', how] as const,
    ),
    ['paypal', 'trickle'],
  ] as const)(
    'changes nothing (%s, %s): the payment waits and is settled when the provider answers',
    async (provider, how) => {
      const orderId = newOrderId()
      if (provider === 'stripe') buyer.payCard(await buyer.start(orderId))
      else shop.fakeProviders.payPal.capture(buyer.approve(await buyer.startWallet(orderId)))
      fail({ when: 'before', how })
      const stop = keepCollectingGarbage(100)
      for (const minutes of [3, 6, 12]) await sweepAt(minutes * MINUTE).finally(stop)
      expect(await readOrder(orderId)).toMatchObject({
        state: 'pending',
        payments: [{ state: 'open', failedChecks: 3 }],
      })
      shop.heal()
      await sweepAt((how === 'missing' ? 80 : 13) * MINUTE)
      expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    },
    30_000,
  )

  it('goes to a person after a day, is not cancelled unasked, and is confirmed when the money turns out to be there', async () => {
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId))
    fail({ when: 'before', how: 'missing' })
    await sweepAt(3 * MINUTE)
    await sweepAt(26 * HOUR)
    expect(await readOrder(orderId)).toMatchObject({ state: 'needs_attention', payments: [{ state: 'open' }] })
    expect((await buyer.readStatus(orderId)).statusCode).toBe(503)
    shop.heal()
    await sweepAt(34 * HOUR)
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
  })

  // A held order could not wait for a bank: the page got 500 and the sweep failed.
  it.each([
    ['takes', 'COMPLETED', { state: 'paid', payments: [{ state: 'succeeded' }], mails: ['order_confirmation'] }],
    ['refuses', 'DECLINED', { state: 'cancelled', payments: [{ state: 'ended' }], mails: ['payment_refused'] }],
  ] as const)(
    'goes to a person, and waits there for the bank of a late capture, which %s it',
    async (_, decision, kept) => {
      loseWebhooks()
      const orderId = newOrderId()
      const id = buyer.approve(await buyer.startWallet(orderId), 'pending')
      shop.fakeProviders.payPal.capture(id)
      fail({ when: 'before', how: 'missing' })
      await sweepAt(3 * MINUTE)
      await sweepAt(26 * HOUR)
      expect((await readOrder(orderId)).state).toBe('needs_attention')
      shop.heal()
      loseWebhooks()
      await sweepAt(28 * HOUR)
      expect(await readOrder(orderId)).toMatchObject({
        state: 'needs_attention',
        payments: [{ state: 'processing', failedChecks: 0 }],
        mails: [],
      })
      expect((await buyer.readStatus(orderId)).json()).toMatchObject({ success: true, data: { status: 'processing' } })
      const [capture] = shop.fakeProviders.payPal.orders.get(id)?.captures ?? []
      shop.fakeProviders.payPal.settleCapture(id, capture?.id ?? '', decision)
      await sweepAt(30 * HOUR)
      expect(await readOrder(orderId)).toMatchObject(kept)
    },
  )
})

describe('a payment PayPal has forgotten because nobody approved it', () => {
  async function forget(orderId: string): Promise<void> {
    shop.fakeProviders.payPal.forget((await buyer.startWallet(orderId)).json().data.paypalOrderId)
  }

  it('ends after three hours where PayPal still knows an older one', async () => {
    const [older, orderId] = [newOrderId(), newOrderId()]
    await buyer.confirmWallet(buyer.approve(await buyer.startWallet(older)))
    await forget(orderId)
    for (const hours of [1, 2, 4, 20, 30]) await sweepAt(hours * HOUR)
    expect(await readOrder(orderId)).toMatchObject({ state: 'cancelled', payments: [{ state: 'ended' }], mails: [] })
    expect((await readOrder(older)).state).toBe('paid')
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
    const [older, orderId] = [newOrderId(), newOrderId()]
    await buyer.confirmWallet(buyer.approve(await buyer.startWallet(older)))
    await age(older, 24 * HOUR)
    await forget(orderId)
    expect((await buyer.startWallet(orderId)).statusCode).toBe(503)
    await age(orderId, 4 * HOUR)
    expect((await buyer.confirmWallet(buyer.approve(await buyer.startWallet(orderId)))).statusCode).toBe(200)
    expect(await statesOf(orderId)).toEqual(['ended', 'succeeded'])
  })
})
