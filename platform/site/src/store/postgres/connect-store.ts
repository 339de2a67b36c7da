import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type QueryResultRow } from 'pg'
import { storeTables } from './store-tables'

const CONNECT_MS = 3_000
/** An archive of a megabyte over a slow line takes its time. */
const QUERY_MS = 20_000
const CLOSE_MS = 3_000
/** Any number that no other program on the same server uses for an advisory lock. */
const LOCK = 7_202_612

/** The site's tables in PostgreSQL. */
export type StoreDatabase = {
  /** Rows of one statement. */
  query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/**
 * Connects when it is first asked, and makes the tables then; a server that is away costs the caller an error and
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
  let made: Promise<void> | undefined
  const tables = () => {
    made ??= makeTables(pool).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  return {
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      await tables()
      return (await pool.query<Row>(text, [...values])).rows
    },
    async close() {
      await Promise.race([pool.end(), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

/** All or nothing; the advisory lock makes a second process wait for the first. */
async function makeTables(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    for (const statement of storeTables) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
