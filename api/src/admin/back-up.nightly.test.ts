import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatNumber } from '@site/papers/paper'
import { papersOf, readLastNumbers } from '@site/papers/paper-repository'
import { papers } from '@site/papers/tables'
import { pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import { findAttention } from '../attention/attention'
import type { NextNumbers } from '../database/paper-numbers'
import { writeBooking } from '../orders/booking-repository'
import { reconcile } from '../reconciliation/reconcile'
import { unlimited } from '../testing/account-visitor'
import { person } from '../testing/after-sale'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { compileDatabaseWorker, createEmbeddedDatabase, createTestDatabase } from '../testing/test-database'
import { restoreBackup } from './back-up'
import { dailyJobs, runIfDue } from './daily-jobs'
import { type Operation, runOperation } from './operations'

const workerFile = compileDatabaseWorker()
const folder = mkdtempSync(path.join(tmpdir(), 'backup-'))
const usualDir = path.join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Keeps the providers' records while shops come and go. */
let bank: TestApi
beforeAll(async () => {
  bank = await createTestApi(await createTestDatabase())
}, 60_000)
afterAll(async () => {
  await bank?.close()
  await bank?.api.services.database.close()
})

async function openShop(dataDir = usualDir) {
  const database = await createEmbeddedDatabase({ dataDir })
  const api = await createTestApi(database, { peer: bank, config: unlimited })
  const services = { ...api.api.services, dataDir }
  const buyer = createBuyer(api)
  return {
    ...buyer,
    database,
    services,
    runOperation: <O extends Operation>(operation: O) => runOperation(services, operation),
    receiptOf: async (orderId: string) => (await papersOf(database.queries(), orderId))[0]?.number,
    statusOf: async (orderId: string) => {
      const { code, data } = (await buyer.readStatus(orderId)).json()
      return code ?? data.status
    },
    stateOf: async (orderId: string) => (await readOrder(database, orderId)).state,
    async close() {
      await api.close()
      await database.close()
    },
  }
}

// A restored shop said "unpaid" and "not found" of money that it had taken, and gave a receipt number twice.
it('a backup brings the shop back, believes the providers over it, and gives no number of a paper twice', async () => {
  const file = path.join(folder, 'earlier.tar.gz')
  const first = await openShop()
  const begun = newOrderId()
  await first.start(begun)
  const restore = (next: NextNumbers = {}) => restoreBackup({ dataDir: usualDir, file, workerFile, ...next })
  expect(await first.runOperation({ do: 'backup', file })).toContain(file)
  await expect(first.runOperation({ do: 'backup', file })).rejects.toThrow('exists already')
  await expect(restore()).rejects.toThrow('is in use')
  const [byCard, byWallet] = [await first.pay('stripe'), await first.pay('paypal')]
  await first.confirmWallet(first.approve(await first.startWallet(begun)))
  expect([await first.receiptOf(byWallet.orderId), await first.receiptOf(begun)]).toEqual(['R-000002', 'R-000003'])
  await first.runOperation({ do: 'refund', orderId: byWallet.orderId, amountPence: pence(5_000), ...person })
  await first.close()
  expect([file, usualDir].map((name) => statSync(name).mode & 0o777)).toEqual([0o600, 0o700])

  const nonsense = path.join(folder, 'nonsense')
  writeFileSync(nonsense, 'nonsense')
  await expect(restoreBackup({ dataDir: usualDir, file: nonsense, workerFile })).rejects.toThrow()
  const command = `restore ${file} --receipt R-000004 --credit-note C-000002`
  for (const next of [{}, { receipt: 'R-000003', creditNote: 'C-000002' }])
    await expect(restore(next)).rejects.toThrow(command)
  const earlier = () => readdirSync(usualDir).filter((name) => name.startsWith('postgres-before-')).length
  expect(earlier()).toBe(0)
  const unchanged = await openShop()
  expect(await unchanged.stateOf(byCard.orderId)).toBe('paid')
  await unchanged.close()
  expect(await restore({ receipt: 'R-000004', creditNote: 'C-000002' })).toContain('R-000004 and C-000002')
  expect(earlier()).toBe(1)

  const shop = await openShop()
  for (const { orderId } of [byCard, byWallet]) expect(await shop.statusOf(orderId)).toBe('unavailable')
  expect(await shop.statusOf(begun)).toBe('unavailable')
  const foreign = await shop.confirmCard(newOrderId(), byCard.id)
  expect([foreign.statusCode, (await shop.confirmCard(newOrderId(), 'pi_unknown')).statusCode]).toEqual([404, 404])
  expect((await shop.confirmCard(byCard.orderId, byCard.id)).json().data.status).toBe('needs_attention')
  expect((await readOrder(shop.database, byCard.orderId)).order?.customerEmail).toBe('ada@example.com')
  const [reconciling] = dailyJobs
  if (reconciling) expect(await runIfDue(shop.services, reconciling)).toBe(true)
  expect(await Promise.all([byCard.orderId, byWallet.orderId, begun].map(shop.statusOf))).toEqual([
    ...['needs_attention', 'needs_attention', 'paid'],
  ])
  expect([await shop.receiptOf(begun), await shop.receiptOf(await shop.buy())]).toEqual(['R-000004', 'R-000005'])
  for (const { orderId } of [byCard, byWallet])
    expect(await shop.runOperation({ do: 'refund', orderId, ...person })).toContain('was sent back')
  expect(await reconcile(shop.services, { since: new Date(0) })).toEqual([])
  const { warnings } = await findAttention(shop.database.queries())
  expect(warnings).toEqual([expect.stringContaining('was set back')])
  await shop.close()
}, 300_000)

const SOLD = Number(process.env.SOLD ?? 12)
const buyerOf = (place: number) => ({ customerEmail: `buyer${place}@example.com`, customerName: `Kim Sand${place}` })

// The provider's record of an order brought its erased buyer back, and no test lost more than three orders (`SOLD=50`).
it('M2, M4: all orders since the backup are found in another folder, and no erased person comes back', async () => {
  rmSync(usualDir, { recursive: true, force: true })
  const [file, elsewhere] = [path.join(folder, 'fifty.tar.gz'), path.join(folder, 'elsewhere')]
  const first = await openShop()
  const kept = await first.buy(buyerOf(100))
  const people = [{ courseId: 14, place: 0, name: 'Bob Participant', email: 'bob@example.com' }]
  await writeBooking(first.database.queries(), kept, { people })
  const early = await first.buy(buyerOf(101))
  await first.runOperation({ do: 'backup', file })
  const sold: string[] = []
  for (let place = 0; place < SOLD; place += 1) {
    const orderId = newOrderId()
    sold.push(orderId)
    if (place % 2 === 0) await first.confirmCard(orderId, first.payCard(await first.start(orderId, buyerOf(place))))
    else await first.confirmWallet(first.approve(await first.startWallet(orderId, buyerOf(place))))
    if (place % 5 === 0) await first.runOperation({ do: 'refund', orderId, ...person })
    if (place % 5 === 1) await first.runOperation({ do: 'refund', orderId, amountPence: pence(5_000), ...person })
  }
  const erased = [...sold.keys()].filter((place) => place % 7 === 3)
  for (const place of [101, ...erased])
    await first.runOperation({ do: 'erase', email: buyerOf(place).customerEmail, ...person })
  await first.runOperation({ do: 'erase', email: 'bob@example.com', ...person })
  const lost = await readLastNumbers(first.database.queries())
  expect([lost.receipt, lost.credit_note >= SOLD / 5]).toEqual([SOLD + 2, true])
  await first.close()

  mkdirSync(elsewhere, { mode: 0o700 })
  copyFileSync(path.join(usualDir, 'erasures'), path.join(elsewhere, 'erasures'))
  rmSync(usualDir, { recursive: true })
  const next = {
    receipt: formatNumber('receipt', SOLD + 3),
    creditNote: formatNumber('credit_note', lost.credit_note + 1),
  }
  expect(await restoreBackup({ dataDir: elsewhere, file, workerFile, ...next })).toContain('The database with 2 orders')
  const shop = await openShop(elsewhere)
  const [reconciling] = dailyJobs
  if (reconciling) expect(await runIfDue(shop.services, reconciling)).toBe(true)
  const states = await Promise.all(sold.map(shop.stateOf))
  expect([...new Set(states)].sort()).toEqual(['needs_attention', 'refunded'])
  for (const [place, orderId] of sold.entries()) {
    if (states[place] === 'needs_attention')
      await shop.runOperation({ do: place % 2 === 0 ? 'confirm' : 'refund', orderId, ...person })
  }
  expect(await shop.stateOf(await shop.buy())).toBe('paid')
  const issued = (await shop.database.queries().select().from(papers)).map(
    ({ kind, number }) => [kind, number] as const,
  )
  const again = issued.filter(([kind, number]) => number <= lost[kind] && (kind !== 'receipt' || number > 2))
  expect(again).toEqual([])
  expect(new Set(issued.map(String)).size).toBe(issued.length)
  const tables = ['orders', 'order_events', 'outbox', 'bookings', 'cases', 'refunds']
  const rows = tables.map((name) => shop.database.queries().execute(sql.raw(`select * from ${name}`)))
  const text = JSON.stringify(await Promise.all(rows))
  const gone = [101, ...erased].map((place) => `buyer${place}@|Sand${place}\\b`).join('|')
  expect(new RegExp(`${gone}|bob@|Bob Participant`).exec(text)?.[0]).toBeUndefined()
  // The provider knows the buyers of these orders by its own names.
  const named = await Promise.all(sold.map((orderId) => readOrder(shop.database, orderId)))
  const nameless = named.flatMap(({ order }, place) => (order?.customerEmail ? [] : [place]))
  expect(nameless).toEqual(erased)
  expect([await shop.stateOf(kept), await shop.stateOf(early)]).toEqual(['paid', 'paid'])
  expect(await reconcile(shop.services, { since: new Date(0) })).toEqual([])
  await shop.close()
}, 600_000)
