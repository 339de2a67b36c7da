import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from './database'
import { DatabaseUnavailable, isRetryable } from './database-error'
import { connectEmbedded, type EmbeddedOptions } from './embedded/embedded-client'
import { migrate, requireMigrated } from './migrate'
import { connectToServer } from './server-connection'

export type DatabaseOptions = { url: string } | EmbeddedOptions

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 5_000
const MAX_RUNS = 5

/** Without a database the website works and the API answers 503. */
export async function createDatabase(options: DatabaseOptions, log: FastifyBaseLogger): Promise<Database> {
  return openDatabase(await connect(options, log), log)
}

/** Never migrates. */
export async function openWithoutMigrating(options: DatabaseOptions, log: FastifyBaseLogger): Promise<Database> {
  const connection = await connect(options, log)
  try {
    await requireMigrated(connection.queries)
  } catch (error) {
    await connection.close()
    throw error
  }
  return openDatabase(connection, log, async () => {})
}

async function connect(options: DatabaseOptions, log: FastifyBaseLogger): Promise<Connection> {
  return 'url' in options ? connectToServer(options.url, log) : connectEmbedded(options)
}

export function openDatabase(
  connection: Connection,
  log: FastifyBaseLogger,
  prepare: () => Promise<void> = () => connection.withoutHaste((queries) => migrate(queries)),
): Database {
  let isOpen = false
  let isClosed = false
  const queries = () => {
    if (!isOpen || isClosed) throw new DatabaseUnavailable('The database is not open')
    return connection.queries
  }

  async function open(): Promise<void> {
    for (let delay = FIRST_DELAY_MS; !isClosed; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
      try {
        await prepare()
        isOpen = true
        return
      } catch (error) {
        if (isClosed) return
        log.error({ err: error }, 'the database cannot be opened; trying again')
        await wait(delay, undefined, { ref: false })
      }
    }
  }

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
      isClosed = true
      await connection.close()
    },
  }
}
