import { sql } from 'drizzle-orm'
import type { Queries } from '../database'
import { rowsOf } from '../rows-of'
import { formerMigrations } from './former-tables'

/** How the first release prepared its database when it started; it refused a newer one. */
export async function migrateFormer(queries: Queries): Promise<void> {
  await queries.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7202611)`)
    await tx.execute(sql`create table if not exists migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`)
    const rows = await rowsOf<{ version: number }>(tx, sql`select version from migrations`)
    const done = new Set(rows.map(({ version }) => version))
    const newest = Math.max(0, ...done)
    if (newest > 2) throw new Error(`The database has version ${newest}, this program knows 2`)
    for (const { version, name, statements } of formerMigrations) {
      if (done.has(version)) continue
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into migrations (version, name) values (${version}, ${name})`)
    }
  })
}
