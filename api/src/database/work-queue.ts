import { and, asc, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from './database'

/**
 * Rows that wait to be worked on by any of the servers. A server claims what is due: the claim moves the row's time on by
 * a lease, so that no other server takes it, and one that dies gives it back. What fails is due again after a back-off.
 */
export type WorkQueue<T extends PgTable> = BackOff & {
  table: T
  /** The column that says when a row is due, by its name in TypeScript. */
  dueAt: keyof T['$inferSelect'] & string
  /** Longer than the work on a row can take. */
  leaseMs: number
}

export type BackOff = {
  /** After the first failure; doubles with each further one. */
  retryMs: number
  longestRetryMs: number
  /** After so many failures a row is left to a person; absent: never. */
  maxTries?: number
}

type Claim = {
  /** Milliseconds; absent: the database's own clock. */
  now?: number | undefined
  /** What still waits, whatever its time. */
  isWaiting: SQL | undefined
  limit: number
  /** What a claim changes besides. */
  values?: Record<string, unknown>
}

/** Takes rows that are due, those that wait longest first. */
export async function claimDue<T extends PgTable>(
  queries: Queries,
  queue: WorkQueue<T>,
  { now, isWaiting, limit, values }: Claim,
): Promise<T['$inferSelect'][]> {
  const table: PgTable = queue.table
  const column = columnOf(queue)
  const isDue = and(lte(column, timeOf(now)), isWaiting)
  const due = queries
    .select({ row: sql`${table}.ctid` })
    .from(table)
    .where(isDue)
    .orderBy(asc(column), sql`ctid`)
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await queries
    .update(table)
    .set({ ...values, [queue.dueAt]: later(now, queue.leaseMs) })
    .where(sql`${table}.ctid = any(array(${due}))`)
    .returning()
  return rows as T['$inferSelect'][]
}

/** Locks rows until the caller's transaction ends, but for those that another one has. */
export async function lockDue<T extends PgTable>(
  queries: Queries,
  table: T,
  isDue: SQL | undefined,
  limit: number,
): Promise<T['$inferSelect'][]> {
  const rows = await queries
    .select()
    .from(table as PgTable)
    .where(isDue)
    .limit(limit)
    .for('update', { skipLocked: true })
  return rows as T['$inferSelect'][]
}

/** How long a row waits that has failed so often, in milliseconds. */
export function retryAfter({ retryMs, longestRetryMs }: BackOff, failures: number): number {
  return Math.min(retryMs * 2 ** Math.min(failures - 1, 20), longestRetryMs)
}

export function isGivenUp({ maxTries = Number.POSITIVE_INFINITY }: BackOff, failures: number): boolean {
  return failures >= maxTries
}

/** A time for `dueAt`. @param now as in a claim */
export function later(now: number | undefined, waitMs: number): SQL {
  return sql`${timeOf(now)} + make_interval(secs => ${waitMs / 1_000})`
}

function timeOf(now: number | undefined): SQL {
  return now === undefined ? sql`now()` : sql`${new Date(now).toISOString()}::timestamptz`
}

function columnOf<T extends PgTable>({ table, dueAt }: WorkQueue<T>): PgColumn {
  const column = getTableColumns(table as PgTable)[dueAt]
  if (!column) throw new Error(`There is no column ${dueAt}`)
  return column
}
