import { fromPounds, pence } from '@site/shared/money'
import { cases } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { refundPayment } from '../refunds/refund-payment'
import { createBuyer, newOrderId } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { exportLedger } from './export-ledger'
import { readStatements } from './make-statements'
import { confirmOrder } from './order-actions'
import { reconcile } from './reconcile'

const DAY = 24 * 60 * 60 * 1_000
const person = { actor: 'olga', reason: 'called off' }
/** Everything but the clock on the wall goes on as it does. */
const real = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database)
  buyer = createBuyer(test)
}, 60_000)
beforeEach(() => test.heal())
afterEach(() => jest.useRealTimers())
afterAll(async () => {
  await test?.close()
  await database?.close()
})

/** Rows of numbers by their names, the sum last. */
function parse(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((text, index) => [names[index], text])))
}
const penceOf = (row: Record<string, string>, name: string) => fromPounds(Number(row[name]))

it('gives a day of each provider a statement without a difference, and the accountant books that add up', async () => {
  const start = Date.parse('2026-04-01T12:00:00Z')
  jest.useFakeTimers({ doNotFake: [...real], now: start })
  const { stripe, payPal } = test.fakeProviders
  const orderIds: string[] = []
  for (let day = 0; day < 4; day += 1) {
    jest.setSystemTime(start + day * DAY)
    const card = newOrderId()
    await buyer.confirmCard(card, buyer.payCard(await buyer.start(card)))
    const wallet = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(wallet))
    await buyer.confirmWallet(walletId)
    orderIds.push(card, wallet)
  }
  jest.setSystemTime(start + 5 * DAY)
  await refundPayment(test.api.services, orderIds[0] ?? '', { ...person, amountPence: pence(5_000) })
  await refundPayment(test.api.services, orderIds[1] ?? '', person)
  jest.setSystemTime(start + 6 * DAY)
  stripe.payOut(60_000)
  payPal.payOut(pence(40_000))

  const now = new Date(start + 8 * DAY)
  expect(await reconcile(test.api.services, { since: new Date(start), now })).toEqual([])
  expect(await database.queries().select().from(cases)).toEqual([])
  const statements = await readStatements(test.api.services, '2026-04-01', '2026-04-08')
  expect(statements).toHaveLength(2 * 8)
  expect(new Set(statements.map(({ differencePence }) => differencePence))).toEqual(new Set([0]))
  expect(statements[0]).toMatchObject({ provider: 'paypal', day: '2026-04-01', chargesPence: 21_500, feesPence: 654 })

  const rows = parse(await exportLedger(test.api.services, { from: '2026-04-01', to: '2026-04-08' }))
  expect(rows).toHaveLength(8 + 2 + 2 + 1)
  for (const row of rows) {
    const parts = ['net', 'vat', 'refund', 'dispute', 'payout', 'other'].reduce(
      (sum, name) => sum + penceOf(row, name),
      0,
    )
    expect(parts - penceOf(row, 'fee')).toBe(penceOf(row, 'balance'))
  }
  const sum = rows.at(-1) ?? {}
  expect(penceOf(sum, 'net') + penceOf(sum, 'vat')).toBe(8 * 21_500)
  expect(penceOf(sum, 'vat')).toBe(8 * 3_600)
  expect([penceOf(sum, 'refund'), penceOf(sum, 'payout')]).toEqual([-26_500, -100_000])
  const ofRows = rows.slice(0, -1).reduce((total, row) => total + penceOf(row, 'balance'), 0)
  expect(penceOf(sum, 'balance')).toBe(ofRows)
}, 60_000)

it('puts what our book does not have on the day it belongs to', async () => {
  const start = Date.parse('2026-05-01T12:00:00Z')
  jest.useFakeTimers({ doNotFake: [...real], now: start })
  const asked = { amount: 4_200, currency: 'gbp', description: '', metadata: { payment: 'order_elsewhere1:stripe:1' } }
  const { body } = test.fakeProviders.stripe.createIntent(asked)
  const { id, client_secret: secret } = body as { id: string; client_secret: string }
  buyer.payIntent(id, secret)
  const now = new Date(start + 2 * DAY)
  expect(await reconcile(test.api.services, { since: new Date(start), now })).toHaveLength(1)
  const [, stripe] = await readStatements(test.api.services, '2026-05-01', '2026-05-01')
  expect(stripe).toMatchObject({ provider: 'stripe', differencePence: 4_200 })
})

/** Money that is taken in the same account: of another product, or with what this shop would have had the provider keep. */
function takeElsewhere(pounds: number, reference?: string): { intentId: string; captureId: string } {
  const { stripe, payPal } = test.fakeProviders
  const asked = { amount: fromPounds(pounds), currency: 'gbp', description: '' }
  const intent = stripe.createIntent({ ...asked, metadata: reference ? { payment: reference } : { invoice: '7' } })
  const { id: intentId, client_secret: secret } = intent.body as { id: string; client_secret: string }
  buyer.payIntent(intentId, secret)
  const unit = { amount: { currency_code: 'GBP', value: pounds.toFixed(2) }, custom_id: reference ?? 'invoice 7' }
  const { id } = payPal.createOrder(unit).body as { id: string }
  payPal.approve(id, 'balance')
  payPal.capture(id)
  return { intentId, captureId: payPal.orders.get(id)?.captures[0]?.id ?? '' }
}
const columns = ['fee', 'refund', 'dispute', 'payout', 'other'] as const
/** What the accountant's lines of one provider come to, in the words of its statement. */
function statementOf(rows: Record<string, string>[], provider: string) {
  const own = rows.filter((row) => row.provider === provider)
  const sum = (name: string) => own.reduce((total, row) => total + penceOf(row, name), 0)
  const [feesPence, refundsPence, disputesPence, payoutsPence, otherPence] = columns.map(sum)
  return { chargesPence: sum('net') + sum('vat'), feesPence, refundsPence, disputesPence, payoutsPence, otherPence }
}

// Only its charges were left out of the accounts: its refunds, disputes and fees were the shop's, and statements had all of it.
it('keeps what another product of the same account moves apart, and statement and accounts of a day agree', async () => {
  const start = Date.parse('2026-06-01T12:00:00Z')
  jest.useFakeTimers({ doNotFake: [...real], now: start })
  const { stripe, payPal } = test.fakeProviders
  const card = newOrderId()
  await buyer.confirmCard(card, buyer.payCard(await buyer.start(card)))
  await buyer.confirmWallet(buyer.approve(await buyer.startWallet(newOrderId())))
  const [back, disputed] = [takeElsewhere(100), takeElsewhere(60)]
  stripe.refund(back.intentId, { amount: 4_000 })
  payPal.refund(back.captureId, pence(4_000))
  stripe.dispute(disputed.intentId)
  payPal.resolveDispute(payPal.dispute(disputed.captureId), 'RESOLVED_BUYER_FAVOUR')
  stripe.payOut(20_000)
  payPal.payOut(pence(20_000))

  expect(await reconcile(test.api.services, { since: new Date(start), now: new Date(start + 2 * DAY) })).toEqual([])
  const rows = parse(await exportLedger(test.api.services, { from: '2026-06-01', to: '2026-06-01' }))
  const [ofPayPal, ofStripe] = await readStatements(test.api.services, '2026-06-01', '2026-06-01')
  const own = { chargesPence: 21_500, refundsPence: 0, disputesPence: 0, payoutsPence: -20_000 }
  // 215.00 cost 3.43 and 6.54; of 100.00 and 60.00 there are left 60.00, less what they and the dispute cost.
  expect(ofStripe).toMatchObject({ ...own, feesPence: 343, otherPence: 6_000 - 170 - 110 - 2_000 })
  expect(ofPayPal).toMatchObject({ ...own, feesPence: 654, otherPence: 6_000 - 320 - 204 })
  expect(ofStripe).toMatchObject(statementOf(rows, 'stripe'))
  expect(ofPayPal).toMatchObject(statementOf(rows, 'paypal'))
  for (const row of rows) {
    const parts = ['net', 'vat', 'refund', 'dispute', 'payout', 'other'].map((name) => penceOf(row, name))
    expect(parts.reduce((sum, part) => sum + part, 0) - penceOf(row, 'fee')).toBe(penceOf(row, 'balance'))
  }
})

it('counts what was sent back of money that carries our reference as the shop’s, though it belongs to no order', async () => {
  const start = Date.parse('2026-07-01T12:00:00Z')
  jest.useFakeTimers({ doNotFake: [...real], now: start })
  const reference = 'order_elsewhere2:stripe:1'
  const { intentId } = takeElsewhere(100, reference)
  test.fakeProviders.stripe.refund(intentId, { amount: 4_000 })
  await reconcile(test.api.services, { since: new Date(start), now: new Date(start + 2 * DAY) })
  const rows = parse(await exportLedger(test.api.services, { from: '2026-07-01', to: '2026-07-01' }))
  const [, ofStripe] = await readStatements(test.api.services, '2026-07-01', '2026-07-01')
  expect(ofStripe).toMatchObject({ chargesPence: 10_000, refundsPence: -4_000, feesPence: 170, otherPence: 0 })
  expect(ofStripe).toMatchObject(statementOf(rows, 'stripe'))
})

it('refuses days that make no sense', async () => {
  await expect(exportLedger(test.api.services, { from: '2026-04-02', to: '2026-04-01' })).rejects.toThrow('no day')
  await expect(exportLedger(test.api.services, { from: '2026-13-01', to: '2026-13-02' })).rejects.toThrow('not a day')
})

// What came without items had no VAT here and a sixth on its receipt; what came twice had VAT that was never owed.
it('gives each sale the VAT of its receipt, and what has none no VAT', async () => {
  const start = Date.parse('2026-07-01T12:00:00Z')
  jest.useFakeTimers({ doNotFake: [...real], now: start })
  const [plain, twice, held] = [newOrderId(), newOrderId(), newOrderId()]
  for (const orderId of [plain, held]) {
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId, { items: undefined, amount: 119 })))
  }
  await confirmOrder(test.api.services, plain, person)
  const walletId = buyer.approve(await buyer.startWallet(twice))
  await buyer.confirmCard(twice, buyer.payCard(await buyer.start(twice)))
  test.fakeProviders.payPal.capture(walletId)
  jest.setSystemTime(start + DAY)
  const rows = parse(await exportLedger(test.api.services, { from: '2026-07-01', to: '2026-07-01' }))
  const chargesOf = (orderId: string) =>
    rows
      .filter(({ kind, order }) => kind === 'charge' && order === orderId)
      .map(({ provider, net, vat }) => [provider, net, vat])
  expect(chargesOf(plain)).toEqual([['stripe', '99.00', '20.00']])
  expect(chargesOf(held)).toEqual([['stripe', '119.00', '0.00']])
  expect(chargesOf(twice).toSorted()).toEqual([
    ['paypal', '215.00', '0.00'],
    ['stripe', '179.00', '36.00'],
  ])
})
