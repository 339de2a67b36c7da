import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { findAttention } from '../admin/attention'
import { confirmOrder } from '../admin/order-actions'
import { reconcile } from '../admin/reconcile'
import { renewCase } from '../cases/cases'
import { cases, disputes } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { followDispute } from './follow-dispute'
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
    let asked = 0
    test.failures.call = ({ action }) => {
      if (action !== 'read dispute') return undefined
      asked += 1
      return { when: 'before' }
    }
    open(provider, chargeId)
    await untilEqual(async () => asked > 0, true)
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

// Its money had come back, and the order stayed charged back with nothing to tell anybody.
it('a dispute that is won after it was lost is found by comparing, too', async () => {
  const { orderId, chargeId } = await pay('stripe')
  const id = open('stripe', chargeId)
  await untilIs(orderId, 'open')
  end('stripe', id, false)
  await untilIs(orderId, 'lost')
  test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
  end('stripe', id, true)
  // Lists of Stripe's end with a whole second.
  const now = new Date(Date.now() + 2_000)
  await reconcile(test.api.services, { since: new Date(Date.now() - DAY), now })
  expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', payments: [{ chargedBackPence: 0 }] })
  expect(await openCases(orderId)).toEqual([])
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

describe('what PayPal says of a dispute that has ended', () => {
  async function differences(chargeId: string): Promise<string[]> {
    const found = await reconcile(test.api.services, { since: new Date(Date.now() - DAY) })
    return found.filter((summary) => summary.includes(chargeId))
  }

  // "A dispute was created for the same transaction": its amount was booked as lost, and the order as charged back.
  it('NONE: another took its place, and it has taken nothing', async () => {
    const { orderId, chargeId } = await pay('paypal')
    const first = open('paypal', chargeId)
    await untilIs(orderId, 'open')
    test.fakeProviders.payPal.resolveDispute(first, 'NONE')
    const second = open('paypal', chargeId)
    await untilEqual(async () => (await rowsOf(orderId)).map(({ state }) => state).sort(), ['open', 'won'])
    end('paypal', second, true)
    await untilEqual(async () => (await rowsOf(orderId)).map(({ state }) => state), ['won', 'won'])
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', payments: [{ chargedBackPence: 0 }] })
  })

  // The whole of it was booked twice, as sent back and as taken, and the owner read that the buyer should pay again.
  it('all that the buyer got was sent back by the shop itself', async () => {
    const { orderId, chargeId } = await pay('paypal')
    const id = open('paypal', chargeId)
    await untilIs(orderId, 'open')
    test.fakeProviders.payPal.refund(chargeId)
    end('paypal', id, false)
    await untilIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ state: 'refunded', refundedPence: 21_500, chargedBackPence: 0 }],
    })
    expect((await openCases(orderId)).map(({ kind }) => kind)).toEqual(['refund_elsewhere'])
    expect(await differences(chargeId)).toEqual([])
  })

  // £40 were given by agreement, and £215 booked as lost.
  it('a part of what was disputed is all that is gone', async () => {
    const { orderId, chargeId } = await pay('paypal')
    const id = open('paypal', chargeId)
    await untilIs(orderId, 'open')
    test.fakeProviders.payPal.resolveDispute(id, 'ACCEPTED', pence(4_000))
    await untilIs(orderId, 'lost')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'succeeded', chargedBackPence: 4_000 }],
    })
    expect(await differences(chargeId)).toEqual([])
    // What is sent back after its end is no part of it.
    expect(await refundPayment(test.api.services, orderId, person)).toMatchObject({ ok: true })
    expect(await differences(chargeId)).toEqual([])
    expect((await readOrder(database, orderId)).payments).toMatchObject([
      { refundedPence: 17_500, chargedBackPence: 4_000 },
    ])
  })
})

describe('a dispute that goes on', () => {
  const dueOf = async (orderId: string) => (await rowsOf(orderId))[0]?.dueAt?.toISOString().slice(0, 10) ?? ''

  // The owner had dismissed it as answered, or read the inquiry's date, and the claim's was missed.
  it('is listed again with the date of the claim that it has become', async () => {
    const { orderId, chargeId } = await pay('paypal')
    const id = open('paypal', chargeId)
    await untilIs(orderId, 'open')
    const first = await dueOf(orderId)
    await database.queries().update(cases).set({ closedAt: new Date() })
    test.fakeProviders.payPal.escalateDispute(id)
    await untilEqual(async () => (await openCases(orderId)).length, 1)
    const second = await dueOf(orderId)
    expect(second > first).toBe(true)
    expect(await openCases(orderId)).toMatchObject([{ kind: 'dispute', summary: expect.stringContaining(second) }])
  })

  // Nothing listed it, and once it was won the owner was still to ask the buyer for the money again.
  it('after it was lost is listed again, and leaves nothing to do once it is won', async () => {
    const { orderId, chargeId } = await pay('paypal')
    const id = open('paypal', chargeId)
    await untilIs(orderId, 'open')
    end('paypal', id, false)
    await untilIs(orderId, 'lost')
    test.fakeProviders.payPal.escalateDispute(id)
    await untilIs(orderId, 'open')
    expect((await openCases(orderId)).map(({ kind }) => kind).sort()).toEqual(['dispute', 'dispute_lost'])
    end('paypal', id, true)
    await untilIs(orderId, 'won')
    expect(await openCases(orderId)).toEqual([])
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', payments: [{ chargedBackPence: 0 }] })
  })

  // It was listed with the date of its first round, which had passed.
  it('names no date where PayPal decides anew without asking', async () => {
    const { orderId, chargeId } = await pay('paypal')
    const id = open('paypal', chargeId)
    await untilIs(orderId, 'open')
    end('paypal', id, false)
    await untilIs(orderId, 'lost')
    test.fakeProviders.payPal.escalateDispute(id, false)
    await untilIs(orderId, 'open')
    const [listed] = (await openCases(orderId)).filter(({ kind }) => kind === 'dispute')
    expect(listed?.summary).toMatch(/answer in the provider's pages\.$/)
  })

  // It was listed as of this order, and no order was kept with it.
  it('is listed with its order once that is known', async () => {
    const { orderId } = await pay('stripe')
    const subject = 'stripe dp_early'
    await renewCase(database.queries(), {
      kind: 'dispute',
      subject,
      summary: 'It belongs to no order.',
      provider: 'stripe',
    })
    expect(await openCases(orderId)).toEqual([])
    await renewCase(database.queries(), { kind: 'dispute', subject, summary: 'It does.', orderId, provider: 'stripe' })
    expect(await openCases(orderId)).toMatchObject([{ summary: 'It does.' }])
  })

  // It became `paid` by that: nobody had looked at what was bought, and its buyer had no confirmation.
  it('leaves an order held that was held before it was lost, once it is won', async () => {
    const orderId = newOrderId()
    const chargeId = buyer.payCard(await buyer.start(orderId, { items: undefined, amount: 215 }))
    await buyer.confirmCard(orderId, chargeId)
    const reason = async () => (await findAttention(database.queries())).orders[0]?.reasons[0]
    const before = await reason()
    const id = open('stripe', chargeId)
    await untilIs(orderId, 'open')
    end('stripe', id, false)
    await untilIs(orderId, 'lost')
    expect((await readOrder(database, orderId)).state).toBe('charged_back')
    end('stripe', id, true)
    await untilIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'needs_attention',
      mails: ['payment_received'],
      payments: [{ chargedBackPence: 0 }],
    })
    expect(await reason()).toBe(before)
  })

  // An answer that was on its way longer than the end of the dispute opened it again.
  it('does not go back to what a slower answer says', async () => {
    const { orderId, chargeId } = await pay('stripe')
    test.failures.webhook = () => ({ isDropped: true })
    const disputeId = open('stripe', chargeId)
    const { gateways } = test.api.services
    let asked = 0
    let letGo = () => {}
    const isOver = new Promise<void>((resolve) => {
      letGo = resolve
    })
    async function readDispute(id: string) {
      asked += 1
      const found = await gateways.stripe.readDispute(id)
      if (asked === 1) await isOver
      return found
    }
    const services = { ...test.api.services, gateways: { ...gateways, stripe: { ...gateways.stripe, readDispute } } }
    const slow = followDispute(services, 'stripe', { chargeId, disputeId }, 'webhook')
    await untilEqual(async () => asked, 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    end('stripe', disputeId, false)
    await followDispute(test.api.services, 'stripe', { chargeId, disputeId }, 'webhook')
    letGo()
    await slow
    expect(await rowsOf(orderId)).toMatchObject([{ state: 'lost' }])
    expect(await openCases(orderId)).toMatchObject([{ kind: 'dispute_lost' }])
    expect(asked).toBe(2)
  })
})

describe('of a second payment that was to go back', () => {
  async function payTwice(): Promise<{ orderId: string; chargeId: string }> {
    const orderId = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(orderId))
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    test.fakeProviders.payPal.capture(walletId)
    test.failures.refund = () => 'failed'
    await sweep(test.api.services, Date.now() + 15 * 60_000)
    const chargeId = test.fakeProviders.payPal.orders.get(walletId)?.captures[0]?.id ?? ''
    expect((await readOrder(database, orderId)).payments).toMatchObject([
      { state: 'duplicate' },
      { state: 'succeeded' },
    ])
    test.failures.refund = undefined as never
    return { orderId, chargeId }
  }

  // What was to go back counted as kept, and its order would have been confirmed.
  it('is still to go back once it is won, though no other payment has paid', async () => {
    const orderId = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(orderId))
    expect((await buyer.abandon(orderId)).statusCode).toBe(200)
    test.fakeProviders.payPal.capture(walletId)
    test.failures.refund = () => 'failed'
    await sweep(test.api.services, Date.now() + 15 * 60_000)
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ state: 'duplicate' }])
    const chargeId = test.fakeProviders.payPal.orders.get(walletId)?.captures[0]?.id ?? ''
    const id = open('paypal', chargeId)
    await untilIs(orderId, 'open')
    end('paypal', id, false)
    await untilIs(orderId, 'lost')
    // "The shop tries again by itself" is not true any more.
    expect((await openCases(orderId)).map(({ kind }) => kind)).toEqual(['dispute_lost'])
    test.fakeProviders.payPal.escalateDispute(id)
    await untilIs(orderId, 'open')
    end('paypal', id, true)
    await untilIs(orderId, 'won')
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ state: 'duplicate', chargedBackPence: 0 }])
  })

  // The order was charged back, though the card had paid for it.
  it('a lost dispute leaves the order paid, and one that is won later leaves the payment to go back', async () => {
    const { orderId, chargeId } = await payTwice()
    const id = open('paypal', chargeId)
    await untilIs(orderId, 'open')
    end('paypal', id, false)
    await untilIs(orderId, 'lost')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'charged_back', chargedBackPence: 21_500 }, { state: 'succeeded' }],
    })
    expect((await openCases(orderId)).map(({ summary }) => summary)).toContainEqual(
      expect.stringContaining('another payment pays for the order'),
    )
    test.fakeProviders.payPal.escalateDispute(id)
    await untilIs(orderId, 'open')
    end('paypal', id, true)
    await untilIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'duplicate', chargedBackPence: 0 }, { state: 'succeeded' }],
    })
  })
})

// Each dispute of another product of the same account was listed as one that belongs to no order.
it.each([
  ['of another product is nobody’s matter', { invoice: '7' }, 0],
  ['of money with our reference is listed', { payment: 'order_elsewhere1:stripe:1' }, 1],
] as const)('a dispute %s', async (_, metadata, listed) => {
  const { stripe } = test.fakeProviders
  const { body } = stripe.createIntent({ amount: 4_200, currency: 'gbp', description: '', metadata })
  const { id, client_secret: secret } = body as { id: string; client_secret: string }
  buyer.payIntent(id, secret)
  // Lists of Stripe's end with a whole second.
  await reconcile(test.api.services, { since: new Date(Date.now() - DAY), now: new Date(Date.now() + 2_000) })
  test.failures.webhook = () => ({ isDropped: true })
  const disputeId = stripe.dispute(id)
  await followDispute(test.api.services, 'stripe', { chargeId: id, disputeId }, 'webhook')
  const found = (await database.queries().select().from(cases)).filter(({ subject }) => subject.includes(disputeId))
  expect(found).toHaveLength(listed)
})
