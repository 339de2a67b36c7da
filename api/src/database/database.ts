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
