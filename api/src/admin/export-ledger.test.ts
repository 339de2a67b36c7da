import { fromPounds, pence } from '@site/shared/money'
import { cases } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { refundPayment } from '../payments/refund-payment'
import { createBuyer, newOrderId } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'
import { exportLedger } from './export-ledger'
import { readStatements } from './make-statements'
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

it('refuses days that make no sense', async () => {
  await expect(exportLedger(test.api.services, { from: '2026-04-02', to: '2026-04-01' })).rejects.toThrow('no day')
  await expect(exportLedger(test.api.services, { from: '2026-13-01', to: '2026-13-02' })).rejects.toThrow('not a day')
})
