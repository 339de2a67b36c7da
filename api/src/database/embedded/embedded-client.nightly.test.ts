import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { compileDatabaseWorker, createEmbeddedDatabase } from '../../testing/test-database'
import { DatabaseUnavailable, isUnavailable } from '../database-error'
import { startThread } from './database-thread'

const aSecond = sql`select count(*) from generate_series(1, 1000000000)`

describe('the embedded database in its thread', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'database-'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('gives up a query that takes too long, starts again, and has lost nothing', async () => {
    const database = await createEmbeddedDatabase({ dataDir: folder, queryTimeoutMs: 3_000 })
    const run = (text: SQL) => database.queries().execute(text)
    await run(sql`create table kept (id integer primary key)`)
    await run(sql`insert into kept values (1)`)
    let ticks = 0
    const timer = setInterval(() => ticks++, 20)
    const [failed] = await Promise.allSettled([run(aSecond)])
    clearInterval(timer)
    expect(failed.status === 'rejected' && isUnavailable(failed.reason)).toBe(true)
    expect(ticks).toBeGreaterThan(20)
    await expect(run(sql`insert into kept values (1)`)).rejects.toThrow()
    const failing = database.transaction(async (queries) => {
      await queries.execute(sql`insert into kept values (2)`)
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await run(sql`select id from kept`)).toMatchObject({ rows: [{ id: 1 }] })
    await database.close()
  }, 120_000)

  it('keeps its log short however much is written', async () => {
    const dataDir = path.join(folder, 'written')
    const database = await createEmbeddedDatabase({ dataDir, queryTimeoutMs: 60_000 })
    const run = (text: SQL) => database.queries().execute(text)
    const logFiles = () =>
      readdirSync(path.join(dataDir, 'postgres/pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name))
    await run(sql`create table filled (text text)`)
    for (let round = 0; round < 4; round += 1) {
      await run(sql`insert into filled select repeat('x', 1500) from generate_series(1, 28000)`)
      await Promise.all(Array.from({ length: 500 }, () => run(sql`select 1`)))
    }
    const count = logFiles().length
    await database.close()
    // Four times 44 MB, in files of 16.
    expect(count).toBeLessThan(9)
  }, 120_000)

  it('forgets a transaction whose thread ended, and refuses what still runs in it', async () => {
    const database = await createEmbeddedDatabase({ queryTimeoutMs: 2_000 })
    const failing = database.transaction(async (queries) => {
      await queries.execute(sql`select 1`)
      await queries.execute(aSecond)
    })
    await expect(failing).rejects.toThrow()
    expect(isUnavailable(await failing.catch((error: unknown) => error))).toBe(true)
    expect(await database.isReady()).toBe(true)
    await database.close()
    expect(() => database.queries()).toThrow(DatabaseUnavailable)
    expect(await database.isReady()).toBe(false)
  }, 120_000)

  it('cannot be opened where no folder can be made, and says so at once', async () => {
    const workerFile = compileDatabaseWorker()
    const occupied = path.join(folder, 'a-file')
    writeFileSync(occupied, '')
    const setup = { dataDir: path.join(occupied, 'data') }
    const starting = startThread({ workerFile, setup, openTimeoutMs: 30_000, queryTimeoutMs: 1_000 })
    await expect(starting).rejects.toThrow('The embedded database cannot be opened')
  }, 60_000)
})
