import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { cases, disputes, refunds } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { payments } from '../database/schema'
import { followDispute } from '../disputes/follow-dispute'
import { refundPayment } from '../refunds/refund-payment'
import { createBuyer, newOrderId } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { reconcile } from './reconcile'

const HOUR = 3_600_000
let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)
beforeEach(async () => {
  test = await createTestApi(database)
  buyer = createBuyer(test)
})
afterEach(async () => {
  await test.close()
  await clearDatabase(database)
})
afterAll(() => database.close())

const payByCard = () => buyer.buy()
async function payByWallet(): Promise<string> {
  const orderId = newOrderId()
  await buyer.confirmWallet(buyer.approve(await buyer.startWallet(orderId)))
  return orderId
}
const compare = () =>
  reconcile(test.api.services, {
    since: new Date(Date.now() - 24 * HOUR),
    now: new Date(Date.now() + 6 * HOUR),
  })
const change = (orderId: string, values: Partial<typeof payments.$inferInsert>) =>
  database.queries().update(payments).set(values).where(eq(payments.orderId, orderId))
const openCases = () => database.queries().select().from(cases)
async function chargeOf(orderId: string): Promise<string> {
  const [row] = await database.queries().select().from(payments).where(eq(payments.orderId, orderId))
  return row?.chargeId ?? ''
}

it('finds no difference in a shop where all is right, refunds included', async () => {
  await payByWallet()
  const orderId = await payByCard()
  await refundPayment(test.api.services, orderId, { actor: 'olga', reason: 'called off' })
  expect(await compare()).toEqual([])
  expect(await openCases()).toEqual([])
})

// The comparison saw refunds only of payments from its four days.
it('takes in what was sent back of an old payment and of which no event came', async () => {
  const orderId = await payByCard()
  await change(orderId, { createdAt: new Date(Date.now() - 90 * 24 * HOUR) })
  test.fakeProviders.stripe.refund(await chargeOf(orderId), { amount: 5_000 })
  expect(await compare()).toEqual([])
  expect(await openCases()).toMatchObject([{ kind: 'refund_elsewhere', orderId, amountPence: 5_000 }])
})

it('takes in a refund of the provider’s own pages that had failed before anybody looked', async () => {
  const id = await chargeOf(await payByCard())
  const { stripe } = test.fakeProviders
  stripe.refund(id, { amount: 1_000 })
  stripe.settleRefund(stripe.intents.get(id)?.refunds[0]?.id ?? '', 'failed')
  expect(await compare()).toEqual([])
  expect(await openCases()).toEqual([])
  const kept = await database.queries().select().from(refunds)
  expect(kept).toMatchObject([{ state: 'failed', amountPence: 1_000, origin: 'provider' }])
})

it.each([
  ['stripe', payByCard],
  ['paypal', payByWallet],
] as const)('asks after a dispute of which no event came (%s)', async (provider, pay) => {
  const orderId = await pay()
  const { stripe, payPal } = test.fakeProviders
  const chargeId = await chargeOf(orderId)
  if (provider === 'stripe') stripe.dispute(chargeId)
  else payPal.dispute(chargeId)
  expect(await compare()).toEqual([])
  expect(await openCases()).toMatchObject([{ kind: 'dispute', orderId, amountPence: 21_500 }])
})

it('names every difference once and lists it until somebody has dealt with it', async () => {
  const [lost, wrong, back] = [await payByCard(), await payByWallet(), await payByCard()]
  const [unknown, invented] = [await payByCard(), await payByWallet()]
  await change(lost, { state: 'open', takenPence: null })
  await change(wrong, { takenPence: pence(20_000) })
  test.fakeProviders.stripe.refund(await chargeOf(back))
  await change(unknown, { idempotencyKey: 'another', chargeId: 'pi_other', providerId: 'pi_other' })
  await change(invented, { idempotencyKey: 'invented', chargeId: 'INVENTED', providerId: 'INVENTED' })
  const found = await compare()
  for (const text of [
    new RegExp(`${lost}: stripe took £215.00 as pi_\\w+, but it is kept as open`),
    new RegExp(`${wrong}: paypal took £215.00 as \\w+, but £200.00 is kept`),
    /stripe took £215.00 as pi_\w+, which belongs to no order/,
    /paypal took £215.00 as \w+, which belongs to no order/,
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

it('leaves the money of another product of the same account alone', async () => {
  const { stripe } = test.fakeProviders
  const { body } = stripe.createIntent({
    amount: 4_200,
    currency: 'gbp',
    description: '',
    metadata: { invoice: '7' },
  })
  const { id, client_secret: secret } = body as { id: string; client_secret: string }
  buyer.payIntent(id, secret)
  stripe.refund(id, { amount: 1_000 })
  stripe.dispute(id)
  expect(await compare()).toEqual([])
  expect(await openCases()).toEqual([])
})

it('says so when a list cannot be read, and opens nothing', async () => {
  await payByCard()
  test.failures.call = ({ action, provider }) =>
    action === 'list' && provider === 'stripe' ? { when: 'before', how: 'error' } : undefined
  await expect(compare()).rejects.toThrow('cannot be read')
  expect(await openCases()).toEqual([])
})

// One unexplained line stopped the whole comparison.
it('compares all the rest where a provider does not answer about one refund, and is tried again soon', async () => {
  const [back, wrong] = [await payByWallet(), await payByWallet()]
  test.fakeProviders.payPal.refund(await chargeOf(back), pence(5_000))
  await change(wrong, { takenPence: pence(20_000) })
  test.failures.call = ({ action, provider }) =>
    provider === 'paypal' && action === 'read' ? { when: 'before', how: 'error' } : undefined
  await expect(compare()).rejects.toThrow('PayPal failed with 500')
  expect(await openCases()).toMatchObject([{ summary: expect.stringMatching(`${wrong}: paypal took £215.00`) }])
  test.heal()
  expect(await compare()).toEqual([expect.stringMatching(wrong)])
})

// An unreadable list stopped the disputes and the other provider.
it('follows open disputes and compares with the other provider while a list cannot be read', async () => {
  const [disputed, wrong] = [await payByWallet(), await payByCard()]
  const { payPal } = test.fakeProviders
  const disputeId = payPal.dispute(await chargeOf(disputed))
  await followDispute(test.api.services, 'paypal', { chargeId: null, disputeId }, 'webhook')
  payPal.resolveDispute(disputeId, 'RESOLVED_BUYER_FAVOUR')
  await change(wrong, { takenPence: pence(20_000) })
  test.failures.call = ({ action, provider }) =>
    provider === 'paypal' && action === 'list' ? { when: 'before', how: 'forbidden' } : undefined
  await expect(compare()).rejects.toThrow('switch "Transaction Search" on')
  expect(await database.queries().select().from(disputes)).toMatchObject([{ providerId: disputeId, state: 'lost' }])
  expect(await openCases()).toContainEqual(expect.objectContaining({ kind: 'difference', orderId: wrong }))
  const alerts = test.logs.filter((line) => line.includes('"alert":"reconciliation"'))
  expect(alerts.map((line) => JSON.parse(line))).toMatchObject([{ provider: 'stripe', differences: 1 }])
})

it('names both providers when neither list can be read', async () => {
  test.failures.call = ({ action }) => (action === 'list' ? { when: 'before', how: 'error' } : undefined)
  const failure: unknown = await compare().catch((error: unknown) => error)
  for (const text of ["Stripe's list cannot be read", 'PayPal failed']) expect(String(failure)).toContain(text)
})
