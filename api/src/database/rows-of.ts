import type { SQL } from 'drizzle-orm'
import type { Queries } from './database'

/** The rows of a query that Drizzle does not know the columns of; both drivers answer in this form. */
export async function rowsOf<R>(queries: Queries, query: SQL): Promise<R[]> {
  const { rows } = (await queries.execute(query)) as { rows: R[] }
  return rows
}
