import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { Client, Pool } from 'pg'
import { AdminRefusal } from '../errors/api-error'
import type { Connection, Database, Queries } from './database'
import { DatabaseUnavailable, isRetryable, isUnavailable } from './database-error'
import { connectEmbedded, type EmbeddedOptions } from './embedded/embedded-client'
import { MIGRATION_MS, migrate, requireMigrated } from './migrate'
import { keepNumbers, lastPapersFile } from './paper-numbers'
import * as schema from './schema'

const CONNECT_MS = 3_000
const QUERY_MS = 5_000
const CLOSE_MS = 3_000

export function connectToServer(url: string, log: FastifyBaseLogger): Connection {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS + 1_000,
    idle_in_transaction_session_timeout: 2 * QUERY_MS,
    application_name: 'site-api',
  })
  // Without a listener, a lost connection would end the process.
  const note = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', note)
  pool.on('connect', (client) => client.on('error', note))
  return {
    queries: drizzle({ client: pool, schema }),
    async withoutHaste(work) {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: MIGRATION_MS,
        application_name: 'site-api migration',
      })
      client.on('error', note)
      try {
        await client.connect()
        return await work(drizzle({ client, schema }))
      } finally {
        await client.end()
      }
    },
    async close() {
      await Promise.race([pool.end(), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

/** `dataDir` keeps the last numbers of papers for a server's database too. */
export type DatabaseOptions = { url: string; dataDir?: string } | EmbeddedOptions

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 5_000
const MAX_RUNS = 5
/** A copy that takes over may lack the newest papers. */
const LOOK_MS = 1_000

/** Without a database the website works and the API answers 503. */
export async function createDatabase(options: DatabaseOptions, log: FastifyBaseLogger): Promise<Database> {
  const { dataDir } = options
  const connection = await connect(options, log)
  const prepare = () => connection.withoutHaste((queries) => migrate(queries))
  const file = dataDir && lastPapersFile(dataDir, 'url' in options)
  const examine = file ? (queries: Queries) => keepNumbers(queries, file) : undefined
  return openDatabase(connection, log, prepare, examine)
}

/** Never migrates. */
export async function openWithoutMigrating(
  options: DatabaseOptions,
  log: FastifyBaseLogger,
  needsTables = true,
): Promise<Database> {
  const connection = await connect(options, log)
  try {
    if (needsTables) await requireMigrated(connection.queries)
  } catch (error) {
    await connection.close()
    throw error
  }
  const database = openDatabase(connection, log, async () => {})
  await database.opened
  return database
}

async function connect(options: DatabaseOptions, log: FastifyBaseLogger): Promise<Connection> {
  return 'url' in options ? connectToServer(options.url, log) : connectEmbedded(options)
}

export function openDatabase(
  connection: Connection,
  log: FastifyBaseLogger,
  prepare: () => Promise<void>,
  examine?: (queries: Queries) => Promise<void>,
): Database {
  let isOpen = false
  let isClosed = false
  const queries = () => {
    if (!isOpen || isClosed) throw new DatabaseUnavailable('The database is not open')
    return connection.queries
  }

  const orWarn = (error: unknown) => {
    if (error instanceof AdminRefusal || isUnavailable(error)) throw error
    log.warn({ err: error }, 'the last numbers of papers cannot be kept beside the database')
  }

  async function open(): Promise<void> {
    for (let delay = FIRST_DELAY_MS; !isClosed; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
      try {
        await prepare()
        await examine?.(connection.queries).catch(orWarn)
        isOpen = true
        return
      } catch (error) {
        if (isClosed) return
        log.error({ err: error }, 'the database cannot be opened; trying again')
        await wait(delay, undefined, { ref: false })
      }
    }
  }

  async function look(): Promise<void> {
    if (!isOpen || !examine) return
    try {
      await examine(connection.queries)
    } catch (error) {
      if (!(error instanceof AdminRefusal)) return
      isOpen = false
      void open()
    }
  }
  const timer = examine ? setInterval(() => void look(), LOOK_MS) : undefined
  timer?.unref()

  return {
    queries,
    async transaction(work) {
      for (let run = 1; ; run += 1) {
        try {
          return await queries().transaction((tx) => work(tx))
        } catch (error) {
          if (run === MAX_RUNS || !isRetryable(error)) throw error
          await wait(run * 20 * Math.random())
        }
      }
    },
    async isReady() {
      try {
        await queries().execute(sql`select 1`)
        return true
      } catch {
        return false
      }
    },
    opened: open(),
    snapshot: connection.snapshot,
    async close() {
      clearInterval(timer)
      await look()
      isClosed = true
      await connection.close()
    },
  }
}
