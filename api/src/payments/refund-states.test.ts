import { papers } from '@site/papers/tables'
import { type Pence, pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { findAttention } from '../admin/attention'
import { cases, refunds } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { outbox } from '../database/schema'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { type DatabaseFailure, fragile } from '../testing/fragile-database'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { followDispute } from './follow-dispute'
import { readPayments } from './payment-repository'
import { keepRefundByHand, refundPayment } from './refund-payment'
import { sweep } from './sweep'
import { syncRefunds } from './sync-refunds'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>
let nextFailure: DatabaseFailure

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const person = { actor: 'olga', reason: 'the course was called off' }
const part = { ...person, amountPence: pence(5_000) }
const providers = ['stripe', 'paypal'] as const
type Provider = (typeof providers)[number]

beforeAll(async () => {
  database = await createTestDatabase()
  const losing = fragile(database, {
    isAway: () => false,
    nextFailure() {
      const failure = nextFailure
      nextFailure = undefined
      return failure
    },
  })
  test = await createTestApi(losing)
  buyer = createBuyer(test)
}, 60_000)

beforeEach(async () => {
  test.heal()
  await clearDatabase(database)
})
afterEach(() => {
  jest.restoreAllMocks()
  nextFailure = undefined
})

afterAll(async () => {
  await test?.close()
  await database?.close()
})

/** As in the provider's pages. */
function sendElsewhere(provider: Provider, id: string, amount: Pence): void {
  const { stripe, payPal } = test.fakeProviders
  if (provider === 'stripe') stripe.refund(id, { amount })
  else payPal.refund(payPal.orders.get(id)?.captures[0]?.id ?? '', amount)
}

/** @returns our order and what the provider calls the payment. */
async function pay(provider: Provider): Promise<{ orderId: string; id: string }> {
  const orderId = newOrderId()
  if (provider === 'stripe') {
    const id = buyer.payCard(await buyer.start(orderId))
    await buyer.confirmCard(orderId, id)
    return { orderId, id }
  }
  const id = buyer.approve(await buyer.startWallet(orderId))
  await buyer.confirmWallet(id)
  return { orderId, id }
}
const refund = (orderId: string, request: Parameters<typeof refundPayment>[2] = part) =>
  refundPayment(test.api.services, orderId, request)

/** What the provider has, in pence and its own states. */
function listOf(provider: Provider, id: string): [number, string][] {
  const { stripe, payPal } = test.fakeProviders
  const rows = (provider === 'stripe' ? stripe.intents.get(id) : payPal.orders.get(id))?.refunds ?? []
  return rows.map(({ amount, status }) => [amount, status.toLowerCase()])
}
const done = (provider: Provider) => (provider === 'stripe' ? 'succeeded' : 'completed')
/** The bank has decided about the only refund of the payment. */
/** What was changed last is the last of a payment's. */
function settle(provider: Provider, id: string, isSent: boolean): void {
  const { stripe, payPal } = test.fakeProviders
  if (provider === 'stripe') {
    stripe.settleRefund(stripe.intents.get(id)?.refunds[0]?.id ?? '', isSent ? 'succeeded' : 'failed')
  } else {
    payPal.settleRefund(payPal.orders.get(id)?.refunds[0]?.id ?? '', isSent ? 'COMPLETED' : 'FAILED')
  }
}
async function paymentOf(orderId: string, provider: Provider) {
  const found = (await readPayments(database.queries(), orderId)).find((it) => it.provider === provider)
  if (!found) throw new Error(`Nothing of ${orderId} by ${provider}`)
  return found
}
const rowsOf = (orderId: string) => database.queries().select().from(refunds).where(eq(refunds.orderId, orderId))
const openCasesOf = async (orderId: string) => (await casesOf(orderId)).filter(({ closedAt }) => !closedAt)
const casesOf = (orderId: string) => database.queries().select().from(cases).where(eq(cases.orderId, orderId))
async function reasonsOf(orderId: string): Promise<string[]> {
  const { orders } = await findAttention(database.queries())
  return orders.find((order) => order.orderId === orderId)?.reasons ?? []
}
/** As much later: what has time limits at the provider is over. */
function letPass(ms: number): void {
  const now = Date.now
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms)
}

describe.each(providers)('£50 asked for (%s)', (provider) => {
  // The state was `failed`, and "give the same command again" sent it with a new key.
  it('is sent once where the provider fails after doing it and cannot be looked at', async () => {
    const { orderId, id } = await pay(provider)
    test.failures.call = ({ action }) => {
      if (action === 'refund') return { when: 'after' }
      return listOf(provider, id).length > 0 ? { when: 'before' } : undefined
    }
    expect(await refund(orderId)).toMatchObject({ ok: false, reason: expect.stringContaining('not known') })
    expect((await rowsOf(orderId))[0]?.state).toBe('requested')
    test.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent', refundedPence: 5_000 })
    expect(listOf(provider, id)).toEqual([[5_000, done(provider)]])
  })

  // Stripe forgets a key after a day: the same command was another refund.
  it('is sent once where the answer was lost and the command comes again later than keys live', async () => {
    const { orderId, id } = await pay(provider)
    test.failNext('refund', { when: 'after', how: 'drop' })
    expect((await refund(orderId)).ok).toBe(false)
    letPass(46 * 24 * HOUR)
    test.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(listOf(provider, id)).toEqual([[5_000, done(provider)]])
  })

  // The provider had done it, and the row that said so was lost.
  it.each(['before commit', 'after commit'] as const)('is sent once where our record is lost (%s)', async (failure) => {
    const { orderId, id } = await pay(provider)
    test.failures.refund = () => {
      nextFailure = failure
      return undefined
    }
    await expect(refund(orderId)).rejects.toThrow('lost')
    test.heal()
    letPass(25 * HOUR)
    await sweep(test.api.services, Date.now())
    expect((await rowsOf(orderId))[0]?.state).toBe('sent')
    expect(listOf(provider, id)).toEqual([[5_000, done(provider)]])
    expect((await readOrder(database, orderId)).mails).toEqual(['order_confirmation', 'payment_refunded'])
  })
})

describe.each(providers)('a refund (%s)', (provider) => {
  // Any answer counted as done: order refunded, buyer written to, nothing sent back.
  it('that has failed is not a refund', async () => {
    const { orderId } = await pay(provider)
    test.failures.refund = () => 'failed'
    expect(await refund(orderId, person)).toMatchObject({ ok: false })
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'succeeded', refundedPence: 0 }],
      mails: ['order_confirmation'],
    })
    test.heal()
    expect(await refund(orderId, person)).toMatchObject({ ok: true, state: 'sent' })
  })

  it('that is pending is listed until it is sent, and only then is the buyer written to', async () => {
    const { orderId, id } = await pay(provider)
    test.failures.refund = () => 'pending'
    expect(await refund(orderId, person)).toMatchObject({ ok: true, state: 'pending' })
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    expect(await reasonsOf(orderId)).toEqual([expect.stringContaining(`on its way at ${provider}`)])
    // Nobody can send it once more meanwhile.
    expect((await refund(orderId, person)).ok).toBe(false)
    test.heal()
    settle(provider, id, true)
    await sweep(test.api.services, Date.now() + 2 * HOUR)
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ state: 'refunded', refundedPence: 21_500 }],
      mails: ['order_confirmation', 'payment_refunded'],
    })
    expect(await reasonsOf(orderId)).toEqual([])
  })

  // `refund.failed` and its like were handled by nobody.
  it.each([
    ['on its way', 'pending', []],
    ['said to be sent', 'sent', ['payment_refunded', 'refund_failed']],
  ] as const)(
    'that fails while it is %s is ours again, and the provider’s event says so',
    async (_when, first, mails) => {
      const { orderId, id } = await pay(provider)
      test.failures.refund = () => first
      expect(await refund(orderId, person)).toMatchObject({ ok: true, state: first })
      test.heal()
      test.failures.webhook = ({ type }) => ({ isDropped: !/refund\.failed/i.test(type), delayMs: 0 })
      settle(provider, id, false)
      while ((await rowsOf(orderId))[0]?.state !== 'failed') await new Promise((resolve) => setTimeout(resolve, 10))
      const kept = await readOrder(database, orderId)
      expect(kept.payments).toMatchObject([{ state: 'succeeded', refundedPence: 0 }])
      expect(kept.state).toBe(first === 'sent' ? 'needs_attention' : 'paid')
      expect(kept.mails).toEqual(['order_confirmation', ...mails])
      expect(await casesOf(orderId)).toMatchObject([{ kind: 'refund_failed', amountPence: 21_500 }])
    },
  )

  // The owner had sent it by bank transfer: all commands that took the order off the list sent it once more, or made it paid.
  it('that was sent another way is kept so, and ends the order as it ended', async () => {
    const { orderId, id } = await pay(provider)
    expect(await refund(orderId, person)).toMatchObject({ ok: true, state: 'sent' })
    test.failures.webhook = ({ type }) => ({ isDropped: !/refund\.failed/i.test(type), delayMs: 0 })
    settle(provider, id, false)
    while ((await rowsOf(orderId))[0]?.state !== 'failed') await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await casesOf(orderId))[0]?.summary).toContain('refund --by-hand')
    const mails = (await readOrder(database, orderId)).mails.length
    const kept = await keepRefundByHand(test.api.services, orderId, person)
    expect(kept).toEqual({ ok: true, state: 'sent', refundedPence: 21_500 })
    expect(listOf(provider, id)).toEqual([[21_500, 'failed']])
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ state: 'refunded', refundedPence: 21_500 }],
    })
    expect((await readOrder(database, orderId)).mails).toHaveLength(mails)
    expect((await casesOf(orderId)).filter(({ closedAt }) => !closedAt)).toEqual([])
    expect(await reasonsOf(orderId)).toEqual([])
    // What is sold in the end is nothing: the second credit note counts, the first was taken back.
    const issued = await database.queries().select().from(papers).where(eq(papers.orderId, orderId))
    const sign = ({ kind }: { kind: string }) => (kind === 'credit_note' ? -1 : 1)
    expect(issued.reduce((sum, paper) => sum + sign(paper) * paper.totalPence, 0)).toBe(0)
    expect(issued.length).toBeGreaterThan(2)
    expect(await keepRefundByHand(test.api.services, orderId, person)).toMatchObject({ ok: false })
    expect((await refund(orderId, person)).ok).toBe(false)
  })

  // A page that asked again read that it had been given up, and each event about an ordinary refund raised the alarm of late money.
  it('of all that was paid is no late payment', async () => {
    const { orderId, id } = await pay(provider)
    test.logs.length = 0
    expect(await refund(orderId, person)).toMatchObject({ ok: true, state: 'sent' })
    const again = provider === 'stripe' ? await buyer.confirmCard(orderId, id) : await buyer.lookAtWallet(id)
    expect(again.json()).toMatchObject({
      code: 'payment_returned',
      message: 'The money for this order has been sent back to you.',
    })
    expect(test.logs.join()).not.toContain('late_payment')
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ state: 'refunded' }])
  })

  // It stayed on the list as one to be sent again.
  it('of a part that has failed, and is sent once more, leaves nothing to do', async () => {
    const { orderId, id } = await pay(provider)
    test.failures.refund = () => 'pending'
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'pending' })
    test.heal()
    settle(provider, id, false)
    await sweep(test.api.services, Date.now() + HOUR)
    expect(await openCasesOf(orderId)).toMatchObject([{ kind: 'refund_failed' }])
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent' })
    expect(await openCasesOf(orderId)).toEqual([])
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ state: 'succeeded', refundedPence: 5_000 }])
  })

  // The second of two equal ones arrived, and the first, which had failed meanwhile, left the list with it.
  it('of a part that fails beside an equal one that arrives is still to be sent', async () => {
    const { orderId, id } = await pay(provider)
    test.failures.refund = () => 'pending'
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'pending' })
    expect(await refund(orderId, { ...part, again: 1 })).toMatchObject({ ok: true, state: 'pending' })
    test.heal()
    settle(provider, id, false)
    await sweep(test.api.services, Date.now() + HOUR)
    settle(provider, id, true)
    await sweep(test.api.services, Date.now() + 24 * HOUR)
    expect((await rowsOf(orderId)).map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
    expect(await openCasesOf(orderId)).toMatchObject([{ kind: 'refund_failed' }])
  })

  // Both commands that the list named refused, and the money stayed with the shop.
  it('that fails after a dispute has taken the rest is money of the order again', async () => {
    const { orderId, id } = await pay(provider)
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent' })
    const { stripe, payPal } = test.fakeProviders
    const rest = pence(16_500)
    const chargeId = payPal.orders.get(id)?.captures[0]?.id ?? ''
    const disputeId = provider === 'stripe' ? stripe.dispute(id, { amount: rest }) : payPal.dispute(chargeId, rest)
    const about = { chargeId: provider === 'stripe' ? id : chargeId, disputeId }
    if (provider === 'stripe') stripe.closeDispute(disputeId, 'lost')
    else payPal.resolveDispute(disputeId, 'RESOLVED_BUYER_FAVOUR')
    await followDispute(test.api.services, provider, about, 'webhook')
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'charged_back' })
    test.failures.webhook = ({ type }) => ({ isDropped: !/refund\.failed/i.test(type), delayMs: 0 })
    settle(provider, id, false)
    while ((await rowsOf(orderId))[0]?.state !== 'failed') await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'needs_attention',
      payments: [{ state: 'succeeded', refundedPence: 0, chargedBackPence: 16_500 }],
    })
    expect(await keepRefundByHand(test.api.services, orderId, part)).toMatchObject({ ok: true })
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'refunded' })
  })

  it('is not kept as sent by hand while the shop is sending it', async () => {
    const { orderId, id } = await pay(provider)
    test.failNext('refund', { when: 'before', how: 'drop' })
    expect((await refund(orderId)).ok).toBe(false)
    expect(await keepRefundByHand(test.api.services, orderId, part)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('wait until that is done'),
    })
    test.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(listOf(provider, id)).toEqual([[5_000, done(provider)]])
  })

  // It was on no list, even after thirty days, and nothing went on with it.
  it('that was asked for without an answer is listed, and the shop goes on with it', async () => {
    const { orderId, id } = await pay(provider)
    test.failNext('refund', { when: 'before', how: 'drop' })
    expect((await refund(orderId)).ok).toBe(false)
    expect(await reasonsOf(orderId)).toEqual([expect.stringContaining('£50.00 is wanted')])
    test.heal()
    await sweep(test.api.services, Date.now() + 5 * MINUTE)
    expect(listOf(provider, id)).toEqual([[5_000, done(provider)]])
    expect(await reasonsOf(orderId)).toEqual([])
  })

  // Whatever was sent back in the provider's pages meanwhile was hidden: £50 kept here, £215 gone there.
  it('that is not finished hides none that was made elsewhere', async () => {
    const { orderId, id } = await pay(provider)
    test.failures.call = ({ action }) => (action === 'refund' ? { when: 'before' } : undefined)
    expect((await refund(orderId)).ok).toBe(false)
    sendElsewhere(provider, id, pence(16_500))
    await sweep(test.api.services, Date.now() + 5 * MINUTE)
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ refundedPence: 16_500 }])
    expect(await casesOf(orderId)).toMatchObject([{ kind: 'refund_elsewhere', amountPence: 16_500 }])
    test.heal()
    await sweep(test.api.services, Date.now() + 2 * HOUR)
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ refundedPence: 21_500 }],
    })
  })

  // What somebody sent back in the provider's pages was taken for the one of the same amount that was under way: one of two went.
  it('of an amount that is sent back elsewhere too is one more', async () => {
    const { orderId, id } = await pay(provider)
    test.failures.call = ({ action }) => (action === 'refund' ? { when: 'before' } : undefined)
    expect((await refund(orderId)).ok).toBe(false)
    sendElsewhere(provider, id, part.amountPence)
    test.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent', refundedPence: 5_000 })
    expect(listOf(provider, id)).toEqual([
      [5_000, done(provider)],
      [5_000, done(provider)],
    ])
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ refundedPence: 10_000 }])
  })

  it('that an earlier release had asked for without a key is found by its amount', async () => {
    const { orderId, id } = await pay(provider)
    test.failures.call = ({ action }) => (action === 'refund' ? { when: 'before' } : undefined)
    expect((await refund(orderId)).ok).toBe(false)
    await database.queries().update(refunds).set({ actor: null, reason: null }).where(eq(refunds.orderId, orderId))
    sendElsewhere(provider, id, part.amountPence)
    test.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent', refundedPence: 5_000 })
    expect(listOf(provider, id)).toEqual([[5_000, done(provider)]])
  })

  // The rest was sent for a wish of all, and kept as all: in our book more had gone back than at the provider.
  it('of all, wanted before a part went back elsewhere, is kept as what was sent', async () => {
    const { orderId, id } = await pay(provider)
    test.failures.call = () => ({ when: 'before' })
    expect((await refundPayment(test.api.services, orderId, person)).ok).toBe(false)
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    sendElsewhere(provider, id, pence(2_500))
    test.failures.call = undefined
    await sweep(test.api.services, Date.now() + 5 * MINUTE)
    const sent = listOf(provider, id).filter(([, state]) => state === done(provider))
    const sentPence = sent.reduce((sum, [amount]) => sum + Number(amount), 0)
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ refundedPence: sentPence }])
    expect(await refundPayment(test.api.services, orderId, person)).toMatchObject({ ok: true, refundedPence: 19_000 })
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ refundedPence: 21_500 }])
  })

  it('that the provider refuses is failed only once its list was read', async () => {
    const { orderId } = await pay(provider)
    test.failures.call = ({ action }) => (action === 'refund' ? { when: 'before', how: 'refused' } : undefined)
    let lists = 0
    const refuse = test.failures.call
    test.failures.call = (call) => {
      if (!['read', 'list refunds'].includes(call.action)) return refuse(call)
      lists += 1
      return lists > 1 ? { when: 'before' } : undefined
    }
    expect(await refund(orderId)).toMatchObject({ ok: false, reason: expect.stringContaining('not known') })
    expect((await rowsOf(orderId))[0]?.state).toBe('requested')
    test.failures.call = refuse
    expect(await refund(orderId)).toMatchObject({ ok: false, reason: expect.stringContaining('refused') })
    expect((await rowsOf(orderId))[0]?.state).toBe('failed')
  })
})

describe('money that may not be kept', () => {
  /** Paid by PayPal after the card had paid the order. */
  async function payTwice(): Promise<{ orderId: string; walletId: string }> {
    const orderId = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(orderId))
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    test.fakeProviders.payPal.capture(walletId)
    return { orderId, walletId }
  }

  // The buyer was told that it had been sent back.
  it('is not returned while its refund is pending or has failed, and is tried again', async () => {
    const { orderId, walletId } = await payTwice()
    test.failures.refund = () => 'failed'
    await sweep(test.api.services, Date.now() + 15 * MINUTE)
    expect(await readOrder(database, orderId)).toMatchObject({
      payments: [{ state: 'duplicate', refundedPence: 0 }, { state: 'succeeded' }],
      mails: ['order_confirmation'],
    })
    expect(await casesOf(orderId)).toMatchObject([
      { kind: 'refund_failed', summary: expect.stringContaining('tries again by itself') },
    ])
    test.heal()
    letPass(2 * HOUR)
    await sweep(test.api.services, Date.now() + 2 * HOUR)
    expect(await readOrder(database, orderId)).toMatchObject({
      payments: [{ state: 'refunded', refundedPence: 21_500 }, { state: 'succeeded' }],
      mails: ['order_confirmation', 'payment_refunded'],
    })
    expect(listOf('paypal', walletId)).toEqual([
      [21_500, 'failed'],
      [21_500, 'completed'],
    ])
    // The list still said "send it another way": it would have gone back twice.
    expect((await casesOf(orderId)).filter(({ closedAt }) => !closedAt)).toEqual([])
  })

  // The owner was to refund it again, which would have sent back the payment that had paid for the order.
  it('goes back by the shop itself where a person had sent it back in the provider’s pages, and that failed', async () => {
    const { orderId, walletId } = await payTwice()
    test.failures.refund = () => 'failed'
    await sweep(test.api.services, Date.now() + 15 * MINUTE)
    test.failures.refund = () => 'pending'
    sendElsewhere('paypal', walletId, pence(21_500))
    test.failures.webhook = ({ type }) => ({ isDropped: !/refund\.failed/i.test(type), delayMs: 0 })
    const made = test.fakeProviders.payPal.orders.get(walletId)?.refunds.at(-1)
    test.fakeProviders.payPal.settleRefund(made?.id ?? '', 'PENDING')
    await syncRefunds(test.api.services, await paymentOf(orderId, 'paypal'), 'sweep')
    test.fakeProviders.payPal.settleRefund(made?.id ?? '', 'FAILED')
    while ((await rowsOf(orderId)).at(-1)?.state !== 'failed') await new Promise((resolve) => setTimeout(resolve, 10))
    const failed = (await openCasesOf(orderId)).filter(({ kind }) => kind === 'refund_failed')
    expect(failed).toHaveLength(2)
    for (const { summary } of failed) expect(summary).toContain('tries again by itself')
    expect(await keepRefundByHand(test.api.services, orderId, person)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('by the shop itself'),
    })
  })

  // Two kinds of message about a refund shared a name, and one was never sent.
  it('and a refund that a person wants have a message each', async () => {
    const { orderId } = await payTwice()
    await sweep(test.api.services, Date.now() + 15 * MINUTE)
    await refund(orderId, person)
    const mails = await database.queries().select().from(outbox).where(eq(outbox.orderId, orderId))
    expect(mails.filter(({ kind }) => kind.startsWith('payment_refunded'))).toHaveLength(2)
  })
})
