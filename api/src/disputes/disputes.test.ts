import { pence } from '@site/shared/money'
import { and, eq, isNotNull } from 'drizzle-orm'
import { findAttention } from '../admin/attention'
import { confirmOrder } from '../admin/order-actions'
import { reconcile } from '../admin/reconcile'
import { cases } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { providerEvents } from '../database/schema'
import { sweep } from '../payments/sweep'
import { refundPayment } from '../refunds/refund-payment'
import { createAfterSale, providers, untilEqual } from '../testing/after-sale'
import { readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { followDispute } from './follow-dispute'

let database: Database
let test: TestApi
let sale: ReturnType<typeof createAfterSale>

const DAY = 24 * 60 * 60_000
const person = { actor: 'olga', reason: 'looked at' }

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database)
  sale = createAfterSale(test, database)
}, 60_000)

beforeEach(async () => {
  test.heal()
  await clearDatabase(database)
  test.failures.webhook = ({ type }) => ({ isDropped: !/dispute/i.test(type), delayMs: 0 })
})

afterAll(async () => {
  await test?.close()
  await database?.close()
})

describe.each(providers)('a dispute (%s)', (provider) => {
  it('holds the order with its amount and until when it must be answered', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    sale.openDispute(provider, chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    expect((await readOrder(database, orderId)).state).toBe('needs_attention')
    expect(await sale.disputesOf(orderId)).toMatchObject([
      { state: 'open', amountPence: 21_500, dueAt: expect.any(Date) },
    ])
    expect(await sale.openCasesOf(orderId)).toMatchObject([
      { kind: 'dispute', summary: expect.stringMatching(/£215\.00 of this order.*until \d{4}-/) },
    ])
  })

  // Sent back in the provider's pages, its own event lost, and a failure of it later went unseen.
  it('has what was sent back by hand before taken in as well', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    const sent = pence(5_000)
    if (provider === 'stripe') test.fakeProviders.stripe.refund(chargeId, { amount: sent })
    else test.fakeProviders.payPal.refund(chargeId, sent)
    sale.openDispute(provider, chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    await untilEqual(
      async () => (await sale.openCasesOf(orderId)).map(({ kind }) => kind).sort(),
      ['dispute', 'refund_elsewhere'],
    )
  })

  // The only way off the list made the order `paid`, and said that a message would be sent which was not.
  it('that is won makes the order what it was, by itself', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    const id = sale.openDispute(provider, chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute(provider, id, true)
    await sale.untilDisputeIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    expect(await sale.openCasesOf(orderId)).toEqual([])
    expect((await findAttention(database.queries())).orders).toEqual([])
  })

  // Nothing changed: the order stayed paid here, and its money was gone there.
  it('that is lost takes the money out of our books and says what is left to do', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    const id = sale.openDispute(provider, chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute(provider, id, false)
    await sale.untilDisputeIs(orderId, 'lost')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'charged_back',
      payments: [{ state: 'charged_back', chargedBackPence: 21_500, refundedPence: 0 }],
      mails: ['order_confirmation'],
    })
    expect(await sale.disputesOf(orderId)).toMatchObject([{ feePence: provider === 'stripe' ? 2_000 : null }])
    expect(await sale.openCasesOf(orderId)).toMatchObject([
      { kind: 'dispute_lost', summary: expect.stringContaining('Nothing is to be refunded') },
    ])
    expect(await refundPayment(test.api.services, orderId, person)).toMatchObject({ ok: false })
    expect((await sale.buyer.start(orderId)).json().code).toBe('order_paid')
    expect((await sale.buyer.readStatus(orderId)).json().data.status).toBe('refunded')
  })

  // The event of its end never came: the order waited for an answer until a day that had passed, and its money was gone.
  it('whose end was never announced is found by comparing', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    const id = sale.openDispute(provider, chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    sale.endDispute(provider, id, false)
    await reconcile(test.api.services, { since: new Date(Date.now() - DAY) })
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'charged_back',
      payments: [{ chargedBackPence: 21_500 }],
    })
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ kind: 'dispute_lost' }])
  })

  it('is not believed before the provider says how it stands', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    test.failures.call = ({ action }) => (action === 'read dispute' ? { when: 'before' } : undefined)
    const disputeId = sale.openDispute(provider, chargeId)
    const isMeant = and(eq(providerEvents.disputeId, disputeId), isNotNull(providerEvents.lastError))
    // Tried in vain, and left to the sweep.
    await untilEqual(() => database.queries().$count(providerEvents, isMeant), 1)
    expect((await readOrder(database, orderId)).state).toBe('paid')
    test.failures.call = undefined
    await sweep(test.api.services, Date.now() + 3_600_000)
    expect((await readOrder(database, orderId)).state).toBe('needs_attention')
  })
})

// The event of its end was lost, and the one that the money had gone was taken for a refund: the order waited for an answer.
it.each([
  ['is asked after', /DISPUTE\.CREATED|REVERSED/, 'open'],
  ['is found though nothing was ever said of it', /REVERSED/, undefined],
] as const)('a dispute that PayPal ends by reversing the capture %s', async (_, received, before) => {
  test.failures.webhook = ({ type }) => ({ isDropped: !received.test(type), delayMs: 0 })
  const { orderId, chargeId } = await sale.pay('paypal')
  const id = sale.openDispute('paypal', chargeId)
  if (before) await sale.untilDisputeIs(orderId, before)
  sale.endDispute('paypal', id, false)
  await sale.untilDisputeIs(orderId, 'lost')
  expect(await readOrder(database, orderId)).toMatchObject({
    state: 'charged_back',
    payments: [{ chargedBackPence: 21_500 }],
  })
})

// Its money had come back, and the order stayed charged back with nothing to tell anybody.
it('a dispute that is won after it was lost is found by comparing, too', async () => {
  const { orderId, chargeId } = await sale.pay('stripe')
  const id = sale.openDispute('stripe', chargeId)
  await sale.untilDisputeIs(orderId, 'open')
  sale.endDispute('stripe', id, false)
  await sale.untilDisputeIs(orderId, 'lost')
  test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
  sale.endDispute('stripe', id, true)
  // Lists of Stripe's end with a whole second.
  const now = new Date(Date.now() + 2_000)
  await reconcile(test.api.services, { since: new Date(Date.now() - DAY), now })
  expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', payments: [{ chargedBackPence: 0 }] })
  expect(await sale.openCasesOf(orderId)).toEqual([])
})

it('a part that a dispute took leaves the order paid, and only the rest can be refunded', async () => {
  const { orderId, chargeId } = await sale.pay('paypal')
  const { payPal } = test.fakeProviders
  const id = payPal.dispute(chargeId, 5_000 as never)
  await sale.untilDisputeIs(orderId, 'open')
  sale.endDispute('paypal', id, false)
  await sale.untilDisputeIs(orderId, 'lost')
  expect(await readOrder(database, orderId)).toMatchObject({
    state: 'paid',
    payments: [{ state: 'succeeded', chargedBackPence: 5_000 }],
  })
  const tooMuch = await refundPayment(test.api.services, orderId, { ...person, amountPence: 20_000 as never })
  expect(tooMuch).toMatchObject({ ok: false, reason: expect.stringContaining('16500') })
})

it('an order confirmed by a person says whether anybody is written to', async () => {
  const { orderId, chargeId } = await sale.pay('stripe')
  sale.openDispute('stripe', chargeId)
  await sale.untilDisputeIs(orderId, 'open')
  expect(await confirmOrder(test.api.services, orderId, person)).toContain('Nobody is written to')
})

// Each dispute of another product of the same account was listed as one that belongs to no order.
it.each([
  ['of another product is nobody’s matter', { invoice: '7' }, 0],
  ['of money with our reference is listed', { payment: 'order_elsewhere1:stripe:1' }, 1],
] as const)('a dispute %s', async (_, metadata, listed) => {
  const { stripe } = test.fakeProviders
  const { body } = stripe.createIntent({ amount: 4_200, currency: 'gbp', description: '', metadata })
  const { id, client_secret: secret } = body as { id: string; client_secret: string }
  sale.buyer.payIntent(id, secret)
  // Lists of Stripe's end with a whole second.
  await reconcile(test.api.services, { since: new Date(Date.now() - DAY), now: new Date(Date.now() + 2_000) })
  test.failures.webhook = () => ({ isDropped: true })
  const disputeId = stripe.dispute(id)
  await followDispute(test.api.services, 'stripe', { chargeId: id, disputeId }, 'webhook')
  const found = (await database.queries().select().from(cases)).filter(({ subject }) => subject.includes(disputeId))
  expect(found).toHaveLength(listed)
})
