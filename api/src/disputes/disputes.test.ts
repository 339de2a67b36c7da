import { pence } from '@site/shared/money'
import { and, eq, isNotNull } from 'drizzle-orm'
import { confirmOrder } from '../admin/order-actions'
import { findAttention } from '../attention/attention'
import { cases } from '../database/after-sale-tables'
import { providerEvents } from '../database/schema'
import { reconcile } from '../reconciliation/reconcile'
import { refundPayment } from '../refunds/refund-payment'
import { createAfterSale, providers, untilEqual } from '../testing/after-sale'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { followDispute } from './follow-dispute'

const shop = setUpShop({ isCleared: true })
const sale = createAfterSale(shop)
const { buyer, readOrder, sweepAt } = shop

const DAY = 24 * 60 * 60_000
const person = { actor: 'olga', reason: 'looked at' }

beforeEach(() => {
  shop.failures.webhook = ({ type }) => ({ isDropped: !/dispute/i.test(type), delayMs: 0 })
})
const loseWebhooks = () => {
  shop.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
}
const compare = () => reconcile(shop.api.services, { since: new Date(Date.now() - DAY) })
const openKinds = async (orderId: string) => (await sale.openCasesOf(orderId)).map(({ kind }) => kind).sort()

async function disputed(provider: 'stripe' | 'paypal') {
  const paid = await sale.pay(provider)
  const disputeId = sale.openDispute(provider, paid.chargeId)
  await sale.untilDisputeIs(paid.orderId, 'open')
  return { ...paid, disputeId }
}
async function lost(provider: 'stripe' | 'paypal') {
  const found = await disputed(provider)
  sale.endDispute(provider, found.disputeId, false)
  await sale.untilDisputeIs(found.orderId, 'lost')
  return found
}

describe.each(providers)('a dispute (%s)', (provider) => {
  it('holds the order, with its amount, a link and until when it must be answered', async () => {
    const { orderId, disputeId } = await disputed(provider)
    expect((await readOrder(orderId)).state).toBe('needs_attention')
    expect(await sale.disputesOf(orderId)).toMatchObject([
      { state: 'open', amountPence: 21_500, dueAt: expect.any(Date) },
    ])
    const page = { stripe: 'dashboard.stripe.com/test/disputes', paypal: 'paypal.com/resolutioncenter' }[provider]
    const summary = new RegExp(`£215\\.00 of this order.*${page}/${disputeId} until \\d{4}-`)
    expect(await sale.openCasesOf(orderId)).toMatchObject([
      { kind: 'dispute', summary: expect.stringMatching(summary) },
    ])
    expect(await confirmOrder(shop.api.services, orderId, person)).toContain('Nobody is written to')
  })

  // A refund in the dashboard whose event was lost hid its later failure.
  it('has what was sent back by hand before taken in as well', async () => {
    const { orderId, id, chargeId } = await sale.pay(provider)
    sale.sendElsewhere(provider, id, pence(5_000))
    sale.openDispute(provider, chargeId)
    await untilEqual(() => openKinds(orderId), ['dispute', 'refund_elsewhere'])
  })

  it('that is won makes the order what it was, by itself', async () => {
    const { orderId, disputeId } = await disputed(provider)
    sale.endDispute(provider, disputeId, true)
    await sale.untilDisputeIs(orderId, 'won')
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    expect((await findAttention(shop.database.queries())).orders).toEqual([])
  })

  it('that is lost takes the money out of our books and says what is left to do', async () => {
    const { orderId } = await lost(provider)
    expect(await readOrder(orderId)).toMatchObject({
      state: 'charged_back',
      payments: [{ state: 'charged_back', chargedBackPence: 21_500, refundedPence: 0 }],
      mails: ['order_confirmation'],
    })
    expect(await sale.disputesOf(orderId)).toMatchObject([{ feePence: provider === 'stripe' ? 2_000 : null }])
    expect(await sale.openCasesOf(orderId)).toMatchObject([
      { kind: 'dispute_lost', summary: expect.stringContaining('Nothing is to be refunded') },
    ])
    expect(await refundPayment(shop.api.services, orderId, person)).toMatchObject({ ok: false })
    expect((await buyer.start(orderId)).json().code).toBe('order_paid')
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('refunded')
  })

  it('whose end was never announced is found by comparing', async () => {
    const { orderId, disputeId } = await disputed(provider)
    loseWebhooks()
    sale.endDispute(provider, disputeId, false)
    await compare()
    expect(await readOrder(orderId)).toMatchObject({ state: 'charged_back' })
    expect(await openKinds(orderId)).toEqual(['dispute_lost'])
  })

  // A cancelled sale became paid without a person's decision.
  it('that is won after it was lost is found by comparing, and a person decides about the order', async () => {
    const { orderId, disputeId } = await lost(provider)
    loseWebhooks()
    if (provider === 'paypal') shop.fakeProviders.payPal.escalateDispute(disputeId)
    sale.endDispute(provider, disputeId, true)
    await compare()
    expect(await readOrder(orderId)).toMatchObject({
      state: 'needs_attention',
      payments: [{ state: 'succeeded', chargedBackPence: 0 }],
    })
    expect(await openKinds(orderId)).toEqual([])
    expect(await sale.reasonsOf(orderId)).toEqual([expect.stringContaining('what a dispute had taken is back')])
  })

  it('is not believed before the provider says how it stands', async () => {
    const { orderId, chargeId } = await sale.pay(provider)
    shop.failures.call = ({ action }) => (action === 'read dispute' ? { when: 'before' } : undefined)
    const disputeId = sale.openDispute(provider, chargeId)
    const isMeant = and(eq(providerEvents.disputeId, disputeId), isNotNull(providerEvents.lastError))
    await untilEqual(() => shop.database.queries().$count(providerEvents, isMeant), 1)
    expect((await readOrder(orderId)).state).toBe('paid')
    shop.failures.call = undefined
    await sweepAt(3_600_000)
    expect((await readOrder(orderId)).state).toBe('needs_attention')
  })
})

it.each([
  ['is asked after', /DISPUTE\.CREATED|REVERSED/, 'open'],
  ['is found though nothing was ever said of it', /REVERSED/, undefined],
] as const)('a dispute that PayPal ends by reversing the capture %s', async (_, received, before) => {
  shop.failures.webhook = ({ type }) => ({ isDropped: !received.test(type), delayMs: 0 })
  const { orderId, chargeId } = await sale.pay('paypal')
  const id = sale.openDispute('paypal', chargeId)
  if (before) await sale.untilDisputeIs(orderId, before)
  sale.endDispute('paypal', id, false)
  await sale.untilDisputeIs(orderId, 'lost')
  expect(await readOrder(orderId)).toMatchObject({ state: 'charged_back' })
})

it('a part that a dispute took leaves the order paid, and only the rest can be refunded', async () => {
  const { orderId, disputeId } = await disputed('paypal')
  shop.fakeProviders.payPal.resolveDispute(disputeId, 'ACCEPTED', pence(5_000))
  await sale.untilDisputeIs(orderId, 'lost')
  expect(await readOrder(orderId)).toMatchObject({
    state: 'paid',
    payments: [{ state: 'succeeded', chargedBackPence: 5_000 }],
  })
  const tooMuch = { ...person, amountPence: pence(20_000) }
  expect(await refundPayment(shop.api.services, orderId, tooMuch)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('16500'),
  })
  expect(await refundPayment(shop.api.services, orderId, person)).toMatchObject({ ok: true })
  expect((await readOrder(orderId)).state).toBe('refunded')
})

// PayPal's amount includes the shop's own refunds, which counted twice.
it('takes at most what has not been sent back', async () => {
  const { orderId, id, disputeId } = await disputed('paypal')
  sale.sendElsewhere('paypal', id, pence(21_500))
  sale.endDispute('paypal', disputeId, false)
  await sale.untilDisputeIs(orderId, 'lost')
  await untilEqual(async () => (await readOrder(orderId)).state, 'refunded')
  expect((await readOrder(orderId)).payments).toMatchObject([
    { state: 'refunded', refundedPence: 21_500, chargedBackPence: 0 },
  ])
})

it('is held until the last of an order’s disputes is over; one that another replaced has taken nothing', async () => {
  const { orderId, chargeId, disputeId } = await disputed('paypal')
  const second = sale.openDispute('paypal', chargeId)
  const states = async () => (await sale.disputesOf(orderId)).map(({ state }) => state).sort()
  await untilEqual(states, ['open', 'open'])
  shop.fakeProviders.payPal.resolveDispute(disputeId, 'NONE')
  await untilEqual(states, ['open', 'won'])
  expect((await readOrder(orderId)).state).toBe('needs_attention')
  sale.endDispute('paypal', second, true)
  await untilEqual(states, ['won', 'won'])
  expect(await readOrder(orderId)).toMatchObject({ state: 'paid', payments: [{ chargedBackPence: 0 }] })
})

// Dismissing the inquiry hid the later claim and its deadline.
it('is listed again with the date of the claim that it has become, and without one where PayPal names none', async () => {
  const { orderId, disputeId } = await disputed('paypal')
  const dueOf = async () => (await sale.disputesOf(orderId))[0]?.dueAt?.toISOString().slice(0, 10) ?? ''
  const first = await dueOf()
  await shop.database.queries().update(cases).set({ closedAt: new Date() })
  shop.fakeProviders.payPal.escalateDispute(disputeId)
  await untilEqual(async () => (await sale.openCasesOf(orderId)).length, 1)
  const second = await dueOf()
  expect(second > first).toBe(true)
  expect((await sale.openCasesOf(orderId))[0]?.summary).toContain(second)
  sale.endDispute('paypal', disputeId, false)
  await sale.untilDisputeIs(orderId, 'lost')
  shop.fakeProviders.payPal.escalateDispute(disputeId, false)
  await sale.untilDisputeIs(orderId, 'open')
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
  await followDispute(shop.api.services, 'stripe', { chargeId, disputeId }, 'webhook')
  answers[0]?.()
  await slow
  expect(await sale.disputesOf(orderId)).toMatchObject([{ state: 'lost' }])
  expect(await openKinds(orderId)).toEqual(['dispute_lost'])
  expect(asked).toBe(2)
})

// Money to be returned counted as kept, and would have confirmed its order.
it.each([
  ['another payment has paid the order', 'payTwice', 'paid'],
  ['its buyer had given the order up', 'payGivenUp', 'cancelled'],
] as const)('of money that was to go back leaves the order alone, where %s', async (_, pay, state) => {
  const { orderId, chargeId, id: walletId } = await sale[pay]()
  await sale.failToReturn()
  const before = await readOrder(orderId)
  const wallet = async () => (await readOrder(orderId)).payments.find(({ providerId }) => providerId === walletId)
  expect(await wallet()).toMatchObject({ state: 'duplicate' })
  const id = sale.openDispute('paypal', chargeId)
  await sale.untilDisputeIs(orderId, 'open')
  sale.endDispute('paypal', id, false)
  await sale.untilDisputeIs(orderId, 'lost')
  expect(await wallet()).toMatchObject({ state: 'charged_back', chargedBackPence: 21_500 })
  expect(await openKinds(orderId)).toEqual(['dispute_lost'])
  shop.fakeProviders.payPal.escalateDispute(id)
  await sale.untilDisputeIs(orderId, 'open')
  sale.endDispute('paypal', id, true)
  await sale.untilDisputeIs(orderId, 'won')
  expect(await wallet()).toMatchObject({ state: 'duplicate', chargedBackPence: 0 })
  expect((await readOrder(orderId)).state).toBe(before.state)
  if (state === 'paid') expect(before.state).toBe('paid')
})

it.each([
  ['of another product is not ours', { invoice: '7' }, 0],
  ['of money with our reference is listed', { payment: `${newOrderId()}:stripe:1` }, 1],
])('a dispute %s', async (_, metadata: Record<string, string>, listed) => {
  const { stripe } = shop.fakeProviders
  const { body } = stripe.createIntent({ amount: 4_200, currency: 'gbp', description: '', metadata })
  const { id, client_secret: secret } = body as { id: string; client_secret: string }
  buyer.payIntent(id, secret)
  loseWebhooks()
  const disputeId = stripe.dispute(id)
  await followDispute(shop.api.services, 'stripe', { chargeId: id, disputeId }, 'webhook')
  const found = (await shop.database.queries().select().from(cases)).filter(({ subject }) =>
    subject.includes(disputeId),
  )
  expect(found).toHaveLength(listed)
})
