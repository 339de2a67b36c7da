import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import drizzleConfig from '../../drizzle.config'
import { describeTables } from '../testing/describe-tables'
import { migrateFirstRelease } from '../testing/first-release'
import { compileDatabaseWorker, createEmbeddedDatabase } from '../testing/test-database'
import { rowsOf } from './database'
import { connectEmbedded } from './embedded/embedded-client'
import { migrate, requireMigrated } from './migrate'
import { migrations } from './migrations'

jest.setTimeout(120_000)

const api = path.join(__dirname, '../..')
const folder = path.join(__dirname, 'migrations')
const step = (text: string) => ({ tag: '9999_next', sql: text })

describe('migrations', () => {
  it('are those that drizzle-kit wrote, all of them and in its order', () => {
    const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'))
    expect(migrations.map(({ tag }) => tag)).toEqual(journal.entries.map(({ tag }: { tag: string }) => tag))
  })

  it('make the very tables that the queries are written for', () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'migrations-'))
    cpSync(folder, copy, { recursive: true })
    const tool = path.join(path.dirname(require.resolve('drizzle-kit')), 'bin.cjs')
    const config = path.join(copy, 'drizzle.config.json')
    writeFileSync(config, JSON.stringify({ ...drizzleConfig, out: path.relative(api, copy) }))
    const before = readdirSync(copy)
    execFileSync(process.execPath, [tool, 'generate', '--config', path.relative(api, config)], {
      cwd: api,
      stdio: 'pipe',
    })
    expect(readdirSync(copy)).toEqual(before)
    rmSync(copy, { recursive: true })
  })

  it('leave nothing behind when one fails in the middle, and run when it is put right', async () => {
    const database = await createEmbeddedDatabase()
    const queries = database.queries()
    const failing = step('create table half (id integer);--> statement-breakpoint\nselect nonsense')
    await expect(migrate(queries, [...migrations, failing])).rejects.toThrow()
    await expect(queries.execute(sql`select * from half`)).rejects.toThrow()
    await migrate(queries, [...migrations, step('create table half (id integer)')])
    await migrate(queries, [...migrations, step('create table half (id integer)')])
    expect(await queries.execute(sql`select * from half`)).toMatchObject({ rows: [] })
    // The program before meets the tables of the next release, and leaves them alone.
    await migrate(queries)
    await requireMigrated(queries)
    await database.close()
  })

  it('take a database of the first release over, with what is in it, and make it like a new one', async () => {
    const previous = await connectEmbedded({ workerFile: compileDatabaseWorker() })
    await migrateFirstRelease(previous.queries)
    await previous.queries.execute(sql`insert into orders values
      ('order_111111', 'paid', 1, 11900, 2000, true, 'ada@example.com', 'Ada Marsh', '')`)
    await expect(requireMigrated(previous.queries)).rejects.toThrow('Start the site once')
    await previous.withoutHaste((queries) => migrate(queries))
    await requireMigrated(previous.queries)
    const fresh = await createEmbeddedDatabase()
    expect(await describeTables(previous.queries)).toEqual(await describeTables(fresh.queries()))
    const kept = await rowsOf(previous.queries, sql`select state, customer_name from orders`)
    expect(kept).toEqual([{ state: 'paid', customer_name: 'Ada Marsh' }])
    await previous.close()
    await fresh.close()
  })
})
