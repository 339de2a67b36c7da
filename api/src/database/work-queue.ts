import { and, asc, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from './database'

/** A claim moves a row's due time by a lease, so a dead server's rows return. Failures back off. */
export type WorkQueue<T extends PgTable> = BackOff & {
  table: T
  dueAt: keyof T['$inferSelect'] & string
  /** Must exceed the longest work on a row. */
  leaseMs: number
}

export type BackOff = {
  retryMs: number
  longestRetryMs: number
  maxTries?: number
}

type Claim = {
  now?: number | undefined
  isWaiting: SQL | undefined
  limit: number
  values?: Record<string, unknown>
}

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

export function retryAfter({ retryMs, longestRetryMs }: BackOff, failures: number): number {
  return Math.min(retryMs * 2 ** Math.min(failures - 1, 20), longestRetryMs)
}

export function isGivenUp({ maxTries = Number.POSITIVE_INFINITY }: BackOff, failures: number): boolean {
  return failures >= maxTries
}

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
