import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { refunds } from '../database/after-sale-tables'
import { orderEvents } from '../database/schema'
import { createAfterSale, done, part, person, providers, untilEqual } from '../testing/after-sale'
import { HOUR, MINUTE, setUpShop } from '../testing/set-up-shop'

const shop = setUpShop()
const sale = createAfterSale(shop)
const { buyer, outline, readOrder, sweepAt } = shop
const { refund } = sale

const whole = 'refunded: refunded 215 back; order_confirmation payment_refunded'
const unsent = 'paid: succeeded; order_confirmation'
const failRefunds = (how?: 'refused') => {
  shop.failures.call = ({ action }) => (action === 'refund' ? { when: 'before', ...(how && { how }) } : undefined)
}

describe.each(providers)('a refund (%s)', (provider) => {
  const stateOf = async (orderId: string) => (await sale.refundsOf(orderId)).map(({ state }) => state)

  it('moves the order, names the person and writes to the buyer; it is no late payment', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.logs.length = 0
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent', refundedPence: 21_500 })
    expect(sale.listRefunds(provider, id)).toEqual([[21_500, done(provider)]])
    expect(await outline(orderId)).toBe(whole)
    const events = await shop.queries().select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    expect(events.filter(({ source }) => source === 'operator')).toMatchObject([
      { type: 'refund_requested', ...person },
      { type: 'moved', toState: 'refunded', ...person },
    ])
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('refunded')
    expect((await buyer.start(orderId)).json().code).toBe('order_paid')
    // A full refund read as a payment given up, and its events raised the late-money alert.
    const again = provider === 'stripe' ? await buyer.confirmCard(orderId, id) : await buyer.lookAtWallet(id)
    const message = 'The money for this order has been sent back to you.'
    expect(again.json()).toMatchObject({ code: 'payment_returned', message })
    expect(shop.logs.join()).not.toContain('late_payment')
    expect(await outline(orderId)).toBe(whole)
  })

  it.each([
    ['before', undefined],
    ['after', undefined],
    ['after', 'drop'],
  ] as const)('is sent once by the same command after a failure (%s its work, %s)', async (when, how) => {
    const { orderId, id } = await sale.pay(provider)
    shop.failNext('refund', { when, ...(how && { how }) })
    const first = await refund(orderId)
    if (how) expect(first).toMatchObject({ ok: false, reason: expect.stringContaining('not known') })
    if (how) expect(await outline(orderId)).toBe(unsent)
    if (!first.ok) expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(sale.listRefunds(provider, id)).toEqual([[21_500, done(provider)]])
    expect(await sale.refundsOf(orderId)).toMatchObject([{ state: 'sent', amountPence: 21_500 }])
    expect(await outline(orderId)).toBe(whole)
  })

  it('R203: that is pending is listed until it is sent, and only then is the buyer written to, with a credit note', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.refund = () => 'pending'
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'pending' })
    expect(await outline(orderId)).toBe(unsent)
    expect(await sale.reasonsOf(orderId)).toEqual([expect.stringContaining(`on its way at ${provider}`)])
    const papersOf = async () => (await sale.papersOf(orderId)).map(({ kind }) => kind)
    expect(await papersOf()).toEqual(['receipt'])
    expect((await refund(orderId)).ok).toBe(false)
    shop.heal()
    sale.settleRefund(provider, id, true)
    await sweepAt(2 * HOUR)
    expect(await outline(orderId)).toBe(whole)
    expect(await papersOf()).toEqual(['receipt', 'credit_note'])
    expect(await sale.reasonsOf(orderId)).toEqual([])
  })

  // An open refund hid those from the dashboard: £50 here, £215 at the provider.
  it('that is not finished hides none that was made elsewhere', async () => {
    const { orderId, id } = await sale.pay(provider)
    failRefunds()
    expect((await refund(orderId, part)).ok).toBe(false)
    expect(await sale.reasonsOf(orderId)).toEqual([expect.stringContaining('£50.00 is wanted')])
    sale.sendElsewhere(provider, id, pence(16_500))
    await sweepAt(5 * MINUTE)
    expect(await outline(orderId)).toMatch(/: succeeded 165 back;/)
    expect(await sale.casesOf(orderId)).toMatchObject([{ kind: 'refund_elsewhere', amountPence: 16_500 }])
    shop.heal()
    await sweepAt(2 * HOUR)
    expect(await outline(orderId)).toMatch(/^refunded: refunded 215 back;/)
  })

  // A dashboard refund was taken for an equal one under way: one of two was sent.
  it.each([
    ['one more', false, 2],
    ['the same one where an earlier release had asked without a key', true, 1],
  ])('of an amount that is sent back elsewhere too is %s', async (_what, isOld, count) => {
    const { orderId, id } = await sale.pay(provider)
    failRefunds()
    expect((await refund(orderId, part)).ok).toBe(false)
    const old = { actor: null, reason: null }
    if (isOld) await shop.queries().update(refunds).set(old).where(eq(refunds.orderId, orderId))
    sale.sendElsewhere(provider, id, part.amountPence)
    shop.heal()
    expect(await refund(orderId, part)).toMatchObject({ ok: true, state: 'sent', refundedPence: 5_000 })
    expect(sale.listRefunds(provider, id)).toEqual(Array(count).fill([5_000, done(provider)]))
    expect(await outline(orderId)).toContain(`succeeded ${50 * count} back`)
  })

  // The rest was sent but stored as all, so our book exceeded the provider's.
  it('of all, wanted before a part went back elsewhere, is kept as what was sent', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.call = () => ({ when: 'before' })
    expect((await refund(orderId)).ok).toBe(false)
    sale.sendElsewhere(provider, id, pence(2_500))
    shop.heal()
    await sweepAt(5 * MINUTE)
    const sent = sale.listRefunds(provider, id).filter(([, state]) => state === done(provider))
    const sentPence = sent.reduce((sum, [amount]) => sum + amount, 0)
    expect((await readOrder(orderId)).payments).toMatchObject([{ refundedPence: sentPence }])
    expect(await refund(orderId)).toMatchObject({ ok: true, refundedPence: 19_000 })
    expect(await outline(orderId)).toMatch(/: refunded 215 back;/)
  })

  it('that the provider refuses is failed only once its list was read', async () => {
    const { orderId } = await sale.pay(provider)
    failRefunds('refused')
    const refuse = shop.failures.call
    let lists = 0
    shop.failures.call = (call) => {
      if (!['read', 'list refunds'].includes(call.action)) return refuse?.(call)
      lists += 1
      return lists > 1 ? { when: 'before' } : undefined
    }
    expect(await refund(orderId, part)).toMatchObject({ ok: false, reason: expect.stringContaining('not known') })
    expect(await stateOf(orderId)).toEqual(['requested'])
    shop.failures.call = refuse
    expect(await refund(orderId, part)).toMatchObject({ ok: false, reason: expect.stringContaining('refused') })
    expect(await stateOf(orderId)).toEqual(['failed'])
  })

  it('made in the pages of the provider is learned of by the webhook and listed', async () => {
    shop.failures.webhook = ({ type }) => ({ isDropped: !/refunded/i.test(type) })
    const { orderId, id } = await sale.pay(provider)
    sale.sendElsewhere(provider, id)
    await untilEqual(async () => (await readOrder(orderId)).state, 'refunded')
    expect(await sale.casesOf(orderId)).toMatchObject([{ kind: 'refund_elsewhere', provider, amountPence: 21_500 }])
  })
})

it('nothing is sent back for an order that is not paid', async () => {
  const { orderId } = await buyer.approved()
  expect(await refund(orderId)).toMatchObject({ ok: false, reason: expect.stringMatching(/Nothing is paid/) })
})
