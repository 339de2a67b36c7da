import { sql } from 'drizzle-orm'
import type { Queries } from './database'
import { migrations as allMigrations, type Migration } from './migrations'
import { migrations } from './schema'

/** Any number that no other program on the same server uses for an advisory lock. */
const LOCK = 7_202_611

/**
 * Brings the tables up to date in one transaction: a migration that fails or is interrupted leaves
 * nothing behind. The advisory lock makes a second process wait for the first.
 * @throws Error when the database is newer than this program.
 */
export async function migrate(queries: Queries, steps: readonly Migration[] = allMigrations): Promise<void> {
  await queries.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await tx.execute(sql`create table if not exists migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`)
    const done = new Set((await tx.select({ version: migrations.version }).from(migrations)).map((row) => row.version))
    const newest = Math.max(0, ...done)
    const known = Math.max(...steps.map((step) => step.version))
    if (newest > known) throw new Error(`The database has version ${newest}, this program knows ${known}`)
    for (const { version, name, statements } of steps) {
      if (done.has(version)) continue
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.insert(migrations).values({ version, name })
    }
  })
}
