import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema'

/** Queries, inside a transaction or outside of one; the same for both drivers. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>

export type Database = {
  /**
   * For single reads and writes.
   * @throws DatabaseUnavailable until the database is open and has its tables.
   */
  queries: () => Queries
  /**
   * All or nothing. Run again when PostgreSQL asks for it (serialisation failure, deadlock), so `work`
   * must have no other effects.
   */
  transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  /** Whether a query is answered now. */
  isReady: () => Promise<boolean>
  /** Resolves when the database is open for the first time; it never rejects. */
  opened: Promise<void>
  /** The whole embedded database as one file; absent with a server. */
  snapshot?: (() => Promise<ArrayBuffer>) | undefined
  close: () => Promise<void>
}

/** What one driver gives; `createDatabase` adds opening, retrying and closing. */
export type Connection = {
  queries: Queries
  /** Runs `work` on a connection whose statements may take as long as a migration. */
  withoutHaste: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  snapshot?: () => Promise<ArrayBuffer>
  close: () => Promise<void>
}

/** The rows of a query that Drizzle does not know the columns of; both drivers answer in this form. */
export async function rowsOf<R>(queries: Queries, query: SQL): Promise<R[]> {
  const { rows } = (await queries.execute(query)) as { rows: R[] }
  return rows
}

/**
 * What time it is for all servers, in milliseconds: that of the database, which dates its rows. A server whose own
 * clock is wrong must not take what is new for old.
 */
export async function databaseTime(queries: Queries): Promise<number> {
  const [row] = await rowsOf<{ now: string | number }>(
    queries,
    sql`select floor(extract(epoch from now()) * 1000)::float8 as "now"`,
  )
  if (!row) throw new Error('The database does not say what time it is')
  return Number(row.now)
}
