import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '../database/database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { compileDatabaseWorker, createEmbeddedDatabase } from '../testing/test-database'
import { restoreBackup, withBackup } from './back-up'
import { runOperation } from './operations'

jest.setTimeout(300_000)

const workerFile = compileDatabaseWorker()
let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'backup-'))
  dataDir = path.join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function whileOpen<T>(
  work: (database: Database, buy: () => Promise<string>, shop: TestApi) => Promise<T>,
): Promise<T> {
  const database = await createEmbeddedDatabase({ dataDir })
  const test = await createTestApi(database)
  const buyer = createBuyer(test)
  try {
    return await work(
      database,
      async () => {
        const orderId = newOrderId()
        const reply = await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
        expect(reply.statusCode).toBe(200)
        return orderId
      },
      test,
    )
  } finally {
    await test.close()
    await database.close()
  }
}

describe('backup and restore of the embedded database', () => {
  it('brings back the shop as it was, open for the next purchase; what was there in between is kept beside', async () => {
    const file = path.join(folder, 'shop.tar.gz')
    const [before, after] = await whileOpen(async (_database, buy, shop) => {
      const first = await buy()
      const services = withBackup(shop.api.services)
      expect(await runOperation(services, { do: 'backup', file })).toContain(file)
      await expect(runOperation(services, { do: 'backup', file })).rejects.toThrow('exists already')
      await expect(restoreBackup({ dataDir, file, workerFile })).rejects.toThrow('is in use')
      return [first, await buy()]
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)

    expect(await restoreBackup({ dataDir, file, workerFile })).toContain('The database with 1 orders')
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-before-'))).toHaveLength(1)
    await whileOpen(async (database, buy) => {
      expect((await readOrder(database, before)).state).toBe('paid')
      expect((await readOrder(database, after)).state).toBeUndefined()
      const next = await buy()
      expect((await readOrder(database, next)).state).toBe('paid')
    })
  })

  it('changes nothing when the file is no backup', async () => {
    const orderId = await whileOpen((_database, buy) => buy())
    const file = path.join(folder, 'nonsense')
    writeFileSync(file, 'nonsense')
    await expect(restoreBackup({ dataDir, file, workerFile })).rejects.toThrow()
    await whileOpen(async (database) => expect((await readOrder(database, orderId)).state).toBe('paid'))
    expect(readdirSync(dataDir).filter((name) => name.includes('before'))).toEqual([])
  })
})
