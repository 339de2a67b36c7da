import { sql } from 'drizzle-orm'
import type { Queries } from './database'
import { rowsOf } from './rows-of'

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
