import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { papersOf } from '@site/papers/paper-repository'
import { pence } from '@site/shared/money'
import { findAttention } from '../attention/attention'
import type { NextNumbers } from '../database/paper-numbers'
import { reconcile } from '../reconciliation/reconcile'
import { person } from '../testing/after-sale'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { compileDatabaseWorker, createEmbeddedDatabase, createTestDatabase } from '../testing/test-database'
import { restoreBackup, withBackup } from './back-up'
import { dailyJobs, runIfDue } from './daily-jobs'
import { type Operation, runOperation } from './operations'

const workerFile = compileDatabaseWorker()
const folder = mkdtempSync(path.join(tmpdir(), 'backup-'))
const dataDir = path.join(folder, 'data')
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

async function openShop() {
  const database = await createEmbeddedDatabase({ dataDir })
  const api = await createTestApi(database, { peer: bank })
  const { services } = api.api
  const buyer = createBuyer(api)
  return {
    ...buyer,
    database,
    services: withBackup(services),
    runOperation: (operation: Operation) => runOperation(withBackup(services), operation),
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

it('brings back the shop as it was, open for the next purchase; what was there in between is kept beside', async () => {
  const file = path.join(folder, 'shop.tar.gz')
  const first = await openShop()
  const before = await first.buy()
  expect(await runOperation(first.services, { do: 'backup', file })).toContain(file)
  await expect(runOperation(first.services, { do: 'backup', file })).rejects.toThrow('exists already')
  await expect(restoreBackup({ dataDir, file, workerFile })).rejects.toThrow('is in use')
  const after = await first.buy()
  await first.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)

  const nonsense = path.join(folder, 'nonsense')
  writeFileSync(nonsense, 'nonsense')
  await expect(restoreBackup({ dataDir, file: nonsense, workerFile })).rejects.toThrow()
  expect(readdirSync(dataDir).filter((name) => name.includes('before'))).toEqual([])
  const unchanged = await openShop()
  expect(await unchanged.stateOf(after)).toBe('paid')
  await unchanged.close()

  const next = { receipt: 'R-000003', creditNote: 'C-000001' }
  expect(await restoreBackup({ dataDir, file, workerFile, ...next })).toContain('The database with 1 orders')
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-before-'))).toHaveLength(1)
  const restored = await openShop()
  expect([await restored.stateOf(before), await restored.stateOf(after)]).toEqual(['paid', undefined])
  expect(await restored.stateOf(await restored.buy())).toBe('paid')
  await restored.close()
}, 300_000)

// A restored shop said "unpaid" and "not found" of money that it had taken, and gave a receipt number twice.
it('believes the providers over a database that was set back, and gives no number of a paper twice', async () => {
  rmSync(dataDir, { recursive: true, force: true })
  const file = path.join(folder, 'earlier.tar.gz')
  const first = await openShop()
  const begun = newOrderId()
  await first.start(begun)
  await runOperation(first.services, { do: 'backup', file })
  const [byCard, byWallet] = [await first.pay('stripe'), await first.pay('paypal')]
  await first.confirmWallet(first.approve(await first.startWallet(begun)))
  expect([await first.receiptOf(byWallet.orderId), await first.receiptOf(begun)]).toEqual(['R-000002', 'R-000003'])
  await first.runOperation({ do: 'refund', orderId: byWallet.orderId, amountPence: pence(5_000), ...person })
  await first.close()

  const restore = (next: NextNumbers = {}) => restoreBackup({ dataDir, file, workerFile, ...next })
  const command = `restore ${file} --receipt R-000004 --credit-note C-000002`
  for (const next of [{}, { receipt: 'R-000003', creditNote: 'C-000002' }])
    await expect(restore(next)).rejects.toThrow(command)
  expect(await restore({ receipt: 'R-000004', creditNote: 'C-000002' })).toContain('R-000004 and C-000002')

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
