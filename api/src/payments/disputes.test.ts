import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { findAttention } from '../admin/attention'
import { confirmOrder } from '../admin/order-actions'
import { reconcile } from '../admin/reconcile'
import { cases, disputes } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { refundPayment } from './refund-payment'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const providers = ['stripe', 'paypal'] as const
type Provider = (typeof providers)[number]
const DAY = 24 * 60 * 60_000
const person = { actor: 'olga', reason: 'looked at' }

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database)
  buyer = createBuyer(test)
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

async function pay(provider: Provider): Promise<{ orderId: string; chargeId: string }> {
  const orderId = newOrderId()
  if (provider === 'stripe') {
    const chargeId = buyer.payCard(await buyer.start(orderId))
    await buyer.confirmCard(orderId, chargeId)
    return { orderId, chargeId }
  }
  const id = buyer.approve(await buyer.startWallet(orderId))
  await buyer.confirmWallet(id)
  return { orderId, chargeId: test.fakeProviders.payPal.orders.get(id)?.captures[0]?.id ?? '' }
}
const open = (provider: Provider, chargeId: string): string =>
  provider === 'stripe' ? test.fakeProviders.stripe.dispute(chargeId) : test.fakeProviders.payPal.dispute(chargeId)
function end(provider: Provider, disputeId: string, isWon: boolean): void {
  const { stripe, payPal } = test.fakeProviders
  if (provider === 'stripe') stripe.closeDispute(disputeId, isWon ? 'won' : 'lost')
  else payPal.resolveDispute(disputeId, isWon ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR')
}
const rowsOf = (orderId: string) => database.queries().select().from(disputes).where(eq(disputes.orderId, orderId))
async function untilIs(orderId: string, state: string): Promise<void> {
  while (!(await rowsOf(orderId)).some((row) => row.state === state))
    await new Promise((resolve) => setTimeout(resolve, 10))
}
async function untilEqual<Value>(read: () => Promise<Value>, wanted: Value): Promise<void> {
  for (let turn = 0; turn < 200 && JSON.stringify(await read()) !== JSON.stringify(wanted); turn++)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await read()).toEqual(wanted)
}
const openCases = async (orderId: string) =>
  (await database.queries().select().from(cases).where(eq(cases.orderId, orderId))).filter(({ closedAt }) => !closedAt)

describe.each(providers)('a dispute (%s)', (provider) => {
  it('holds the order with its amount and until when it must be answered', async () => {
    const { orderId, chargeId } = await pay(provider)
    open(provider, chargeId)
    await untilIs(orderId, 'open')
    expect((await readOrder(database, orderId)).state).toBe('needs_attention')
    expect(await rowsOf(orderId)).toMatchObject([{ state: 'open', amountPence: 21_500, dueAt: expect.any(Date) }])
    expect(await openCases(orderId)).toMatchObject([
      { kind: 'dispute', summary: expect.stringMatching(/£215\.00 of this order.*until \d{4}-/) },
    ])
  })

  // Sent back in the provider's pages, its own event lost, and a failure of it later went unseen.
  it('has what was sent back by hand before taken in as well', async () => {
    const { orderId, chargeId } = await pay(provider)
    const sent = pence(5_000)
    if (provider === 'stripe') test.fakeProviders.stripe.refund(chargeId, { amount: sent })
    else test.fakeProviders.payPal.refund(chargeId, sent)
    open(provider, chargeId)
    await untilIs(orderId, 'open')
    await untilEqual(
      async () => (await openCases(orderId)).map(({ kind }) => kind).sort(),
      ['dispute', 'refund_elsewhere'],
    )
  })

  // The only way off the list made the order `paid`, and said that a message would be sent which was not.
  it('that is won makes the order what it was, by itself', async () => {
    const { orderId, chargeId } = await pay(provider)
    const id = open(provider, chargeId)
    await untilIs(orderId, 'open')
    end(provider, id, true)
    await untilIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    expect(await openCases(orderId)).toEqual([])
    expect((await findAttention(database.queries())).orders).toEqual([])
  })

  // Nothing changed: the order stayed paid here, and its money was gone there.
  it('that is lost takes the money out of our books and says what is left to do', async () => {
    const { orderId, chargeId } = await pay(provider)
    const id = open(provider, chargeId)
    await untilIs(orderId, 'open')
    end(provider, id, false)
    await untilIs(orderId, 'lost')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'charged_back',
      payments: [{ state: 'charged_back', chargedBackPence: 21_500, refundedPence: 0 }],
      mails: ['order_confirmation'],
    })
    expect(await rowsOf(orderId)).toMatchObject([{ feePence: provider === 'stripe' ? 2_000 : null }])
    expect(await openCases(orderId)).toMatchObject([
      { kind: 'dispute_lost', summary: expect.stringContaining('Nothing is to be refunded') },
    ])
    expect(await refundPayment(test.api.services, orderId, person)).toMatchObject({ ok: false })
    expect((await buyer.start(orderId)).json().code).toBe('order_paid')
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('refunded')
  })

  // The event of its end never came: the order waited for an answer until a day that had passed, and its money was gone.
  it('whose end was never announced is found by comparing', async () => {
    const { orderId, chargeId } = await pay(provider)
    const id = open(provider, chargeId)
    await untilIs(orderId, 'open')
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    end(provider, id, false)
    await reconcile(test.api.services, { since: new Date(Date.now() - DAY) })
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'charged_back',
      payments: [{ chargedBackPence: 21_500 }],
    })
    expect(await openCases(orderId)).toMatchObject([{ kind: 'dispute_lost' }])
  })

  it('is not believed before the provider says how it stands', async () => {
    const { orderId, chargeId } = await pay(provider)
    test.failures.call = ({ action }) => (action === 'read dispute' ? { when: 'before' } : undefined)
    open(provider, chargeId)
    await sweep(test.api.services, Date.now() + 60_000)
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
  const { orderId, chargeId } = await pay('paypal')
  const id = open('paypal', chargeId)
  if (before) await untilIs(orderId, before)
  end('paypal', id, false)
  await untilIs(orderId, 'lost')
  expect(await readOrder(database, orderId)).toMatchObject({
    state: 'charged_back',
    payments: [{ chargedBackPence: 21_500 }],
  })
})

it('a part that a dispute took leaves the order paid, and only the rest can be refunded', async () => {
  const { orderId, chargeId } = await pay('paypal')
  const { payPal } = test.fakeProviders
  const id = payPal.dispute(chargeId, 5_000 as never)
  await untilIs(orderId, 'open')
  end('paypal', id, false)
  await untilIs(orderId, 'lost')
  expect(await readOrder(database, orderId)).toMatchObject({
    state: 'paid',
    payments: [{ state: 'succeeded', chargedBackPence: 5_000 }],
  })
  const tooMuch = await refundPayment(test.api.services, orderId, { ...person, amountPence: 20_000 as never })
  expect(tooMuch).toMatchObject({ ok: false, reason: expect.stringContaining('16500') })
})

it('an order confirmed by a person says whether anybody is written to', async () => {
  const { orderId, chargeId } = await pay('stripe')
  open('stripe', chargeId)
  await untilIs(orderId, 'open')
  expect(await confirmOrder(test.api.services, orderId, person)).toContain('Nobody is written to')
})
