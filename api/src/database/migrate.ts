import { sql } from 'drizzle-orm'
import { type Queries, rowsOf } from './database'
import { migrations as allMigrations, type Migration } from './migrations'

const LOCK = 7_202_611
export const MIGRATION_MS = 10 * 60 * 1_000
/** A migration that waits for a table blocks every request behind it. */
const TABLE_WAIT_MS = 3_000
/** The first release kept another list. */
const FIRST_RELEASE = { version: 2, tag: '0000_first_release' }

/** Leaves a newer database alone, since the previous program must still run on it (README.md). */
export async function migrate(queries: Queries, steps: readonly Migration[] = allMigrations): Promise<void> {
  if ((await findPending(queries, steps)).length === 0) return
  await queries.transaction(async (tx) => {
    await limitStatements(tx, { statementMs: MIGRATION_MS, lockMs: MIGRATION_MS })
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await limitStatements(tx, { statementMs: MIGRATION_MS, lockMs: TABLE_WAIT_MS })
    await tx.execute(sql`create table if not exists applied_migrations (
      tag text primary key, applied_at timestamptz not null default now())`)
    await takeOverFirstRelease(tx)
    for (const { tag, sql: text } of await findPending(tx, steps)) {
      for (const statement of text.split('--> statement-breakpoint')) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into applied_migrations (tag) values (${tag})`)
    }
  })
}

export async function requireMigrated(queries: Queries): Promise<void> {
  const pending = await findPending(queries, allMigrations)
  if (pending.length === 0) return
  const tags = pending.map(({ tag }) => tag).join(', ')
  throw new Error(
    `The database is of an earlier release (without ${tags}). Start the site once: it changes the tables.`,
  )
}

async function findPending(queries: Queries, steps: readonly Migration[]): Promise<Migration[]> {
  if (!(await hasTable(queries, 'applied_migrations'))) return [...steps]
  const rows = await rowsOf<{ tag: string }>(queries, sql`select tag from applied_migrations`)
  const done = new Set(rows.map(({ tag }) => tag))
  return steps.filter(({ tag }) => !done.has(tag))
}

async function takeOverFirstRelease(tx: Queries): Promise<void> {
  if (!(await hasTable(tx, 'migrations'))) return
  await tx.execute(sql`insert into applied_migrations (tag)
    select ${FIRST_RELEASE.tag} from migrations where version = ${FIRST_RELEASE.version} on conflict do nothing`)
}

async function hasTable(queries: Queries, name: string): Promise<boolean> {
  const [found] = await rowsOf<{ exists: boolean }>(queries, sql`select to_regclass(${name}) is not null as "exists"`)
  return found?.exists === true
}

async function limitStatements(tx: Queries, { statementMs, lockMs }: { statementMs: number; lockMs: number }) {
  await tx.execute(sql`select set_config('statement_timeout', ${String(statementMs)}, true)`)
  await tx.execute(sql`select set_config('lock_timeout', ${String(lockMs)}, true)`)
}
