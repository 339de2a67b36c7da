import { pence } from '@site/shared/money'
import { readPayments } from '../payments/shared/payment-repository'
import { createAfterSale, done, letPass, part, person, providers, untilEqual } from '../testing/after-sale'
import { HOUR, MINUTE, setUpShop } from '../testing/set-up-shop'
import { syncRefunds } from './sync-refunds'

const shop = setUpShop()
const sale = createAfterSale(shop)
const { outline, sweepAt } = shop
const { refund, byHand } = sale

const sent = { ok: true, state: 'sent' }
const pending = { ok: true, state: 'pending' }

describe.each(providers)('a refund (%s)', (provider) => {
  /** A refund that the provider accepts, and does not carry out later. */
  async function failing(first: 'pending' | 'sent', request = person) {
    const paid = await sale.pay(provider)
    shop.failures.refund = () => first
    expect(await refund(paid.orderId, request)).toMatchObject({ ok: true, state: first })
    shop.heal()
    return paid
  }

  // Nothing handled `refund.failed` and similar events.
  it.each([
    ['on its way', 'pending', 'paid: succeeded; order_confirmation'],
    ['said to be sent', 'sent', 'needs_attention: succeeded; order_confirmation payment_refunded refund_failed'],
  ] as const)('that fails while it is %s is ours again, and the provider’s event says so', async (_, first, kept) => {
    const { orderId, id } = await failing(first)
    await sale.failRefund(provider, orderId, id)
    expect(await outline(orderId)).toBe(kept)
    expect(await sale.casesOf(orderId)).toMatchObject([{ kind: 'refund_failed', amountPence: 21_500 }])
  })

  // After a bank transfer by the owner, every command repeated the refund or marked the order paid.
  it('that was sent another way is kept so, and ends the order as it ended', async () => {
    const { orderId, id } = await failing('sent')
    await sale.failRefund(provider, orderId, id)
    expect((await sale.casesOf(orderId))[0]?.summary).toContain('refund --by-hand')
    expect(await byHand(orderId)).toEqual({ ...sent, refundedPence: 21_500 })
    expect(sale.listRefunds(provider, id)).toEqual([[21_500, 'failed']])
    const mails = 'order_confirmation payment_refunded refund_failed'
    expect(await outline(orderId)).toBe(`refunded: refunded 215 back; ${mails}`)
    expect(await sale.openCasesOf(orderId)).toEqual([])
    expect(await sale.reasonsOf(orderId)).toEqual([])
    const papers = await sale.papersOf(orderId)
    const sign = (kind: string) => (kind === 'credit_note' ? -1 : 1)
    expect(papers.reduce((sum, { kind, totalPence }) => sum + sign(kind) * totalPence, 0)).toBe(0)
    expect(papers.length).toBeGreaterThan(2)
    expect(await byHand(orderId)).toMatchObject({ ok: false })
    expect((await refund(orderId)).ok).toBe(false)
  })

  // The case stayed open after the retry.
  it('of a part that has failed, and is sent once more, leaves nothing to do', async () => {
    const { orderId, id } = await failing('pending', part)
    sale.settleRefund(provider, id, false)
    await sweepAt(HOUR)
    expect(await sale.openKinds(orderId)).toEqual(['refund_failed'])
    expect(await refund(orderId, part)).toMatchObject(sent)
    expect(await sale.openKinds(orderId)).toEqual([])
    expect(await outline(orderId)).toMatch(/^paid: succeeded 50 back;/)
  })

  // The second of two equal refunds arrived and closed the case of the first, which had failed.
  it('of a part that fails beside an equal one that arrives is still to be sent', async () => {
    const { orderId, id } = await failing('pending', part)
    shop.failures.refund = () => 'pending'
    expect(await refund(orderId, { ...part, again: 1 })).toMatchObject(pending)
    shop.heal()
    sale.settleRefund(provider, id, false)
    await sweepAt(HOUR)
    sale.settleRefund(provider, id, true)
    await sweepAt(24 * HOUR)
    expect((await sale.refundsOf(orderId)).map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
    expect(await sale.openKinds(orderId)).toEqual(['refund_failed'])
  })

  // Both suggested commands refused, and the shop kept the money.
  it('that fails after a dispute has taken the rest is money of the order again', async () => {
    const { orderId, id, chargeId } = await failing('sent', part)
    const disputeId = sale.openDispute(provider, chargeId, pence(16_500))
    sale.endDispute(provider, disputeId, false)
    await sale.followDispute(provider, chargeId, disputeId)
    expect(await outline(orderId)).toMatch(/^charged_back: /)
    await sale.failRefund(provider, orderId, id)
    expect(await outline(orderId)).toMatch(/^needs_attention: succeeded 165 lost; /)
    expect(await byHand(orderId, part)).toMatchObject({ ok: true })
    expect(await outline(orderId)).toMatch(/^refunded: /)
  })

  // The case of the shop's own request, which is refused then, asked the owner to send the money once more.
  it('without an answer is no failure where all was sent back in the provider’s pages since', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failNext('refund', { when: 'before', how: 'drop' })
    expect((await refund(orderId)).ok).toBe(false)
    shop.heal()
    sale.sendElsewhere(provider, id)
    await sweepAt(5 * MINUTE)
    await sweepAt(2 * HOUR)
    expect(await sale.openKinds(orderId)).toEqual(['refund_elsewhere'])
  })

  it('is not kept as sent by hand while the shop is sending it', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failNext('refund', { when: 'before', how: 'drop' })
    expect((await refund(orderId, part)).ok).toBe(false)
    const reason = expect.stringContaining('wait until that is done')
    expect(await byHand(orderId, part)).toMatchObject({ ok: false, reason })
    shop.heal()
    expect(await refund(orderId, part)).toMatchObject({ ok: true })
    expect(sale.listRefunds(provider, id)).toEqual([[5_000, done(provider)]])
  })
})

describe('money that may not be kept', () => {
  const returned = 'paid: refunded 215 back, succeeded; order_confirmation payment_refunded'

  // The buyer read of a refund that had not arrived.
  it('is not returned while its refund is pending or has failed, and is tried again', async () => {
    const { orderId, id } = await sale.payTwice()
    shop.failures.refund = () => 'failed'
    await sweepAt(15 * MINUTE)
    expect(await outline(orderId)).toBe('paid: duplicate, succeeded; order_confirmation')
    const summary = expect.stringContaining('tries again by itself')
    expect(await sale.casesOf(orderId)).toMatchObject([{ kind: 'refund_failed', summary }])
    shop.heal()
    letPass(2 * HOUR)
    await sweepAt(2 * HOUR)
    expect(await outline(orderId)).toBe(returned)
    expect(sale.listRefunds('paypal', id)).toEqual(['failed', 'completed'].map((state) => [21_500, state]))
    // The open case suggested another transfer: the money would have gone back twice.
    expect(await sale.openCasesOf(orderId)).toEqual([])
  })

  // The owner was asked to refund again, which would have returned the payment that paid the order. The payment of
  // an order that was given up counted as kept.
  it.each([
    ['payTwice', 'PENDING', 2],
    ['payGivenUp', 'COMPLETED', 1],
  ] as const)(
    'goes back by the shop itself where a person had sent it back in the provider’s pages, and that failed (%s, %s)',
    async (pay, before, cases) => {
      const { orderId, id } = await sale[pay]()
      shop.failures.refund = () => 'failed'
      await sweepAt(15 * MINUTE)
      shop.failures.refund = () => 'pending'
      sale.sendElsewhere('paypal', id)
      shop.hear(/refund\.failed/i)
      const made = shop.fakeProviders.payPal.orders.get(id)?.refunds.at(-1)?.id ?? ''
      shop.fakeProviders.payPal.settleRefund(made, before)
      const payment = (await readPayments(shop.queries(), orderId)).find(({ provider }) => provider === 'paypal')
      if (payment) await syncRefunds(shop.api.services, payment, 'sweep')
      shop.fakeProviders.payPal.settleRefund(made, 'FAILED')
      await untilEqual(async () => (await sale.refundsOf(orderId)).at(-1)?.state, 'failed')
      const failed = (await sale.openCasesOf(orderId)).filter(({ kind }) => kind === 'refund_failed')
      expect(failed).toHaveLength(cases)
      for (const { summary } of failed) expect(summary).toContain('tries again by itself')
      const reason = expect.stringContaining('by the shop itself')
      expect(await byHand(orderId)).toMatchObject({ ok: false, reason })
    },
  )

  it('R203: leaves the order paid with its receipt where it goes back, by the shop or in the provider’s pages', async () => {
    const byShop = await sale.payTwice()
    await sweepAt(15 * MINUTE)
    const byPerson = await sale.payTwice()
    sale.sendElsewhere('paypal', byPerson.id)
    await sweepAt(15 * MINUTE)
    for (const { orderId, id } of [byShop, byPerson]) {
      expect(sale.listRefunds('paypal', id)).toEqual([[21_500, 'completed']])
      expect(await outline(orderId)).toMatch(/^paid: refunded 215 back, succeeded;/)
      expect((await sale.papersOf(orderId)).map(({ kind }) => kind)).toEqual(['receipt'])
    }
  })

  // Two kinds of refund message shared a name, and one was never sent.
  it('and a refund that a person wants have a message each', async () => {
    const { orderId } = await sale.payTwice()
    await sweepAt(15 * MINUTE)
    await refund(orderId)
    expect(await outline(orderId)).toMatch(/; order_confirmation payment_refunded payment_refunded$/)
  })
})
