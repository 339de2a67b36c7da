import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Databases, findPostgres, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { createDatabase } from '../database/create-database'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { silentLog } from '../testing/silent-log'
import { createTestApi } from '../testing/test-api'

jest.setTimeout(120_000)

const onPostgres = hasPostgres && findPostgres() ? describe : describe.skip

onPostgres('pg_dump and pg_restore, as in docs/how-to/backup-and-restore.md', () => {
  let postgres: Databases
  let folder: string

  beforeAll(async () => {
    postgres = await sharePostgres()
    folder = mkdtempSync(path.join(tmpdir(), 'pg-dump-'))
  })
  afterAll(async () => {
    await postgres?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (program: string, ...args: string[]) =>
    execFileSync(path.join(findPostgres() ?? '', program), args, { stdio: 'pipe' })

  async function buyIn(url: string, earlier?: string): Promise<string> {
    const database = await createDatabase({ url }, silentLog)
    await database.opened
    const test = await createTestApi(database)
    const buyer = createBuyer(test)
    const orderId = newOrderId()
    const reply = await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
    expect(reply.statusCode).toBe(200)
    expect((await readOrder(database, orderId)).state).toBe('paid')
    if (earlier) expect((await readOrder(database, earlier)).state).toBe('paid')
    await test.close()
    await database.close()
    return orderId
  }

  it('bring a shop to another database, open for the next purchase', async () => {
    const url = await postgres.createDatabase()
    const orderId = await buyIn(url)
    const dump = path.join(folder, 'shop.dump')
    run('pg_dump', '--format=custom', `--file=${dump}`, url)
    const next = await postgres.createDatabase()
    run('pg_restore', `--dbname=${next}`, '--no-owner', dump)
    await buyIn(next, orderId)
  })
})
