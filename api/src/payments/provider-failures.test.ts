import { keepCollectingGarbage } from '@platform/base/testing/collect-garbage'
import type { FailureKind } from '@site/sandbox/failures'
import { eq } from 'drizzle-orm'
import { payments } from '../database/schema'
import { cards, newOrderId } from '../testing/buyer'
import { HOUR, MINUTE, setUpShop } from '../testing/set-up-shop'
import { NEVER_MS } from '../testing/test-api'
import { sweep } from './sweep'

const shop = setUpShop({ parts: { processingMs: NEVER_MS, providerTimeoutMs: 1_500 } })
const { buyer, outline, readOrder, sweepAfter, sweepAt } = shop
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
  it('is noted where it cannot be reached at all', async () => {
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

  it('goes to a person after a day, is not cancelled unasked, and is confirmed when the money turns out to be there', async () => {
    const { orderId } = await buyer.payByCard()
    fail('missing')
    await sweepAfter(0.05, 26)
    expect(await outline(orderId)).toBe('needs_attention: open; no mail')
    expect((await buyer.readStatus(orderId)).statusCode).toBe(503)
    shop.heal()
    await sweepAfter(34)
    expect(await outline(orderId)).toBe('paid: succeeded; order_confirmation')
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
      expect((await readOrder(orderId)).state).toBe('needs_attention')
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
