import { findGaps } from '@site/papers/paper-repository'
import { and, eq, isNull } from 'drizzle-orm'
import { jobs } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { readSetBack } from '../database/paper-numbers'
import { outbox, providerPauses } from '../database/schema'
import { isRefused } from '../mail/outbox-repository'
import { formatTime } from '../orders/order-views'

const HOUR_MS = 60 * 60 * 1_000
/** Books are compared once a day; one day may be missed. */
const NOT_COMPARED_AFTER_MS = 48 * HOUR_MS
/** The first comparison takes minutes. One that never finishes restarts daily, so its start is never two days old. */
const NEVER_COMPARED_AFTER_MS = 2 * HOUR_MS

export async function findWarnings(queries: Queries, now: number): Promise<string[]> {
  const pauses = await queries.select().from(providerPauses)
  const refused = await queries.$count(outbox, and(isNull(outbox.orderId), isRefused()))
  const setBackAt = await readSetBack(queries)
  return [
    ...pauses.map(
      ({ provider, reason, since }) => `${provider} is not asked about payments since ${formatTime(since)}: ${reason}`,
    ),
    ...(refused > 0 ? [`${refused} messages about accounts were refused by mail servers: see outbox.last_error`] : []),
    ...(await findNotCompared(queries, now)),
    ...(setBackAt
      ? [`the database was set back ${formatTime(setBackAt)}: what was paid before is still being taken in`]
      : []),
    ...(await findGaps(queries)),
  ]
}

async function findNotCompared(queries: Queries, now: number): Promise<string[]> {
  const [job] = await queries.select().from(jobs).where(eq(jobs.name, 'reconcile'))
  if (!job) return []
  const { startedAt, finishedAt, outcome } = job
  const failure = /^failed: (.*)$/s.exec(outcome ?? '')?.[1]
  const isLate = finishedAt
    ? finishedAt.getTime() < now - NOT_COMPARED_AFTER_MS
    : startedAt.getTime() < now - NEVER_COMPARED_AFTER_MS
  if (failure === undefined && !isLate) return []
  const [books, since] = finishedAt
    ? [`were last compared with ours ${formatTime(finishedAt)}`, ' since']
    : ['have never been compared with ours', '']
  return [`the providers' books ${books}: ${failure ?? `no server has come to the end of it${since}`}`]
}
