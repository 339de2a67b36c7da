import { sql } from 'drizzle-orm'
import { type Queries, rowsOf } from '../database/database'

/** Every column, constraint and index as PostgreSQL has them, so that two databases can be compared. */
export async function describeTables(queries: Queries): Promise<unknown[]> {
  const columns = sql`select table_name as "of", column_name as "name",
    concat_ws(' ', data_type, is_nullable, column_default) as "is"
    from information_schema.columns where table_schema = 'public'`
  const constraints = sql`select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace`
  const indexes = sql`select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'`
  return rowsOf(queries, sql`${columns} union all ${constraints} union all ${indexes} order by 1, 2, 3`)
}
