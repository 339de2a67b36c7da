import { pence } from '@site/shared/money'
import { and, eq, isNotNull } from 'drizzle-orm'
import { confirmOrder, resendMail } from '../admin/order-actions'
import { findAttention } from '../attention/attention'
import { cases } from '../database/after-sale-tables'
import { orders, payments, providerEvents } from '../database/schema'
import { formatTime } from '../orders/order-views'
import { reconcile } from '../reconciliation/reconcile'
import { createAfterSale, person, providers, untilEqual } from '../testing/after-sale'
import { setUpShop } from '../testing/set-up-shop'
import { followDispute } from './follow-dispute'

const shop = setUpShop()
const sale = createAfterSale(shop)
const { buyer, outline, sweepAt } = shop
const { openKinds, untilDisputeIs } = sale

const DAY = 24 * 60 * 60_000
const payPal = () => shop.fakeProviders.payPal
const loseWebhooks = () => shop.hear(/^never$/)
const compare = () => reconcile(shop.api.services, { since: new Date(Date.now() - DAY) })
const stateOf = async (orderId: string) => (await outline(orderId)).split(':')[0]
const statesOf = async (orderId: string) => (await sale.disputesOf(orderId)).map(({ state }) => state).sort()

beforeEach(() => shop.hear(/dispute/i))

async function disputed(provider: 'stripe' | 'paypal') {
  const paid = await sale.pay(provider)
  const disputeId = sale.openDispute(provider, paid.chargeId)
  await untilDisputeIs(paid.orderId, 'open')
  return { ...paid, disputeId }
}

describe.each(providers)('a dispute (%s)', (provider) => {
  it('holds the order, with its amount, a link and until when it must be answered; one that is won ends that', async () => {
    const { orderId, disputeId } = await disputed(provider)
    const paidAt = new Date(Date.now() - 60 * DAY)
    await shop.queries().update(orders).set({ paidAt }).where(eq(orders.id, orderId))
    expect(await stateOf(orderId)).toBe('needs_attention')
    const open = { state: 'open', amountPence: 21_500, dueAt: expect.any(Date) }
    expect(await sale.disputesOf(orderId)).toMatchObject([open])
    const page = { stripe: 'dashboard.stripe.com/test/disputes', paypal: 'paypal.com/resolutioncenter' }[provider]
    const summary = new RegExp(`£215\\.00 of this order.*${page}/${disputeId} until \\d+ \\w+ \\d{4}, `)
    const listed = { kind: 'dispute', summary: expect.stringMatching(summary) }
    expect(await sale.openCasesOf(orderId)).toMatchObject([listed])
    // An order confirmed long ago got "we have received your payment", and a new date of payment after the dispute.
    expect(await resendMail(shop.api.services, orderId, person)).toContain('order_confirmation')
    sale.endDispute(provider, disputeId, true)
    await untilDisputeIs(orderId, 'won')
    expect(await outline(orderId)).toBe('paid: succeeded; order_confirmation')
    expect((await shop.readOrder(orderId)).order?.paidAt).toEqual(paidAt)
    expect((await findAttention(shop.queries())).orders).toEqual([])
  })

  // A refund in the dashboard whose event was lost hid its later failure.
  it('has what was sent back by hand before taken in as well; a person who accepts it writes to nobody', async () => {
    const { orderId, id, chargeId } = await sale.pay(provider)
    sale.sendElsewhere(provider, id, pence(5_000))
    sale.openDispute(provider, chargeId)
    await untilEqual(() => openKinds(orderId), ['dispute', 'refund_elsewhere'])
    expect(await confirmOrder(shop.api.services, orderId, person)).toContain('Nobody is written to')
  })

  it('that is lost takes the money out of our books and says what is left to do', async () => {
    const { orderId, disputeId } = await disputed(provider)
    sale.endDispute(provider, disputeId, false)
    await untilDisputeIs(orderId, 'lost')
    expect(await outline(orderId)).toBe('charged_back: charged_back 215 lost; order_confirmation')
    expect(await sale.disputesOf(orderId)).toMatchObject([{ feePence: provider === 'stripe' ? 2_000 : null }])
    const summary = expect.stringContaining('Nothing is to be refunded')
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ kind: 'dispute_lost', summary }])
    expect(await sale.refund(orderId)).toMatchObject({ ok: false })
    expect((await buyer.start(orderId)).json().code).toBe('order_paid')
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('refunded')
  })

  // A cancelled sale became paid without a person's decision.
  it('of which no event came is found by comparing; a person decides where it is won after it was lost', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    loseWebhooks()
    const disputeId = sale.openDispute(provider, chargeId)
    await compare()
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ kind: 'dispute', amountPence: 21_500 }])
    sale.endDispute(provider, disputeId, false)
    await compare()
    expect(await stateOf(orderId)).toBe('charged_back')
    expect(await openKinds(orderId)).toEqual(['dispute_lost'])
    if (provider === 'paypal') payPal().escalateDispute(disputeId)
    sale.endDispute(provider, disputeId, true)
    await compare()
    expect(await outline(orderId)).toBe('needs_attention: succeeded; order_confirmation')
    expect(await openKinds(orderId)).toEqual([])
    expect(await sale.reasonsOf(orderId)).toEqual([expect.stringContaining('what a dispute had taken is back')])
  })

  it('is not trusted before the provider says how it stands', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    shop.failures.call = ({ action }) => (action === 'read dispute' ? { when: 'before' } : undefined)
    const disputeId = sale.openDispute(provider, chargeId)
    const isMeant = and(eq(providerEvents.disputeId, disputeId), isNotNull(providerEvents.lastError))
    await untilEqual(() => shop.queries().$count(providerEvents, isMeant), 1)
    expect(await stateOf(orderId)).toBe('paid')
    shop.failures.call = undefined
    await sweepAt(3_600_000)
    expect(await stateOf(orderId)).toBe('needs_attention')
  })
})

it.each([
  ['is asked after', /DISPUTE\.CREATED|REVERSED/, 'open', 0],
  ['is found though nothing was ever said of it', /REVERSED/, undefined, 0],
  // PayPal refuses to list what is older than 180 days.
  ['is found where the payment is older than what PayPal lists', /REVERSED/, undefined, 200],
] as const)('a dispute that PayPal ends by reversing the capture %s', async (_, received, before, days) => {
  shop.hear(received)
  const { orderId, chargeId } = await sale.pay('paypal')
  const createdAt = new Date(Date.now() - days * DAY)
  await shop.queries().update(payments).set({ createdAt }).where(eq(payments.orderId, orderId))
  const id = sale.openDispute('paypal', chargeId)
  if (before) await untilDisputeIs(orderId, before)
  sale.endDispute('paypal', id, false)
  await untilDisputeIs(orderId, 'lost')
  expect(await stateOf(orderId)).toBe('charged_back')
})

it('a part that a dispute took leaves the order paid, and only the rest can be refunded', async () => {
  const { orderId, disputeId } = await disputed('paypal')
  payPal().resolveDispute(disputeId, 'ACCEPTED', pence(5_000))
  await untilDisputeIs(orderId, 'lost')
  expect(await outline(orderId)).toBe('paid: succeeded 50 lost; order_confirmation')
  const tooMuch = await sale.refund(orderId, { ...person, amountPence: pence(20_000) })
  expect(tooMuch).toMatchObject({ ok: false, reason: expect.stringContaining('16500') })
  expect(await sale.refund(orderId)).toMatchObject({ ok: true, refundedPence: 16_500 })
  expect(await stateOf(orderId)).toBe('refunded')
})

// PayPal's amount includes the shop's own refunds, which counted twice.
it('takes at most what has not been sent back', async () => {
  const { orderId, id, disputeId } = await disputed('paypal')
  sale.sendElsewhere('paypal', id)
  sale.endDispute('paypal', disputeId, false)
  await untilDisputeIs(orderId, 'lost')
  await untilEqual(() => stateOf(orderId), 'refunded')
  expect(await outline(orderId)).toMatch(/^refunded: refunded 215 back; /)
})

it('is held until the last of an order’s disputes is over; one that another replaced has taken nothing', async () => {
  const { orderId, chargeId, disputeId } = await disputed('paypal')
  const second = sale.openDispute('paypal', chargeId)
  await untilEqual(() => statesOf(orderId), ['open', 'open'])
  payPal().resolveDispute(disputeId, 'NONE')
  await untilEqual(() => statesOf(orderId), ['open', 'won'])
  expect(await stateOf(orderId)).toBe('needs_attention')
  sale.endDispute('paypal', second, true)
  await untilEqual(() => statesOf(orderId), ['won', 'won'])
  expect(await outline(orderId)).toBe('paid: succeeded; order_confirmation')
})

// Dismissing the inquiry hid the later claim and its deadline.
it('is listed again with the date of the claim that it has become, and without one where PayPal names none', async () => {
  const { orderId, disputeId } = await disputed('paypal')
  const dueOf = async () => (await sale.disputesOf(orderId))[0]?.dueAt?.getTime() ?? 0
  const first = await dueOf()
  await shop.queries().update(cases).set({ closedAt: new Date() })
  payPal().escalateDispute(disputeId)
  await untilEqual(async () => (await openKinds(orderId)).length, 1)
  const second = await dueOf()
  expect(second > first).toBe(true)
  expect((await sale.openCasesOf(orderId))[0]?.summary).toContain(formatTime(new Date(second)))
  sale.endDispute('paypal', disputeId, false)
  await untilDisputeIs(orderId, 'lost')
  payPal().escalateDispute(disputeId, false)
  await untilDisputeIs(orderId, 'open')
  const listed = (await sale.openCasesOf(orderId)).find(({ kind }) => kind === 'dispute')
  expect(listed?.summary).toMatch(new RegExp(`${disputeId}\\.$`))
})

// A slow answer reopened a finished dispute.
it('does not go back to what a slower answer says', async () => {
  const { orderId, chargeId } = await sale.pay('stripe')
  loseWebhooks()
  const disputeId = sale.openDispute('stripe', chargeId)
  const { gateways } = shop.api.services
  const answers: (() => void)[] = []
  let asked = 0
  async function readDispute(id: string) {
    const found = await gateways.stripe.readDispute(id)
    if (++asked === 1) await new Promise<void>((resolve) => answers.push(resolve))
    return found
  }
  const services = { ...shop.api.services, gateways: { ...gateways, stripe: { ...gateways.stripe, readDispute } } }
  const slow = followDispute(services, 'stripe', { chargeId, disputeId }, 'webhook')
  await untilEqual(async () => answers.length, 1)
  sale.endDispute('stripe', disputeId, false)
  await sale.followDispute('stripe', chargeId, disputeId)
  answers[0]?.()
  await slow
  expect(await statesOf(orderId)).toEqual(['lost'])
  expect(await openKinds(orderId)).toEqual(['dispute_lost'])
  expect(asked).toBe(2)
})

// Money to be returned counted as kept, and would have confirmed its order.
it.each([
  ['another payment has paid the order', 'payTwice', 'paid: duplicate, succeeded'],
  ['its buyer had given the order up', 'payGivenUp', 'cancelled: duplicate'],
] as const)('of money that was to go back leaves the order alone, where %s', async (_, pay, before) => {
  const { orderId, chargeId } = await sale[pay]()
  const beforeMail = async () => (await outline(orderId)).split(';')[0]
  shop.failures.refund = () => 'failed'
  await sweepAt(900_000)
  shop.failures.refund = undefined
  expect(await beforeMail()).toBe(before)
  const id = sale.openDispute('paypal', chargeId)
  await untilDisputeIs(orderId, 'open')
  sale.endDispute('paypal', id, false)
  await untilDisputeIs(orderId, 'lost')
  expect(await beforeMail()).toBe(before.replace('duplicate', 'charged_back 215 lost'))
  expect(await openKinds(orderId)).toEqual(['dispute_lost'])
  payPal().escalateDispute(id)
  await untilDisputeIs(orderId, 'open')
  sale.endDispute('paypal', id, true)
  await untilDisputeIs(orderId, 'won')
  expect(await beforeMail()).toBe(before)
})
