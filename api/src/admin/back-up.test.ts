import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createBuyer, readOrder } from '../testing/buyer'
import { createTestApi } from '../testing/test-api'
import { compileDatabaseWorker, createEmbeddedDatabase } from '../testing/test-database'
import { restoreBackup, withBackup } from './back-up'
import { runOperation } from './operations'

const workerFile = compileDatabaseWorker()
const folder = mkdtempSync(path.join(tmpdir(), 'backup-'))
const dataDir = path.join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function openShop() {
  const database = await createEmbeddedDatabase({ dataDir })
  const api = await createTestApi(database)
  return {
    services: withBackup(api.api.services),
    buy: createBuyer(api).buy,
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

  expect(await restoreBackup({ dataDir, file, workerFile })).toContain('The database with 1 orders')
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-before-'))).toHaveLength(1)
  const restored = await openShop()
  expect([await restored.stateOf(before), await restored.stateOf(after)]).toEqual(['paid', undefined])
  expect(await restored.stateOf(await restored.buy())).toBe('paid')
  await restored.close()
}, 300_000)
