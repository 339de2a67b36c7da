import { and, asc, desc, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queries } from './database'
import { isUnavailable } from './database-error'

/** A claim moves a row's due time by a lease, so a dead server's rows return. Failures back off. */
export type WorkQueue<T extends PgTable, Row = T['$inferSelect']> = BackOff & {
  table: T
  dueAt: keyof Row & string
  /** Must exceed the longest work on a row. */
  leaseMs: number
}

export type RetriedQueue<T extends PgTable, Row = T['$inferSelect']> = WorkQueue<T> & {
  isRow: (row: Row) => SQL | undefined
  note: (row: Row, error: unknown, now: Date) => Failure<Row>
}

type Failure<Row> = {
  /** How often the row has failed, with this time. */
  tries: number
  /** Replaces the back-off. */
  waitMs?: number | undefined
  values?: Partial<Row>
  log: Record<string, unknown>
  message: string
  /** In the transaction that keeps the failure. */
  alsoDo?: ((queries: Queries) => Promise<unknown>) | undefined
}

export type BackOff = { retryMs: number; longestRetryMs: number }

type Claim = {
  now?: number | undefined
  isWaiting: SQL | undefined
  /** Rows that go before the others. */
  first?: SQL
  limit: number
  values?: Record<string, unknown>
}

type Working = { database: Database; log: FastifyBaseLogger }
export type Worked = { ok: true } | { ok: false; error: unknown }

export async function claimDue<T extends PgTable>(
  queries: Queries,
  queue: WorkQueue<T>,
  { now, isWaiting, first, limit, values }: Claim,
): Promise<T['$inferSelect'][]> {
  const table: PgTable = queue.table
  const column = getTableColumns(table)[queue.dueAt] as PgColumn
  const due = queries
    .select({ row: sql`${table}.ctid` })
    .from(table)
    .where(and(lte(column, timeOf(now)), isWaiting))
    .orderBy(...(first ? [desc(first)] : []), asc(column), sql`ctid`)
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await queries
    .update(table)
    .set({ ...values, [queue.dueAt]: later(now, queue.leaseMs) })
    .where(sql`${table}.ctid = any(array(${due}))`)
    .returning()
  return rows as T['$inferSelect'][]
}

/**
 * Keeps the values that the work returns, or the failure and a later due time.
 * @throws an unavailable database's error; the row returns after its lease
 */
export async function workOn<T extends PgTable>(
  { database, log }: Working,
  queue: RetriedQueue<T>,
  row: T['$inferSelect'],
  work: () => Promise<Record<string, unknown>>,
  now?: number,
): Promise<Worked> {
  const keep = (queries: Queries, values: Record<string, unknown>) =>
    queries
      .update(queue.table as PgTable)
      .set(values)
      .where(queue.isRow(row))
  try {
    await keep(database.queries(), await work())
    return { ok: true }
  } catch (error) {
    if (isUnavailable(error)) throw error
    const failure = queue.note(row, error, new Date(now ?? Date.now()))
    const { waitMs = retryAfter(queue, failure.tries), values, alsoDo } = failure
    log.warn({ err: error, ...failure.log, retryInSeconds: waitMs / 1_000 }, failure.message)
    await database.transaction(async (queries) => {
      await keep(queries, { ...values, [queue.dueAt]: later(now, waitMs) })
      await alsoDo?.(queries)
    })
    return { ok: false, error }
  }
}

export function retryAfter({ retryMs, longestRetryMs }: BackOff, failures: number): number {
  return Math.min(retryMs * 2 ** Math.min(failures - 1, 20), longestRetryMs)
}

export function later(now: number | undefined, waitMs: number): SQL {
  return sql`${timeOf(now)} + make_interval(secs => ${waitMs / 1_000})`
}

function timeOf(now: number | undefined): SQL {
  return now === undefined ? sql`now()` : sql`${new Date(now).toISOString()}::timestamptz`
}

/** @returns a function that stops it and waits for the work under way */
export function repeat(
  { database, log }: Working,
  everyMs: number,
  work: (isStopped: () => boolean) => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined
  let isStopped = false
  const run = () => {
    if (isStopped) return
    running ??= work(() => isStopped)
      .catch((error: unknown) => log.warn({ err: error }, 'work of the server was interrupted'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  void database.opened.then(run)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}
