import { and, asc, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from './database'

/**
 * Rows that any server may work on. A claim moves a row's time on by a lease, so that no other server takes it and a dead one
 * gives it back. A failure is due again after a back-off.
 */
export type WorkQueue<T extends PgTable> = BackOff & {
  table: T
  /** The column that says when a row is due. */
  dueAt: keyof T['$inferSelect'] & string
  /** Longer than the work on a row can take. */
  leaseMs: number
}

export type BackOff = {
  /** Doubles with each further failure. */
  retryMs: number
  longestRetryMs: number
  /** After so many failures a row is left to a person. */
  maxTries?: number
}

type Claim = {
  /** Milliseconds; absent: the database's own clock. */
  now?: number | undefined
  isWaiting: SQL | undefined
  limit: number
  /** Further columns to set. */
  values?: Record<string, unknown>
}

/** Claims due rows, the longest due first. */
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

/** Locks rows that no other transaction has locked. */
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

/** In milliseconds. */
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
