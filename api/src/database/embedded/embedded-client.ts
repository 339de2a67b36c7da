import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import fastq from 'fastq'
import type { Connection } from '../database'
import { DatabaseUnavailable } from '../database-error'
import { MIGRATION_MS } from '../migrate'
import * as schema from '../schema'
import { leaseDataFolder } from './data-lease'
import { type DatabaseThread, startThread, type ThreadOptions, type ThreadResult } from './database-thread'

export type EmbeddedOptions = {
  dataDir?: string
  snapshot?: ArrayBuffer
  /** Absent: beside the program's bundle. */
  workerFile?: string
  queryTimeoutMs?: number
}

const OPEN_MS = 60_000
const QUERY_MS = 5_000

export async function connectEmbedded(options: EmbeddedOptions): Promise<Required<Connection>> {
  const { dataDir, snapshot, workerFile = path.join(__dirname, 'database-worker.cjs') } = options
  const lease = dataDir ? await leaseDataFolder(dataDir) : undefined
  const client = createEmbeddedClient({
    workerFile,
    setup: { ...(dataDir && { dataDir: path.join(dataDir, 'postgres') }), ...(snapshot && { snapshot }) },
    openTimeoutMs: OPEN_MS,
    queryTimeoutMs: options.queryTimeoutMs ?? QUERY_MS,
  })
  return {
    // Drizzle calls only `query` and `transaction`.
    queries: drizzle({ client: client as unknown as PGlite, schema }),
    withoutHaste: (work) => work(drizzle({ client: client.within(MIGRATION_MS) as unknown as PGlite, schema })),
    snapshot: client.snapshot,
    async close() {
      await client.close()
      await lease?.release()
    },
  }
}

type QueryOptions = { rowMode?: 'array' | 'object' | undefined }
type Query = (sql: string, params?: unknown[], options?: QueryOptions) => Promise<ThreadResult>

const MAX_WAITING = 500

/** Has one session, so transactions are serial. The next query replaces an ended thread. */
function createEmbeddedClient(options: ThreadOptions) {
  const turns = fastq.promise((work: () => Promise<unknown>) => work(), 1)
  let current: Promise<DatabaseThread> | undefined
  let isClosed = false

  const queryOf =
    (thread: DatabaseThread, timeoutMs?: number): Query =>
    (sql, params = [], { rowMode = 'object' } = {}) =>
      thread.run({ sql, params, rowMode }, timeoutMs)

  /** @param timeoutMs of each query */
  const within = (timeoutMs?: number) => ({
    query: (...query: Parameters<Query>) => inTurn(async () => queryOf(await open(), timeoutMs)(...query)),

    transaction: <T>(work: (queries: { query: Query }) => Promise<T>): Promise<T> =>
      inTurn(async () => {
        const thread = await open()
        const query = queryOf(thread, timeoutMs)
        await query('begin')
        try {
          const result = await work({ query })
          await query('commit')
          return result
        } catch (error) {
          if (!thread.isEnded()) await query('rollback')
          throw error
        }
      }),
  })

  async function open(): Promise<DatabaseThread> {
    if (isClosed) throw new DatabaseUnavailable('The database is closed')
    const running = await current
    if (running && !running.isEnded()) return running
    const starting = start()
    current = starting
    starting.catch(() => {
      current = undefined
    })
    return starting
  }

  /** Creates a new database in a thread of its own, whose end frees hundreds of megabytes. */
  async function start(): Promise<DatabaseThread> {
    const { dataDir } = options.setup
    if (!dataDir) return startThread(options)
    if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await (await startThread(options)).close()
    return startThread({ ...options, setup: { dataDir } })
  }

  /** Rejects queries that waited too long: their caller has gone. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (turns.length() >= MAX_WAITING) throw new DatabaseUnavailable('Too many queries are waiting')
    const asked = Date.now()
    const result = await turns.push(async () => {
      if (Date.now() - asked > 2 * options.queryTimeoutMs) {
        throw new DatabaseUnavailable('The query waited too long for its turn')
      }
      return work()
    })
    return result as T
  }

  return {
    ...within(),
    within,
    snapshot: () => inTurn(async () => (await open()).snapshot()),
    async close(): Promise<void> {
      isClosed = true
      await turns.drained()
      const thread = await current?.catch(() => undefined)
      await thread?.close()
    },
  }
}
