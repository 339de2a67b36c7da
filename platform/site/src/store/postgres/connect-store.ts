import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type PoolConfig, type QueryResultRow } from 'pg'
import { type Cell, copyBlobs, copyValue } from './copy-value'
import { storeSchema } from './migrate-store'

const CONNECT_MS = 3_000
/** An archive of a megabyte over a slow line takes its time. */
const QUERY_MS = 20_000
/** For a server that is too far gone to end a statement by itself. */
const LIMIT_MS = QUERY_MS + 1_000
const CLOSE_MS = 3_000

/** The site's tables in PostgreSQL. */
export type StoreDatabase = {
  /** Rows of one statement. */
  query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /** One value of bytes, which may be many; undefined where there is no such row. */
  bytes: (cell: Cell) => Promise<Buffer | undefined>
  /** Blobs that are there, with their digests. */
  blobs: (digests: readonly string[]) => Promise<[string, Buffer][]>
  close: () => Promise<void>
}

/**
 * Connects when it is first asked, and makes the tables then where they are missing; a server that is away costs the caller an error and
 * nothing else.
 * @param onLost called for each connection that dies
 */
export function connectStore(url: string, onLost: (error: Error) => void = () => {}): StoreDatabase {
  const settings: PoolConfig = {
    connectionString: url,
    // Whoever waits for a connection that another uses gives up like one that finds no server.
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    application_name: 'site-store',
  }
  const pool = new Pool({ ...settings, query_timeout: LIMIT_MS })
  // `pg` does not see when a copy ends, and would call it late for ever: its limit is our own.
  const copies = new Pool(settings)
  for (const it of [pool, copies]) {
    // A connection that dies would otherwise end the process.
    it.on('error', onLost)
    it.on('connect', (client) => client.on('error', onLost))
  }
  const schema = storeSchema(pool)
  const explained = async <T>(ask: () => Promise<T>): Promise<T> => {
    await schema.ensure()
    try {
      return await ask()
    } catch (error) {
      throw schema.explain(error)
    }
  }
  return {
    query: <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      explained(async () => (await pool.query<Row>(text, [...values])).rows),
    bytes: (cell) => explained(() => copyValue(copies, cell, LIMIT_MS)),
    blobs: (digests) => explained(() => copyBlobs(copies, digests, LIMIT_MS)),
    async close() {
      await Promise.race([Promise.all([pool.end(), copies.end()]), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
