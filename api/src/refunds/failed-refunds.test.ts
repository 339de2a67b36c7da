import { papers } from '@site/papers/tables'
import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { outbox } from '../database/schema'
import { followDispute } from '../disputes/follow-dispute'
import { readPayments } from '../payments/shared/payment-repository'
import { createAfterSale, letPass, providers, untilEqual } from '../testing/after-sale'
import { setUpShop } from '../testing/set-up-shop'
import { keepRefundByHand, type RefundRequest, refundPayment } from './refund-payment'
import { syncRefunds } from './sync-refunds'

const shop = setUpShop({ isCleared: true })
const sale = createAfterSale(shop)
const { readOrder, sweepAt } = shop

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const person = { actor: 'olga', reason: 'the course was called off' }
const part = { ...person, amountPence: pence(5_000) }

afterEach(() => jest.restoreAllMocks())

const refund = (orderId: string, request: RefundRequest = part) => refundPayment(shop.api.services, orderId, request)
const done = (provider: 'stripe' | 'paypal') => (provider === 'stripe' ? 'succeeded' : 'completed')
const untilFailed = (orderId: string) => untilEqual(async () => (await sale.refundsOf(orderId))[0]?.state, 'failed')

describe.each(providers)('a refund (%s)', (provider) => {
  // Any answer counted as success: order refunded, buyer informed, nothing sent.
  it('that has failed is not a refund', async () => {
    const { orderId } = await sale.pay(provider)
    shop.failures.refund = () => 'failed'
    expect(await refund(orderId, person)).toMatchObject({ ok: false })
    expect(await readOrder(orderId)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'succeeded', refundedPence: 0 }],
      mails: ['order_confirmation'],
    })
    shop.heal()
    expect(await refund(orderId, person)).toMatchObject({ ok: true, state: 'sent' })
  })

  // Nothing handled `refund.failed` and similar events.
  it.each([
    ['on its way', 'pending', []],
    ['said to be sent', 'sent', ['payment_refunded', 'refund_failed']],
  ] as const)(
    'that fails while it is %s is ours again, and the provider’s event says so',
    async (_when, first, mails) => {
      const { orderId, id } = await sale.pay(provider)
      shop.failures.refund = () => first
      expect(await refund(orderId, person)).toMatchObject({ ok: true, state: first })
      shop.heal()
      shop.failures.webhook = ({ type }) => ({ isDropped: !/refund\.failed/i.test(type), delayMs: 0 })
      sale.settleRefund(provider, id, false)
      await untilFailed(orderId)
      const kept = await readOrder(orderId)
      expect(kept.payments).toMatchObject([{ state: 'succeeded', refundedPence: 0 }])
      expect(kept.state).toBe(first === 'sent' ? 'needs_attention' : 'paid')
      expect(kept.mails).toEqual(['order_confirmation', ...mails])
      expect(await sale.casesOf(orderId)).toMatchObject([{ kind: 'refund_failed', amountPence: 21_500 }])
    },
  )

  // After a bank transfer by the owner, every command repeated the refund or marked the order paid.
  it('that was sent another way is kept so, and ends the order as it ended', async () => {
    const { orderId, id } = await sale.pay(provider)
    expect(await refund(orderId, person)).toMatchObject({ ok: true, state: 'sent' })
    shop.failures.webhook = ({ type }) => ({ isDropped: !/refund\.failed/i.test(type), delayMs: 0 })
    sale.settleRefund(provider, id, false)
    await untilFailed(orderId)
    expect((await sale.casesOf(orderId))[0]?.summary).toContain('refund --by-hand')
    const mails = (await readOrder(orderId)).mails.length
    const kept = await keepRefundByHand(shop.api.services, orderId, person)
    expect(kept).toEqual({ ok: true, state: 'sent', refundedPence: 21_500 })
    expect(sale.listRefunds(provider, id)).toEqual([[21_500, 'failed']])
    expect(await readOrder(orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ state: 'refunded', refundedPence: 21_500 }],
    })
    expect((await readOrder(orderId)).mails).toHaveLength(mails)
    expect(await sale.openCasesOf(orderId)).toEqual([])
    expect(await sale.reasonsOf(orderId)).toEqual([])
    const issued = await shop.database.queries().select().from(papers).where(eq(papers.orderId, orderId))
    const sign = ({ kind }: { kind: string }) => (kind === 'credit_note' ? -1 : 1)
    expect(issued.reduce((sum, paper) => sum + sign(paper) * paper.totalPence, 0)).toBe(0)
    expect(issued.length).toBeGreaterThan(2)
    expect(await keepRefundByHand(shop.api.services, orderId, person)).toMatchObject({ ok: false })
    expect((await refund(orderId, person)).ok).toBe(false)
  })

  // The case stayed open after the retry.
  it('of a part that has failed, and is sent once more, leaves nothing to do', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.refund = () => 'pending'
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'pending' })
    shop.heal()
    sale.settleRefund(provider, id, false)
    await sweepAt(HOUR)
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ kind: 'refund_failed' }])
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent' })
    expect(await sale.openCasesOf(orderId)).toEqual([])
    expect((await readOrder(orderId)).payments).toMatchObject([{ state: 'succeeded', refundedPence: 5_000 }])
  })

  // The second of two equal refunds arrived and closed the case of the first, which had failed.
  it('of a part that fails beside an equal one that arrives is still to be sent', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.refund = () => 'pending'
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'pending' })
    expect(await refund(orderId, { ...part, again: 1 })).toMatchObject({ ok: true, state: 'pending' })
    shop.heal()
    sale.settleRefund(provider, id, false)
    await sweepAt(HOUR)
    sale.settleRefund(provider, id, true)
    await sweepAt(24 * HOUR)
    expect((await sale.refundsOf(orderId)).map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ kind: 'refund_failed' }])
  })

  // Both suggested commands refused, and the shop kept the money.
  it('that fails after a dispute has taken the rest is money of the order again', async () => {
    const { orderId, id } = await sale.pay(provider)
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent' })
    const { stripe, payPal } = shop.fakeProviders
    const rest = pence(16_500)
    const chargeId = payPal.orders.get(id)?.captures[0]?.id ?? ''
    const disputeId = provider === 'stripe' ? stripe.dispute(id, { amount: rest }) : payPal.dispute(chargeId, rest)
    const about = { chargeId: provider === 'stripe' ? id : chargeId, disputeId }
    if (provider === 'stripe') stripe.closeDispute(disputeId, 'lost')
    else payPal.resolveDispute(disputeId, 'RESOLVED_BUYER_FAVOUR')
    await followDispute(shop.api.services, provider, about, 'webhook')
    expect(await readOrder(orderId)).toMatchObject({ state: 'charged_back' })
    shop.failures.webhook = ({ type }) => ({ isDropped: !/refund\.failed/i.test(type), delayMs: 0 })
    sale.settleRefund(provider, id, false)
    await untilFailed(orderId)
    expect(await readOrder(orderId)).toMatchObject({
      state: 'needs_attention',
      payments: [{ state: 'succeeded', refundedPence: 0, chargedBackPence: 16_500 }],
    })
    expect(await keepRefundByHand(shop.api.services, orderId, part)).toMatchObject({ ok: true })
    expect(await readOrder(orderId)).toMatchObject({ state: 'refunded' })
  })

  it('of a part is a person’s to decide where a dispute that had taken the rest is won in the end', async () => {
    const { orderId, id, chargeId } = await sale.pay(provider)
    shop.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    shop.failures.refund = () => 'pending'
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'pending' })
    shop.heal()
    sale.settleRefund(provider, id, false)
    await sweepAt(HOUR)
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ kind: 'refund_failed' }])
    const disputeId = sale.openDispute(provider, chargeId)
    sale.endDispute(provider, disputeId, false)
    await followDispute(shop.api.services, provider, { chargeId, disputeId }, 'webhook')
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ kind: 'dispute_lost' }])
    sale.endDispute(provider, disputeId, true)
    await followDispute(shop.api.services, provider, { chargeId, disputeId }, 'webhook')
    expect(await readOrder(orderId)).toMatchObject({
      state: 'needs_attention',
      payments: [{ state: 'succeeded' }],
    })
    expect(await sale.reasonsOf(orderId)).toEqual([expect.stringContaining('what a dispute had taken is back')])
  })

  it('is not kept as sent by hand while the shop is sending it', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failNext('refund', { when: 'before', how: 'drop' })
    expect((await refund(orderId)).ok).toBe(false)
    expect(await keepRefundByHand(shop.api.services, orderId, part)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('wait until that is done'),
    })
    shop.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(sale.listRefunds(provider, id)).toEqual([[5_000, done(provider)]])
  })
})

describe('money that may not be kept', () => {
  // The buyer read of a refund that had not arrived.
  it('is not returned while its refund is pending or has failed, and is tried again', async () => {
    const { orderId, id } = await sale.payTwice()
    shop.failures.refund = () => 'failed'
    await sweepAt(15 * MINUTE)
    expect(await readOrder(orderId)).toMatchObject({
      payments: [{ state: 'duplicate', refundedPence: 0 }, { state: 'succeeded' }],
      mails: ['order_confirmation'],
    })
    expect(await sale.casesOf(orderId)).toMatchObject([
      { kind: 'refund_failed', summary: expect.stringContaining('tries again by itself') },
    ])
    shop.heal()
    letPass(2 * HOUR)
    await sweepAt(2 * HOUR)
    expect(await readOrder(orderId)).toMatchObject({
      payments: [{ state: 'refunded', refundedPence: 21_500 }, { state: 'succeeded' }],
      mails: ['order_confirmation', 'payment_refunded'],
    })
    expect(sale.listRefunds('paypal', id)).toEqual([
      [21_500, 'failed'],
      [21_500, 'completed'],
    ])
    // The open case suggested another transfer: the money would have gone back twice.
    expect(await sale.openCasesOf(orderId)).toEqual([])
  })

  // The owner was asked to refund again, which would have returned the payment that paid the order.
  it('goes back by the shop itself where a person had sent it back in the provider’s pages, and that failed', async () => {
    const { orderId, id } = await sale.payTwice()
    shop.failures.refund = () => 'failed'
    await sweepAt(15 * MINUTE)
    shop.failures.refund = () => 'pending'
    sale.sendElsewhere('paypal', id, pence(21_500))
    shop.failures.webhook = ({ type }) => ({ isDropped: !/refund\.failed/i.test(type), delayMs: 0 })
    const made = shop.fakeProviders.payPal.orders.get(id)?.refunds.at(-1)
    shop.fakeProviders.payPal.settleRefund(made?.id ?? '', 'PENDING')
    const [payment] = (await readPayments(shop.database.queries(), orderId)).filter(
      ({ provider }) => provider === 'paypal',
    )
    if (payment) await syncRefunds(shop.api.services, payment, 'sweep')
    shop.fakeProviders.payPal.settleRefund(made?.id ?? '', 'FAILED')
    await untilEqual(async () => (await sale.refundsOf(orderId)).at(-1)?.state, 'failed')
    const failed = (await sale.openCasesOf(orderId)).filter(({ kind }) => kind === 'refund_failed')
    expect(failed).toHaveLength(2)
    for (const { summary } of failed) expect(summary).toContain('tries again by itself')
    expect(await keepRefundByHand(shop.api.services, orderId, person)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('by the shop itself'),
    })
  })

  it('R203: leaves the order paid with its receipt where it goes back, by the shop or in the provider’s pages', async () => {
    const issued = async (orderId: string) => {
      const rows = await shop.database.queries().select().from(papers).where(eq(papers.orderId, orderId))
      return rows.map(({ kind }) => kind)
    }
    const byShop = await sale.payTwice()
    await sweepAt(15 * MINUTE)
    const byHand = await sale.payTwice()
    sale.sendElsewhere('paypal', byHand.id, pence(21_500))
    await sweepAt(15 * MINUTE)
    for (const { orderId, id } of [byShop, byHand]) {
      expect(sale.listRefunds('paypal', id)).toEqual([[21_500, 'completed']])
      expect(await readOrder(orderId)).toMatchObject({
        state: 'paid',
        payments: [{ state: 'refunded', refundedPence: 21_500 }, { state: 'succeeded' }],
      })
      expect(await issued(orderId)).toEqual(['receipt'])
    }
  })

  // Two kinds of refund message shared a name, and one was never sent.
  it('and a refund that a person wants have a message each', async () => {
    const { orderId } = await sale.payTwice()
    await sweepAt(15 * MINUTE)
    await refund(orderId, person)
    const mails = await shop.database.queries().select().from(outbox).where(eq(outbox.orderId, orderId))
    expect(mails.filter(({ kind }) => kind.startsWith('payment_refunded'))).toHaveLength(2)
  })
})
