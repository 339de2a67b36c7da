import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { cases, disputes, refunds } from '../database/after-sale-tables'
import { payments } from '../database/schema'
import { followDispute } from '../disputes/follow-dispute'
import { createBuyer } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import type { TestApi } from '../testing/test-api'
import { reconcile } from './reconcile'

const HOUR = 3_600_000
const shop = setUpShop()
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

// The providers' lists would name the payments of the test before.
beforeEach(async () => {
  test = await shop.startOther()
  buyer = createBuyer(test)
})

const compare = () =>
  reconcile(test.api.services, { since: new Date(Date.now() - 24 * HOUR), now: new Date(Date.now() + 6 * HOUR) })
const change = (orderId: string, values: Partial<typeof payments.$inferInsert>) =>
  shop.queries().update(payments).set(values).where(eq(payments.orderId, orderId))
const openCases = () => shop.queries().select().from(cases)
const failList = (provider: string | undefined, how: 'error' | 'forbidden', action = 'list') => {
  test.failures.call = (call) =>
    call.action === action && call.provider === (provider ?? call.provider) ? { when: 'before', how } : undefined
}

// The comparison saw refunds only of payments from its four days.
it('takes in what was sent back of an old payment and of which no event came', async () => {
  const { orderId, chargeId } = await buyer.pay('stripe')
  await change(orderId, { createdAt: new Date(Date.now() - 90 * 24 * HOUR) })
  test.fakeProviders.stripe.refund(chargeId, { amount: 5_000 })
  expect(await compare()).toEqual([])
  expect(await openCases()).toMatchObject([{ kind: 'refund_elsewhere', orderId, amountPence: 5_000 }])
})

it('takes in a refund of the provider’s own pages that had failed before anybody looked', async () => {
  const { id } = await buyer.pay('stripe')
  const { stripe } = test.fakeProviders
  stripe.refund(id, { amount: 1_000 })
  stripe.settleRefund(stripe.intents.get(id)?.refunds[0]?.id ?? '', 'failed')
  expect(await compare()).toEqual([])
  expect(await openCases()).toEqual([])
  const kept = await shop.queries().select().from(refunds)
  expect(kept).toMatchObject([{ state: 'failed', amountPence: 1_000, origin: 'provider' }])
})

it('names every difference once and lists it until somebody has dealt with it', async () => {
  const [lost, unknown] = [await buyer.buy(), await buyer.buy()]
  const { orderId: wrong } = await buyer.pay('paypal')
  const { orderId: invented } = await buyer.pay('paypal')
  const back = await buyer.pay('stripe')
  await change(lost, { state: 'open', takenPence: null })
  await change(wrong, { takenPence: pence(20_000) })
  test.fakeProviders.stripe.refund(back.chargeId)
  await change(unknown, { idempotencyKey: 'another', chargeId: 'pi_other', providerId: 'pi_other' })
  await change(invented, { idempotencyKey: 'invented', chargeId: 'INVENTED', providerId: 'INVENTED' })
  const found = await compare()
  for (const text of [
    new RegExp(`${lost}: stripe took £215.00 as pi_\\w+, but it is kept as open`),
    new RegExp(`${wrong}: paypal took £215.00 as \\w+, but £200.00 is kept`),
    new RegExp(`${unknown}: kept as succeeded, but stripe has no such payment in its list`),
    new RegExp(`${invented}: kept as succeeded, but paypal has no such payment in its list`),
  ]) {
    expect(found).toContainEqual(expect.stringMatching(text))
  }
  const opened = await openCases()
  expect(opened.filter(({ kind }) => kind !== 'refund_elsewhere')).toHaveLength(found.length)
  expect(opened).toContainEqual(expect.objectContaining({ kind: 'refund_elsewhere', orderId: back.orderId }))
  await compare()
  expect(await openCases()).toHaveLength(opened.length)
})

// A payment captured long after its start was called missing while PayPal's list lagged.
it('waits for the list from the capture, not from the start of the payment', async () => {
  const { orderId } = await buyer.pay('paypal')
  await change(orderId, { chargeId: 'LISTED-LATER', takenAt: new Date(Date.now() + 3 * HOUR) })
  expect(await compare()).toEqual([])
})

it('leaves the money of another product of the same account alone', async () => {
  const { stripe } = test.fakeProviders
  const asked = { amount: 4_200, currency: 'gbp', description: '', metadata: { invoice: '7' } }
  const { id = '', client_secret: secret = '' } = stripe.createIntent(asked).body as Record<string, string>
  buyer.payIntent(id, secret)
  stripe.refund(id, { amount: 1_000 })
  stripe.dispute(id)
  expect(await compare()).toEqual([])
  expect(await openCases()).toEqual([])
})

it('says so when a list cannot be read, names both providers, and opens nothing', async () => {
  await buyer.buy()
  failList('stripe', 'error')
  await expect(compare()).rejects.toThrow('cannot be read')
  failList(undefined, 'error')
  await expect(compare()).rejects.toThrow(/Stripe's list cannot be read.*PayPal failed|PayPal failed.*Stripe's list/)
  expect(await openCases()).toEqual([])
})

// One unexplained line stopped the whole comparison.
it('compares all the rest where a provider does not answer about one refund, and is tried again soon', async () => {
  const [back, wrong] = [await buyer.pay('paypal'), await buyer.pay('paypal')]
  test.fakeProviders.payPal.refund(back.chargeId, pence(5_000))
  await change(wrong.orderId, { takenPence: pence(20_000) })
  failList('paypal', 'error', 'read')
  await expect(compare()).rejects.toThrow('PayPal failed with 500')
  const summary = expect.stringMatching(`${wrong.orderId}: paypal took £215.00`)
  expect(await openCases()).toMatchObject([{ summary }])
  test.heal()
  expect(await compare()).toEqual([summary])
})

// An unreadable list stopped the disputes and the other provider.
it('follows open disputes and compares with the other provider while a list cannot be read', async () => {
  const [disputed, wrong] = [await buyer.pay('paypal'), await buyer.buy()]
  const { payPal } = test.fakeProviders
  const disputeId = payPal.dispute(disputed.chargeId)
  await followDispute(test.api.services, 'paypal', { chargeId: null, disputeId }, 'webhook')
  payPal.resolveDispute(disputeId, 'RESOLVED_BUYER_FAVOUR')
  await change(wrong, { takenPence: pence(20_000) })
  failList('paypal', 'forbidden')
  await expect(compare()).rejects.toThrow('switch "Transaction Search" on')
  expect(await shop.queries().select().from(disputes)).toMatchObject([{ providerId: disputeId, state: 'lost' }])
  expect(await openCases()).toContainEqual(expect.objectContaining({ kind: 'difference', orderId: wrong }))
  const alerts = test.logs.filter((line) => line.includes('"alert":"reconciliation"'))
  expect(alerts.map((line) => JSON.parse(line))).toMatchObject([{ provider: 'stripe', differences: 1 }])
})
