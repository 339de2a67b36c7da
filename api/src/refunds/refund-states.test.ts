import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { refunds } from '../database/after-sale-tables'
import { createAfterSale, providers } from '../testing/after-sale'
import { setUpShop } from '../testing/set-up-shop'
import { type RefundRequest, refundPayment } from './refund-payment'

const shop = setUpShop({ isCleared: true })
const sale = createAfterSale(shop)
const { buyer, readOrder, sweepAt } = shop

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const person = { actor: 'olga', reason: 'the course was called off' }
const part = { ...person, amountPence: pence(5_000) }

const refund = (orderId: string, request: RefundRequest = part) => refundPayment(shop.api.services, orderId, request)
const done = (provider: 'stripe' | 'paypal') => (provider === 'stripe' ? 'succeeded' : 'completed')

describe.each(providers)('a refund (%s)', (provider) => {
  it('that is pending is listed until it is sent, and only then is the buyer written to', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.refund = () => 'pending'
    expect(await refund(orderId, person)).toMatchObject({ ok: true, state: 'pending' })
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    expect(await sale.reasonsOf(orderId)).toEqual([expect.stringContaining(`on its way at ${provider}`)])
    expect((await refund(orderId, person)).ok).toBe(false)
    shop.heal()
    sale.settleRefund(provider, id, true)
    await sweepAt(2 * HOUR)
    expect(await readOrder(orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ state: 'refunded', refundedPence: 21_500 }],
      mails: ['order_confirmation', 'payment_refunded'],
    })
    expect(await sale.reasonsOf(orderId)).toEqual([])
  })

  // A full refund read as a payment given up, and its events raised the late-money alert.
  it('of all that was paid is no late payment', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.logs.length = 0
    expect(await refund(orderId, person)).toMatchObject({ ok: true, state: 'sent' })
    const again = provider === 'stripe' ? await buyer.confirmCard(orderId, id) : await buyer.lookAtWallet(id)
    expect(again.json()).toMatchObject({
      code: 'payment_returned',
      message: 'The money for this order has been sent back to you.',
    })
    expect(shop.logs.join()).not.toContain('late_payment')
    expect((await readOrder(orderId)).payments).toMatchObject([{ state: 'refunded' }])
  })

  // An unanswered refund was on no list and never continued.
  it('that was asked for without an answer is listed, and the shop goes on with it', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failNext('refund', { when: 'before', how: 'drop' })
    expect((await refund(orderId)).ok).toBe(false)
    expect(await sale.reasonsOf(orderId)).toEqual([expect.stringContaining('£50.00 is wanted')])
    shop.heal()
    await sweepAt(5 * MINUTE)
    expect(sale.listRefunds(provider, id)).toEqual([[5_000, done(provider)]])
    expect(await sale.reasonsOf(orderId)).toEqual([])
  })

  // An open refund hid those from the dashboard: £50 here, £215 at the provider.
  it('that is not finished hides none that was made elsewhere', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.call = ({ action }) => (action === 'refund' ? { when: 'before' } : undefined)
    expect((await refund(orderId)).ok).toBe(false)
    sale.sendElsewhere(provider, id, pence(16_500))
    await sweepAt(5 * MINUTE)
    expect((await readOrder(orderId)).payments).toMatchObject([{ refundedPence: 16_500 }])
    expect(await sale.casesOf(orderId)).toMatchObject([{ kind: 'refund_elsewhere', amountPence: 16_500 }])
    shop.heal()
    await sweepAt(2 * HOUR)
    expect(await readOrder(orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ refundedPence: 21_500 }],
    })
  })

  // A dashboard refund was taken for an equal one under way: one of two was sent.
  it('of an amount that is sent back elsewhere too is one more', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.call = ({ action }) => (action === 'refund' ? { when: 'before' } : undefined)
    expect((await refund(orderId)).ok).toBe(false)
    sale.sendElsewhere(provider, id, part.amountPence)
    shop.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent', refundedPence: 5_000 })
    expect(sale.listRefunds(provider, id)).toEqual([
      [5_000, done(provider)],
      [5_000, done(provider)],
    ])
    expect((await readOrder(orderId)).payments).toMatchObject([{ refundedPence: 10_000 }])
  })

  it('that an earlier release had asked for without a key is found by its amount', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.call = ({ action }) => (action === 'refund' ? { when: 'before' } : undefined)
    expect((await refund(orderId)).ok).toBe(false)
    await shop.database.queries().update(refunds).set({ actor: null, reason: null }).where(eq(refunds.orderId, orderId))
    sale.sendElsewhere(provider, id, part.amountPence)
    shop.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent', refundedPence: 5_000 })
    expect(sale.listRefunds(provider, id)).toEqual([[5_000, done(provider)]])
  })

  // The rest was sent but stored as all, so our book exceeded the provider's.
  it('of all, wanted before a part went back elsewhere, is kept as what was sent', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.call = () => ({ when: 'before' })
    expect((await refund(orderId, person)).ok).toBe(false)
    shop.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    sale.sendElsewhere(provider, id, pence(2_500))
    shop.failures.call = undefined
    await sweepAt(5 * MINUTE)
    const sent = sale.listRefunds(provider, id).filter(([, state]) => state === done(provider))
    const sentPence = sent.reduce((sum, [amount]) => sum + Number(amount), 0)
    expect((await readOrder(orderId)).payments).toMatchObject([{ refundedPence: sentPence }])
    expect(await refund(orderId, person)).toMatchObject({ ok: true, refundedPence: 19_000 })
    expect((await readOrder(orderId)).payments).toMatchObject([{ refundedPence: 21_500 }])
  })

  it('that the provider refuses is failed only once its list was read', async () => {
    const { orderId } = await sale.pay(provider)
    shop.failures.call = ({ action }) => (action === 'refund' ? { when: 'before', how: 'refused' } : undefined)
    let lists = 0
    const refuse = shop.failures.call
    shop.failures.call = (call) => {
      if (!['read', 'list refunds'].includes(call.action)) return refuse(call)
      lists += 1
      return lists > 1 ? { when: 'before' } : undefined
    }
    expect(await refund(orderId)).toMatchObject({ ok: false, reason: expect.stringContaining('not known') })
    expect((await sale.refundsOf(orderId))[0]?.state).toBe('requested')
    shop.failures.call = refuse
    expect(await refund(orderId)).toMatchObject({ ok: false, reason: expect.stringContaining('refused') })
    expect((await sale.refundsOf(orderId))[0]?.state).toBe('failed')
  })
})
