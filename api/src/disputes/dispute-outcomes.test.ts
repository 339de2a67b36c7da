import { pence } from '@site/shared/money'
import { reconcile } from '../admin/reconcile'
import type { Database } from '../database/database'
import { refundPayment } from '../refunds/refund-payment'
import { syncRefunds } from '../refunds/sync-refunds'
import { createAfterSale, untilEqual } from '../testing/after-sale'
import { readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { followDispute } from './follow-dispute'

let database: Database
let test: TestApi
let sale: ReturnType<typeof createAfterSale>

const DAY = 24 * 60 * 60_000
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

describe('what PayPal says of a dispute that has ended', () => {
  async function differences(chargeId: string): Promise<string[]> {
    const found = await reconcile(test.api.services, { since: new Date(Date.now() - DAY) })
    return found.filter((summary) => summary.includes(chargeId))
  }

  // "A dispute was created for the same transaction": its amount was booked as lost, and the order as charged back.
  it('NONE: another took its place, and it has taken nothing', async () => {
    const { orderId, chargeId } = await sale.pay('paypal')
    const first = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    test.fakeProviders.payPal.resolveDispute(first, 'NONE')
    const second = sale.openDispute('paypal', chargeId)
    await untilEqual(async () => (await sale.disputesOf(orderId)).map(({ state }) => state).sort(), ['open', 'won'])
    sale.endDispute('paypal', second, true)
    await untilEqual(async () => (await sale.disputesOf(orderId)).map(({ state }) => state), ['won', 'won'])
    expect(await readOrder(database, orderId)).toMatchObject({ state: 'paid', payments: [{ chargedBackPence: 0 }] })
  })

  // The whole of it was booked twice, as sent back and as taken, and the owner read that the buyer should pay again.
  it('all that the buyer got was sent back by the shop itself', async () => {
    const { orderId, chargeId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    test.fakeProviders.payPal.refund(chargeId)
    sale.endDispute('paypal', id, false)
    await sale.untilDisputeIs(orderId, 'won')
    expect(await readOrder(database, orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ state: 'refunded', refundedPence: 21_500, chargedBackPence: 0 }],
    })
    expect((await sale.openCasesOf(orderId)).map(({ kind }) => kind)).toEqual(['refund_elsewhere'])
    expect(await differences(chargeId)).toEqual([])
  })

  // The refund that had ended the dispute failed after it, and all of it was booked as lost.
  it('all that the buyer was to get failed after its end: it has taken nothing, and is to be sent again', async () => {
    const { orderId, chargeId, id: walletId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    test.failures.refund = () => 'pending'
    sale.sendElsewhere('paypal', walletId, pence(21_500))
    const [payment] = (await readOrder(database, orderId)).payments
    if (payment) await syncRefunds(test.api.services, payment, 'sweep')
    sale.endDispute('paypal', id, false)
    // PayPal's times are whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    sale.settleRefund('paypal', walletId, false)
    if (payment) await syncRefunds(test.api.services, payment, 'sweep')
    await followDispute(test.api.services, 'paypal', { chargeId, disputeId: id }, 'sweep')
    expect(await sale.disputesOf(orderId)).toMatchObject([{ state: 'won' }])
    expect((await readOrder(database, orderId)).payments).toMatchObject([
      { state: 'succeeded', refundedPence: 0, chargedBackPence: 0 },
    ])
    expect((await sale.openCasesOf(orderId)).map(({ kind }) => kind)).toContain('refund_failed')
  })

  // The shop learned of the failure after the end, and took what was lost for sent back.
  it('what was to be sent back had failed before its end, unheard: all of it is lost', async () => {
    const { orderId, chargeId, id: walletId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    test.failures.webhook = () => ({ isDropped: true, delayMs: 0 })
    test.failures.refund = () => 'pending'
    sale.sendElsewhere('paypal', walletId, pence(21_500))
    const [payment] = (await readOrder(database, orderId)).payments
    if (payment) await syncRefunds(test.api.services, payment, 'sweep')
    sale.settleRefund('paypal', walletId, false)
    sale.endDispute('paypal', id, false)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await followDispute(test.api.services, 'paypal', { chargeId, disputeId: id }, 'sweep')
    expect(await sale.disputesOf(orderId)).toMatchObject([{ state: 'lost', amountPence: 21_500 }])
  })

  // £40 were given by agreement, and £215 booked as lost.
  it('a part of what was disputed is all that is gone', async () => {
    const { orderId, chargeId } = await sale.pay('paypal')
    const id = sale.openDispute('paypal', chargeId)
    await sale.untilDisputeIs(orderId, 'open')
    test.fakeProviders.payPal.resolveDispute(id, 'ACCEPTED', pence(4_000))
    await sale.untilDisputeIs(orderId, 'lost')
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
