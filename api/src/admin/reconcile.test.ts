import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { cases, disputes, refunds } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { statements } from '../database/ledger-tables'
import { payments } from '../database/schema'
import { followDispute } from '../disputes/follow-dispute'
import { refundPayment } from '../refunds/refund-payment'
import { createBuyer, newOrderId } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { reconcile } from './reconcile'

jest.setTimeout(60_000)

const HOUR = 3_600_000
let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  // A provider of its own for each test: its list begins empty.
  test = await createTestApi(database)
  buyer = createBuyer(test)
})
afterEach(async () => {
  await test.close()
  await clearDatabase(database)
})
afterAll(() => database.close())

async function payByCard(): Promise<string> {
  const orderId = newOrderId()
  await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
  return orderId
}
async function payByWallet(): Promise<string> {
  const orderId = newOrderId()
  await buyer.confirmWallet(buyer.approve(await buyer.startWallet(orderId)))
  return orderId
}
/** As if the purchases had been made some hours ago, so that both providers must have them listed. */
const compare = (hoursLater = 6) =>
  reconcile(test.api.services, {
    since: new Date(Date.now() - 24 * HOUR),
    now: new Date(Date.now() + hoursLater * HOUR),
  })
/** When today has ended, for both providers. */
const TOMORROW = 30
const change = (orderId: string, values: Partial<typeof payments.$inferInsert>) =>
  database.queries().update(payments).set(values).where(eq(payments.orderId, orderId))
const openCases = () => database.queries().select().from(cases)
/** As PayPal answers while something is not switched on for the app. */
const switchOff = (...actions: string[]) => {
  test.failures.call = ({ action, provider }) =>
    provider === 'paypal' && actions.includes(action) ? { when: 'before', how: 'forbidden' } : undefined
}
async function chargeOf(orderId: string): Promise<string> {
  const [row] = await database.queries().select().from(payments).where(eq(payments.orderId, orderId))
  return row?.chargeId ?? ''
}

describe('reconciliation', () => {
  it('finds no difference in a shop where all is right, refunds included', async () => {
    await payByWallet()
    const orderId = await payByCard()
    await refundPayment(test.api.services, orderId, { actor: 'olga', reason: 'called off' })
    expect(await compare()).toEqual([])
    expect(await openCases()).toEqual([])
  })

  // It saw refunds only of payments of its four days.
  it('takes in what was sent back of an old payment and of which no event came', async () => {
    const orderId = await payByCard()
    const longAgo = new Date(Date.now() - 90 * 24 * HOUR)
    await change(orderId, { createdAt: longAgo })
    const [row] = await database.queries().select().from(payments).where(eq(payments.orderId, orderId))
    test.fakeProviders.stripe.refund(row?.chargeId ?? '', { amount: 5_000 })
    expect(await compare()).toEqual([])
    expect(await openCases()).toMatchObject([{ kind: 'refund_elsewhere', orderId, amountPence: 5_000 }])
  })

  // Both of its lines were called differences for ever, on two days by the whole amount.
  it('takes in a refund of the provider’s own pages that had failed before anybody looked', async () => {
    const orderId = newOrderId()
    const id = buyer.payCard(await buyer.start(orderId))
    await buyer.confirmCard(orderId, id)
    const { stripe } = test.fakeProviders
    stripe.refund(id, { amount: 1_000 })
    stripe.settleRefund(stripe.intents.get(id)?.refunds[0]?.id ?? '', 'failed')
    expect(await compare()).toEqual([])
    expect(await openCases()).toEqual([])
    const kept = await database.queries().select().from(refunds)
    expect(kept).toMatchObject([{ state: 'failed', amountPence: 1_000, origin: 'provider' }])
  })

  it('asks after a dispute of which no event came', async () => {
    const orderId = await payByCard()
    const [row] = await database.queries().select().from(payments).where(eq(payments.orderId, orderId))
    test.fakeProviders.stripe.dispute(row?.chargeId ?? '')
    expect(await compare()).toEqual([])
    expect(await openCases()).toMatchObject([{ kind: 'dispute', orderId, amountPence: 21_500 }])
  })

  it('names every difference once and lists it until somebody has dealt with it', async () => {
    const [lost, wrong, back] = [await payByCard(), await payByWallet(), await payByCard()]
    const [unknown, invented] = [await payByCard(), await payByWallet()]
    await change(lost, { state: 'open', takenPence: null })
    await change(wrong, { takenPence: pence(20_000) })
    const [row] = await database.queries().select().from(payments).where(eq(payments.orderId, back))
    test.fakeProviders.stripe.refund(row?.chargeId ?? '')
    await change(unknown, { idempotencyKey: 'another', chargeId: 'pi_other', providerId: 'pi_other' })
    await change(invented, { chargeId: 'INVENTED', providerId: 'INVENTED' })
    const found = await compare()
    for (const text of [
      new RegExp(`${lost}: stripe took £215.00 as pi_\\w+, but it is kept as open`),
      new RegExp(`${wrong}: paypal took £215.00 as \\w+, but £200.00 is kept`),
      /stripe took £215.00 as pi_\w+, which belongs to no order/,
      new RegExp(`${unknown}: kept as succeeded, but stripe has no such payment in its list`),
      new RegExp(`${invented}: kept as succeeded, but paypal has no such payment in its list`),
    ]) {
      expect(found).toContainEqual(expect.stringMatching(text))
    }
    const opened = await openCases()
    expect(opened.filter(({ kind }) => kind !== 'refund_elsewhere')).toHaveLength(found.length)
    expect(opened).toContainEqual(expect.objectContaining({ kind: 'refund_elsewhere', orderId: back }))
    await compare()
    expect(await openCases()).toHaveLength(opened.length)
  })

  it('says so when a list cannot be read, and opens nothing', async () => {
    await payByCard()
    test.failures.call = ({ action, provider }) =>
      action === 'list' && provider === 'stripe' ? { when: 'before', how: 'error' } : undefined
    await expect(compare()).rejects.toThrow('cannot be read')
    expect(await openCases()).toEqual([])
  })

  // One line that PayPal did not explain kept the others from being compared, and every day from its statement.
  it('lists what could not be compared once, until it can be, and compares all the rest', async () => {
    const [disputed, wrong] = [await payByWallet(), await payByWallet()]
    const { payPal } = test.fakeProviders
    payPal.resolveDispute(payPal.dispute(await chargeOf(disputed)), 'RESOLVED_BUYER_FAVOUR')
    await change(wrong, { takenPence: pence(20_000) })
    switchOff('list disputes', 'read dispute')
    const untold = new RegExp(`^${disputed}: .* of £215.00 .* could not be compared: .* switch "Disputes" on for it$`)
    for (let day = 0; day < 2; day += 1) {
      const found = await compare(TOMORROW)
      expect(found).toContainEqual(expect.stringMatching(untold))
      expect(found).toContainEqual(expect.stringMatching(`${wrong}: paypal took £215.00`))
    }
    expect(await database.queries().select().from(statements)).toContainEqual(
      expect.objectContaining({ provider: 'paypal', chargesPence: 43_000, differencePence: 1_500 - 21_500 }),
    )
    const opened = (await openCases()).filter(({ summary }) => untold.test(summary))
    expect(opened).toMatchObject([{ orderId: disputed, provider: 'paypal', closedAt: null }])

    test.heal()
    expect(await compare()).toEqual([expect.stringMatching(wrong)])
    const [closed] = (await openCases()).filter(({ summary }) => untold.test(summary))
    expect(closed).toMatchObject({ closedBy: 'paypal', closedReason: 'it could be compared' })
  })

  // What a provider did not answer for a moment was asked again a day later.
  it('lists a refund about which the provider does not answer, compares all the rest, and is tried again soon', async () => {
    const [back, wrong] = [await payByWallet(), await payByWallet()]
    test.fakeProviders.payPal.refund(await chargeOf(back), pence(5_000))
    await change(wrong, { takenPence: pence(20_000) })
    test.failures.call = ({ action, provider }) =>
      action === 'read' && provider === 'paypal' ? { when: 'before', how: 'error' } : undefined
    await expect(compare(TOMORROW)).rejects.toThrow('PayPal failed with 500')
    const untold = new RegExp(`${back}: .*£50.00.* could not be compared: PayPal failed`)
    const findUntold = async () => (await openCases()).filter(({ summary }) => untold.test(summary))
    expect(await findUntold()).toMatchObject([{ kind: 'difference', closedAt: null }])
    expect(await openCases()).toContainEqual(
      expect.objectContaining({ summary: expect.stringMatching(`${wrong}: paypal took £215.00`) }),
    )
    expect(await database.queries().select().from(statements)).toContainEqual(
      expect.objectContaining({ provider: 'paypal', differencePence: 1_500 - 5_000 }),
    )
    test.heal()
    expect(await compare(TOMORROW)).toEqual([expect.stringMatching(wrong)])
    expect(await findUntold()).toMatchObject([{ closedBy: 'paypal' }])
  })

  // A list that could not be read kept the end of a dispute, and the whole book of the other provider, from being looked at.
  it('follows open disputes, and compares with the other provider, while a list cannot be read', async () => {
    const [disputed, wrong] = [await payByWallet(), await payByCard()]
    const { payPal } = test.fakeProviders
    const disputeId = payPal.dispute(await chargeOf(disputed))
    await followDispute(test.api.services, 'paypal', { chargeId: null, disputeId }, 'webhook')
    payPal.resolveDispute(disputeId, 'RESOLVED_BUYER_FAVOUR')
    await change(wrong, { takenPence: pence(20_000) })
    switchOff('list')
    await expect(compare(TOMORROW)).rejects.toThrow('switch "Transaction Search" on')
    expect(await database.queries().select().from(disputes)).toMatchObject([{ providerId: disputeId, state: 'lost' }])
    expect(await openCases()).toContainEqual(expect.objectContaining({ kind: 'difference', orderId: wrong }))
    expect(await database.queries().select().from(statements)).toContainEqual(
      expect.objectContaining({ provider: 'stripe', differencePence: 1_500 }),
    )
  })

  // What differed at one provider raised no alert while the other's list could not be read.
  it('raises an alert for each provider where something differs, whatever the other does', async () => {
    const wrong = await payByCard()
    await change(wrong, { takenPence: pence(20_000) })
    switchOff('list')
    await expect(compare()).rejects.toThrow('switch "Transaction Search" on')
    const alerts = test.logs.filter((line) => line.includes('"alert":"reconciliation"'))
    expect(alerts.map((line) => JSON.parse(line))).toMatchObject([{ provider: 'stripe', differences: 1 }])
  })

  it('names both providers when neither list can be read', async () => {
    test.failures.call = ({ action }) => (action === 'list' ? { when: 'before', how: 'error' } : undefined)
    await expect(compare()).rejects.toThrow(/Stripe's list cannot be read.*; PayPal failed/)
  })
})
