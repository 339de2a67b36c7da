import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Connection } from '../database'
import { DatabaseUnavailable } from '../database-error'
import { MIGRATION_MS } from '../migrate'
import * as schema from '../schema'
import { leaseDataFolder } from './data-lease'
import { type DatabaseThread, startThread, type ThreadOptions, type ThreadResult } from './database-thread'

export type EmbeddedOptions = {
  /** Absent: in memory. */
  dataDir?: string
  snapshot?: ArrayBuffer
  /** Absent: beside the program's bundle. */
  workerFile?: string
  queryTimeoutMs?: number
}

/** The first start makes the whole database. */
const OPEN_MS = 60_000
const QUERY_MS = 5_000

/**
 * PostgreSQL inside this process, for development and the sandbox.
 * @throws Error when another process uses the folder.
 */
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
    // Drizzle's driver calls `query` and `transaction` alone.
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

/**
 * The part of PGlite's interface that Drizzle's driver uses, over a thread. There is one session: transactions run one after
 * another. A thread that ended is replaced by the next query.
 */
export class EmbeddedClient implements EmbeddedQueries {
  readonly #options: ThreadOptions
  #thread: Promise<DatabaseThread> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
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
        // A thread that ended has no transaction any more.
        if (!thread.isEnded()) await query('rollback')
        throw error
      }
    })
  }

  /** For work whose queries may take longer than a request's. */
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
    await this.#last.catch(() => {})
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

  /** Making a database takes hundreds of megabytes more than having one: a thread of its own gives them back. */
  async #start(): Promise<DatabaseThread> {
    const { dataDir } = this.#options.setup
    if (!dataDir) return startThread(this.#options)
    if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await (await startThread(this.#options)).close()
    return startThread({ ...this.#options, setup: { dataDir } })
  }

  /** Refuses queries that waited too long: their caller has gone. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new DatabaseUnavailable('Too many queries are waiting')
    this.#waiting += 1
    const asked = Date.now()
    const turn = this.#last.then(() => {
      if (Date.now() - asked > 2 * this.#options.queryTimeoutMs) {
        throw new DatabaseUnavailable('The query waited too long for its turn')
      }
      return work()
    })
    this.#last = turn.catch(() => {})
    return turn.finally(() => {
      this.#waiting -= 1
    })
  }
}
