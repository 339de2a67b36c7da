import { pence } from '@site/shared/money'
import { findAttention } from '../admin/attention'
import { renewCase } from '../cases/cases'
import { cases } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { refundPayment } from '../refunds/refund-payment'
import { createAfterSale, untilEqual } from '../testing/after-sale'
import { newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { followDispute } from './follow-dispute'

let database: Database
let test: TestApi
let sale: ReturnType<typeof createAfterSale>

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

describe('a dispute that goes on', () => {
  const dueOf = async (orderId: string) => (await sale.disputesOf(orderId))[0]?.dueAt?.toISOString().slice(0, 10) ?? ''

  // The owner had dismissed it as answered, or read the inquiry's date, and the claim's was missed.
  it('is listed again with the date of the claim that it has become', async () => {
    const { orderId, chargeId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    const first = await dueOf(orderId)
    await database.queries().update(cases).set({ closedAt: new Date() })
    test.fakeProviders.payPal.escalateDispute(id)
    await untilEqual(async () => (await sale.openCasesOf(orderId)).length, 1)
    const second = await dueOf(orderId)
    expect(second > first).toBe(true)
    expect(await sale.openCasesOf(orderId)).toMatchObject([
      { kind: 'dispute', summary: expect.stringContaining(second) },
    ])
  })

  // Nothing listed it, and once it was won the owner was still to ask the buyer for the money again.
  it('after it was lost is listed again, and leaves nothing to do once it is won', async () => {
    const { orderId, chargeId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute('paypal', id, false)
    await sale.untilDisputeIs(orderId, 'lost')
    test.fakeProviders.payPal.escalateDispute(id)
    await sale.untilDisputeIs(orderId, 'open')
    expect((await sale.openCasesOf(orderId)).map(({ kind }) => kind).sort()).toEqual(['dispute', 'dispute_lost'])
    sale.endDispute('paypal', id, true)
    await sale.untilDisputeIs(orderId, 'won')
    expect(await sale.openCasesOf(orderId)).toEqual([])
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', payments: [{ chargedBackPence: 0 }] })
  })

  // What the shop had sent back after the first end counted as taken by the second.
  it('after it was lost, is lost again, and nobody told us of either: it took what it had taken', async () => {
    const { orderId, chargeId, id: walletId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    test.fakeProviders.payPal.resolveDispute(id, 'ACCEPTED', pence(4_000))
    await sale.untilDisputeIs(orderId, 'lost')
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    // PayPal's times are whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    sale.sendElsewhere('paypal', walletId, pence(2_500))
    test.fakeProviders.payPal.escalateDispute(id)
    test.fakeProviders.payPal.resolveDispute(id, 'ACCEPTED', pence(6_500))
    for (let times = 0; times < 2; times++) {
      await followDispute(test.api.services, 'paypal', { chargeId, disputeId: id }, 'sweep')
      expect((await readOrder(database, orderId)).payments).toMatchObject([
        { chargedBackPence: 4_000, refundedPence: 2_500 },
      ])
    }
  })

  // All that a lost dispute had left was sent back: what came back after an appeal was with the shop, and nobody was told.
  it('is to be looked at where it is won once the rest was sent back', async () => {
    const { orderId, chargeId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    test.fakeProviders.payPal.resolveDispute(id, 'ACCEPTED', pence(4_000))
    await sale.untilDisputeIs(orderId, 'lost')
    expect(await refundPayment(test.api.services, orderId, person)).toMatchObject({ ok: true })
    expect((await readOrder(database, orderId)).state).toBe('refunded')
    test.fakeProviders.payPal.escalateDispute(id)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute('paypal', id, true)
    await sale.untilDisputeIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'needs_attention',
      payments: [{ state: 'succeeded', chargedBackPence: 0, refundedPence: 17_500 }],
    })
    expect(await sale.reasonsOf(orderId)).toEqual([expect.stringContaining('what a dispute had taken is back')])
    const rest = { ...person, amountPence: pence(4_000) }
    expect(await refundPayment(test.api.services, orderId, rest)).toMatchObject({ ok: true })
    expect((await readOrder(database, orderId)).state).toBe('refunded')
  })

  // It was listed with the date of its first round, which had passed.
  it('names no date where PayPal decides anew without asking', async () => {
    const { orderId, chargeId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute('paypal', id, false)
    await sale.untilDisputeIs(orderId, 'lost')
    test.fakeProviders.payPal.escalateDispute(id, false)
    await sale.untilDisputeIs(orderId, 'open')
    const [listed] = (await sale.openCasesOf(orderId)).filter(({ kind }) => kind === 'dispute')
    expect(listed?.summary).toMatch(/answer in the provider's pages\.$/)
  })

  // It was listed as of this order, and no order was kept with it.
  it('is listed with its order once that is known', async () => {
    const { orderId } = await sale.pay('stripe')
    const subject = 'stripe dp_early'
    await renewCase(database.queries(), {
      kind: 'dispute',
      subject,
      summary: 'It belongs to no order.',
      provider: 'stripe',
    })
    expect(await sale.openCasesOf(orderId)).toEqual([])
    await renewCase(database.queries(), { kind: 'dispute', subject, summary: 'It does.', orderId, provider: 'stripe' })
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ summary: 'It does.' }])
  })

  // It became `paid` by that: nobody had looked at what was bought, and its buyer had no confirmation.
  it('leaves an order held that was held before it was lost, once it is won', async () => {
    const orderId = newOrderId()
    const chargeId = sale.buyer.payCard(await sale.buyer.start(orderId, { items: undefined, amount: 215 }))
    await sale.buyer.confirmCard(orderId, chargeId)
    const reason = async () => (await findAttention(database.queries())).orders[0]?.reasons[0]
    const before = await reason()
    const id = sale.openDispute('stripe', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute('stripe', id, false)
    await sale.untilDisputeIs(orderId, 'lost')
    expect((await readOrder(database, orderId)).state).toBe('charged_back')
    sale.endDispute('stripe', id, true)
    await sale.untilDisputeIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'needs_attention',
      mails: ['payment_received'],
      payments: [{ chargedBackPence: 0 }],
    })
    expect(await reason()).toBe(before)
  })

  // An answer that was on its way longer than the end of the dispute opened it again.
  it('does not go back to what a slower answer says', async () => {
    const { orderId, chargeId } = await sale.pay('stripe')
    test.failures.webhook = () => ({ isDropped: true })
    const disputeId = sale.openDispute('stripe', chargeId)
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
    sale.endDispute('stripe', disputeId, false)
    await followDispute(test.api.services, 'stripe', { chargeId, disputeId }, 'webhook')
    letGo()
    await slow
    expect(await sale.disputesOf(orderId)).toMatchObject([{ state: 'lost' }])
    expect(await sale.openCasesOf(orderId)).toMatchObject([{ kind: 'dispute_lost' }])
    expect(asked).toBe(2)
  })
})

describe('of a second payment that was to go back', () => {
  // What was to go back counted as kept, and its order would have been confirmed.
  it('is still to go back once it is won, though no other payment has paid', async () => {
    const { orderId, chargeId } = await sale.payGivenUp()
    await sale.failToReturn()
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ state: 'duplicate' }])
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute('paypal', id, false)
    await sale.untilDisputeIs(orderId, 'lost')
    // "The shop tries again by itself" is not true any more.
    expect((await sale.openCasesOf(orderId)).map(({ kind }) => kind)).toEqual(['dispute_lost'])
    test.fakeProviders.payPal.escalateDispute(id)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute('paypal', id, true)
    await sale.untilDisputeIs(orderId, 'won')
    expect((await readOrder(database, orderId)).payments).toMatchObject([{ state: 'duplicate', chargedBackPence: 0 }])
  })

  // The order was charged back, though the card had paid for it.
  it('a lost dispute leaves the order paid, and one that is won later leaves the payment to go back', async () => {
    const { orderId, chargeId } = await sale.payTwice()
    await sale.failToReturn()
    expect((await readOrder(database, orderId)).payments).toMatchObject([
      { state: 'duplicate' },
      { state: 'succeeded' },
    ])
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute('paypal', id, false)
    await sale.untilDisputeIs(orderId, 'lost')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'charged_back', chargedBackPence: 21_500 }, { state: 'succeeded' }],
    })
    expect((await sale.openCasesOf(orderId)).map(({ summary }) => summary)).toContainEqual(
      expect.stringContaining('another payment pays for the order'),
    )
    test.fakeProviders.payPal.escalateDispute(id)
    await sale.untilDisputeIs(orderId, 'open')
    sale.endDispute('paypal', id, true)
    await sale.untilDisputeIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'duplicate', chargedBackPence: 0 }, { state: 'succeeded' }],
    })
  })
})
