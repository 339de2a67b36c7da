import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema'

export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>

export type Database = {
  /** @throws DatabaseUnavailable until the database is open and migrated */
  queries: () => Queries
  /** Atomic. Repeats after a serialisation failure or deadlock, so `work` must have no other effects. */
  transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  isReady: () => Promise<boolean>
  /** Resolves at the first opening; never rejects. */
  opened: Promise<void>
  snapshot?: (() => Promise<ArrayBuffer>) | undefined
  close: () => Promise<void>
}

export type Connection = {
  queries: Queries
  withoutHaste: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  snapshot?: () => Promise<ArrayBuffer>
  close: () => Promise<void>
}

export async function rowsOf<R>(queries: Queries, query: SQL): Promise<R[]> {
  const { rows } = (await queries.execute(query)) as { rows: R[] }
  return rows
}

/** Rows have the database's time: a server's clock may be wrong. */
export async function databaseTime(queries: Queries): Promise<number> {
  const [row] = await rowsOf<{ now: string | number }>(
    queries,
    sql`select floor(extract(epoch from now()) * 1000)::float8 as "now"`,
  )
  if (!row) throw new Error('The database does not say what time it is')
  return Number(row.now)
}
