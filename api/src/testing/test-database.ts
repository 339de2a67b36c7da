import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { sql } from 'drizzle-orm'
import { buildSync } from 'esbuild'
import { createDatabase } from '../database/create-database'
import type { Database, Queries } from '../database/database'
import { DatabaseUnavailable } from '../database/database-error'
import { connectEmbedded, type EmbeddedOptions } from '../database/embedded/embedded-client'
import { migrate } from '../database/migrate'
import { migrations } from '../database/migrations'
import { silentLog } from './silent-log'

/** Inside the repository, so that the thread finds the installed packages. */
const cache = path.join(__dirname, '../../../.cache/api-tests')

/** A thread cannot run TypeScript, so bundle it. */
export function compileDatabaseWorker(): string {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(__dirname, '../database/embedded/database-worker.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: ['@electric-sql/pglite'],
    write: false,
  })
  const code = outputFiles.map(({ text }) => text).join()
  const file = path.join(cache, `database-worker-${digest(code)}.cjs`)
  keep(file, code)
  return file
}

export type TestDatabase = Database & { url?: string }

/** Embedded where PostgreSQL is not installed. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (!hasPostgres) return createEmbeddedDatabase()
  const server = await sharePostgres()
  const name = `shop_${digest(JSON.stringify(migrations))}`
  const url = await server.createDatabase({ name, fill: (draft) => openServer(draft).then(({ close }) => close()) })
  const database = await openServer(url)
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await server.drop()
    },
  }
}

export type DatabaseTrouble = {
  isAway: boolean
  /** For the next transactions, one each. */
  losses: ('before commit' | 'after commit' | undefined)[]
  holdBack?: Promise<void> | undefined
}

export function trouble<D extends Database>(real: D, now: DatabaseTrouble): D {
  const check = () => {
    if (now.isAway) throw new DatabaseUnavailable('taken away by the test')
  }
  return {
    ...real,
    queries() {
      check()
      return real.queries()
    },
    async transaction<T>(work: (queries: Queries) => Promise<T>) {
      check()
      const loss = now.losses.shift()
      await now.holdBack
      const result = await real.transaction(async (queries) => {
        const done = await work(queries)
        if (loss === 'before commit') throw new DatabaseUnavailable('lost before the commit')
        return done
      })
      if (loss === 'after commit') throw new DatabaseUnavailable('lost after the commit')
      return result
    },
    isReady: async () => !now.isAway && real.isReady(),
  }
}

async function openServer(url: string): Promise<Database> {
  const database = await createDatabase({ url }, silentLog)
  await database.opened
  return database
}

/** Copies one, because creation takes seconds. */
export async function createEmbeddedDatabase(options: EmbeddedOptions = {}): Promise<Database> {
  holdCompiledProgram()
  const workerFile = compileDatabaseWorker()
  const snapshot = await readSnapshot(workerFile)
  const database = await createDatabase({ workerFile, snapshot, ...options }, silentLog)
  await database.opened
  return database
}

const tables =
  'papers, paper_series, bookings, orders, order_lines, order_events, payments, provider_events, outbox, accounts, sessions, account_links, account_orders, throttles, refunds, disputes, cases, jobs, provider_pauses, staff, staff_tokens'

/** Waits for work that a test left running. Deleting takes 2 ms, `truncate` 20 to 60. */
export async function clearDatabase(database: Database): Promise<void> {
  const clear = `do $$ declare name text; begin
    lock table ${tables} in access exclusive mode;
    set local session_replication_role = replica;
    foreach name in array string_to_array('${tables}', ', ') loop execute 'delete from ' || name; end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public' loop perform setval(name, 1, false); end loop;
  end $$`
  await database.transaction((queries) => queries.execute(sql.raw(clear)))
}

/** While the module is referenced, V8 shares its code among threads, which halves every later start. */
function holdCompiledProgram(): void {
  const program = path.join(path.dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')
  if (!getEnvironmentData(program)) setEnvironmentData(program, new WebAssembly.Module(readFileSync(program)))
}

async function readSnapshot(workerFile: string): Promise<ArrayBuffer> {
  const file = path.join(cache, `database-${digest(JSON.stringify(migrations) + workerFile)}.tar`)
  if (!existsSync(file)) {
    const connection = await connectEmbedded({ workerFile })
    await migrate(connection.queries)
    keep(file, new Uint8Array(await connection.snapshot()))
    await connection.close()
  }
  return new Uint8Array(readFileSync(file)).buffer
}

function keep(file: string, content: string | Uint8Array): void {
  if (existsSync(file)) return
  mkdirSync(cache, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content)
  renameSync(draft, file)
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
