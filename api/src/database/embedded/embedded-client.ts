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

/** The first start creates the database. */
const OPEN_MS = 60_000
const QUERY_MS = 5_000

export async function connectEmbedded(options: EmbeddedOptions): Promise<Connection & { client: EmbeddedClient }> {
  const { dataDir, snapshot, workerFile = path.join(__dirname, 'database-worker.cjs') } = options
  const lease = dataDir ? await leaseDataFolder(dataDir) : undefined
  const client = new EmbeddedClient({
    workerFile,
    setup: { ...(dataDir && { dataDir: path.join(dataDir, 'postgres') }), ...(snapshot && { snapshot }) },
    openTimeoutMs: OPEN_MS,
    queryTimeoutMs: options.queryTimeoutMs ?? QUERY_MS,
  })
  return {
    // Drizzle calls only `query` and `transaction`.
    queries: drizzle({ client: client as unknown as PGlite, schema }),
    withoutHaste: (work) => work(drizzle({ client: client.allowing(MIGRATION_MS) as unknown as PGlite, schema })),
    client,
    snapshot: () => client.snapshot(),
    async close() {
      await client.close()
      await lease?.release()
    },
  }
}

type QueryOptions = { rowMode?: 'array' | 'object' | undefined }
export type EmbeddedQueries = {
  query: (sql: string, params?: unknown[], options?: QueryOptions) => Promise<ThreadResult>
}

const MAX_WAITING = 500

/** Has one session, so transactions are serial. The next query replaces an ended thread. */
export class EmbeddedClient implements EmbeddedQueries {
  readonly #options: ThreadOptions
  #thread: Promise<DatabaseThread> | undefined
  readonly #turns = fastq.promise((work: () => Promise<unknown>) => work(), 1)
  #isClosed = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  query(
    sql: string,
    params: unknown[] = [],
    { rowMode = 'object' }: QueryOptions = {},
    timeoutMs?: number,
  ): Promise<ThreadResult> {
    return this.#inTurn(async () => (await this.#open()).run({ sql, params, rowMode }, timeoutMs))
  }

  transaction<T>(work: (queries: EmbeddedQueries) => Promise<T>, timeoutMs?: number): Promise<T> {
    return this.#inTurn(async () => {
      const thread = await this.#open()
      const query: EmbeddedQueries['query'] = (sql, params = [], { rowMode = 'object' } = {}) =>
        thread.run({ sql, params, rowMode }, timeoutMs)
      await query('begin')
      try {
        const result = await work({ query })
        await query('commit')
        return result
      } catch (error) {
        if (!thread.isEnded()) await query('rollback')
        throw error
      }
    })
  }

  allowing(timeoutMs: number): Pick<EmbeddedClient, 'query' | 'transaction'> {
    return {
      query: (sql, params, options) => this.query(sql, params, options, timeoutMs),
      transaction: (work) => this.transaction(work, timeoutMs),
    }
  }

  async snapshot(): Promise<ArrayBuffer> {
    return this.#inTurn(async () => (await this.#open()).snapshot())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#turns.drained()
    const thread = await this.#thread?.catch(() => undefined)
    await thread?.close()
  }

  async #open(): Promise<DatabaseThread> {
    if (this.#isClosed) throw new DatabaseUnavailable('The database is closed')
    const running = await this.#thread
    if (running && !running.isEnded()) return running
    const starting = this.#start()
    this.#thread = starting
    starting.catch(() => {
      this.#thread = undefined
    })
    return starting
  }

  /** Creates a new database in a thread of its own, whose end frees hundreds of megabytes. */
  async #start(): Promise<DatabaseThread> {
    const { dataDir } = this.#options.setup
    if (!dataDir) return startThread(this.#options)
    if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await (await startThread(this.#options)).close()
    return startThread({ ...this.#options, setup: { dataDir } })
  }

  /** Rejects queries that waited too long: their caller has gone. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#turns.length() >= MAX_WAITING) throw new DatabaseUnavailable('Too many queries are waiting')
    const asked = Date.now()
    const result = await this.#turns.push(async () => {
      if (Date.now() - asked > 2 * this.#options.queryTimeoutMs) {
        throw new DatabaseUnavailable('The query waited too long for its turn')
      }
      return work()
    })
    return result as T
  }
}
