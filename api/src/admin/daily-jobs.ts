import { ProviderError } from '@site/providers/gateway'
import { and, eq, exists, lt, sql } from 'drizzle-orm'
import { forgetOldLinks } from '../accounts/links'
import { forgetEndedSessions } from '../accounts/session-repository'
import { jobs } from '../database/after-sale-tables'
import { type Database, rowsOf } from '../database/database'
import { isUnavailable } from '../database/database-error'
import { isSetBack } from '../database/paper-numbers'
import { repeat } from '../database/work-queue'
import { issueReceiptOf, lockOrder } from '../orders/order-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { applyErasures } from '../personal-data/erasures'
import { expirePersonalData } from '../personal-data/expire-orders'
import { reconcile, SETTLED_MS } from '../reconciliation/reconcile'
import { forgetOldTokens } from '../staff/staff'

const LOOK_MS = 10 * 60 * 1_000
const DAY_SECONDS = 24 * 60 * 60
/** A refund may fail a month after it was sent. */
const RECONCILED_MS = 35 * DAY_SECONDS * 1_000
const AGAIN_SECONDS = 60 * 60

type Job = { name: string; work: (services: PaymentServices) => Promise<string> }

export const dailyJobs: readonly Job[] = [
  {
    name: 'reconcile',
    async work(services) {
      const differences = await reconcile(services, { since: new Date(Date.now() - RECONCILED_MS) })
      await endSetBack(services.database)
      return `${differences.length} differences`
    },
  },
  {
    name: 'forget old orders',
    work: async ({ database }) => `${await expirePersonalData(database)} orders and papers`,
  },
  {
    name: 'forget ended sessions',
    async work({ database }) {
      await forgetOldTokens(database.queries())
      const [ended, old] = [await forgetEndedSessions(database.queries()), await forgetOldLinks(database.queries())]
      return `${ended} sessions and ${old} links`
    },
  },
  { name: 'issue missing papers', work: async (services) => `${await issueMissingPapers(services)} orders` },
]

/** Runs each job once a day, on one of the servers. */
export function startDailyJobs(services: PaymentServices): () => Promise<void> {
  const { database, dataDir, log } = services
  let applyAfter = 0
  return repeat(services, LOOK_MS, async (isStopped) => {
    // Each server has a list of its own, and may start on a restored database.
    if (dataDir && Date.now() > applyAfter) {
      await database
        .transaction((queries) => applyErasures(queries, dataDir))
        .then(() => {
          applyAfter = Date.now() + DAY_SECONDS * 1_000
        })
        .catch((error: unknown) => log.warn({ err: error }, 'the list of erasures could not be applied'))
    }
    for (const job of dailyJobs) if (!isStopped()) await runIfDue(services, job)
  })
}

export async function runIfDue(services: PaymentServices, { name, work }: Job): Promise<boolean> {
  try {
    if (!(await claim(services.database, name))) return false
    const outcome = await work(services)
    const finished = { finishedAt: sql`now()`, outcome }
    await services.database.queries().update(jobs).set(finished).where(eq(jobs.name, name))
    services.log.info({ job: name, outcome }, 'daily job done')
    return true
  } catch (error) {
    if (!isUnavailable(error)) {
      const reason = error instanceof ProviderError ? error.message : 'see the log'
      services.log.error({ err: error, job: name }, 'a daily job failed')
      await failSoftly(services.database, name, reason)
    }
    return false
  }
}

/** One update claims the job: only one server moves the start. */
async function claim(database: Database, name: string): Promise<boolean> {
  const rows = await database
    .queries()
    .insert(jobs)
    .values({ name, startedAt: sql`now()` })
    .onConflictDoUpdate({
      target: jobs.name,
      set: { startedAt: sql`now()` },
      setWhere: lt(jobs.startedAt, sql`now() - make_interval(secs => ${waitOf(database, name)})`),
    })
    .returning({ name: jobs.name })
  return rows.length > 0
}

/** Hourly until what a set-back database lacks is taken in. */
function waitOf(database: Database, name: string) {
  const setBack = database.queries().select({ name: jobs.name }).from(jobs).where(isSetBack)
  const isHourly = and(eq(sql`${name}`, 'reconcile'), exists(setBack))
  return sql`case when ${isHourly} then ${AGAIN_SECONDS}::integer else ${DAY_SECONDS}::integer end`
}

/** The lists lag: those of today may lack what was paid just before. */
async function endSetBack(database: Database): Promise<void> {
  const isListed = and(isSetBack, lt(jobs.startedAt, new Date(Date.now() - SETTLED_MS.paypal)))
  const ended = { finishedAt: sql`now()`, outcome: 'what was paid since the backup is taken in' }
  await database.queries().update(jobs).set(ended).where(isListed)
}

async function failSoftly(database: Database, name: string, reason: string): Promise<void> {
  const startedAt = sql`now() - make_interval(secs => ${DAY_SECONDS - AGAIN_SECONDS})`
  const failed = { startedAt, outcome: `failed: ${reason}` }
  const queries = database.queries()
  await queries
    .update(jobs)
    .set(failed)
    .where(eq(jobs.name, name))
    .catch(() => {})
}

export async function issueMissingPapers({ database }: Pick<PaymentServices, 'database'>): Promise<number> {
  const found = await rowsOf<{ id: string }>(
    database.queries(),
    sql`select id from orders
      where (state = 'paid' or paid_at is not null)
        and exists (select 1 from payments where order_id = orders.id and state in ('succeeded', 'refunded', 'charged_back'))
        and (
          not exists (select 1 from papers where order_id = orders.id and kind = 'receipt')
          or exists (
            select 1 from refunds join papers as receipt using (order_id, payment_id)
            where order_id = orders.id and refunds.state = 'sent' and receipt.cause = 'sale' and not exists (
              select 1 from papers as note
              where note.order_id = orders.id and note.kind = 'credit_note' and note.cause = 'refund-' || refunds.id
            )
          )
        )
      order by coalesce(paid_at, created_at), id`,
  )
  for (const { id } of found) {
    await database.transaction(async (queries) => {
      const order = await lockOrder(queries, id)
      if (order) await issueReceiptOf(queries, order)
    })
  }
  return found.length
}
