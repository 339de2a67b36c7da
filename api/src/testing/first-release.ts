import { sql } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { migrations } from '../database/migrations'

/** A database as the first release made it: it kept no list of migrations. */
export async function migrateFirstRelease(queries: Queries): Promise<void> {
  const [first] = migrations
  for (const statement of first?.sql.split('--> statement-breakpoint') ?? []) await queries.execute(sql.raw(statement))
}
