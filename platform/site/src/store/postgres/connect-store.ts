import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type QueryResultRow } from 'pg'
import { storeSchema } from './migrate-store'

const CONNECT_MS = 3_000
/** An archive of a megabyte over a slow line takes its time. */
const QUERY_MS = 20_000
const CLOSE_MS = 3_000

/** The site's tables in PostgreSQL. */
export type StoreDatabase = {
  /** Rows of one statement. */
  query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/**
 * Connects when it is first asked, and makes the tables then where they are missing; a server that is away costs the caller an error and
 * nothing else.
 * @param onLost called for each connection that dies
 */
export function connectStore(url: string, onLost: (error: Error) => void = () => {}): StoreDatabase {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS + 1_000,
    application_name: 'site-store',
  })
  // A connection that dies would otherwise end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  const schema = storeSchema(pool)
  return {
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      await schema.ensure()
      try {
        return (await pool.query<Row>(text, [...values])).rows
      } catch (error) {
        throw schema.explain(error)
      }
    },
    async close() {
      await Promise.race([pool.end(), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
