import { count, isNull, min, sql } from 'drizzle-orm'
import type { Database } from '../database/database'
import { orders, outbox, payments } from '../database/schema'
import { formatMetric } from './metric'

/** What the database knows of the shop's health; nothing but `site_database_up 0` while it is away. */
export async function describeShop(database: Database): Promise<string> {
  try {
    const queries = database.queries()
    const [orderRows, paymentRows, mailRows] = await Promise.all([
      queries.select({ state: orders.state, value: count() }).from(orders).groupBy(orders.state),
      queries
        .select({ provider: payments.provider, state: payments.state, value: count() })
        .from(payments)
        .groupBy(payments.provider, payments.state),
      queries
        .select({
          value: count(),
          age: sql<number | null>`extract(epoch from now() - ${min(outbox.createdAt)})::integer`,
        })
        .from(outbox)
        .where(isNull(outbox.sentAt)),
    ])
    const mail = mailRows[0]
    return [
      formatMetric('site_database_up', 'Whether the database answers.', 'gauge', [{ value: 1 }]),
      formatMetric('site_orders', 'Orders by state.', 'gauge', orderRows.map(byLabels)),
      formatMetric('site_payments', 'Payments by provider and state.', 'gauge', paymentRows.map(byLabels)),
      formatMetric('site_outbox_unsent', 'Messages that wait to be sent.', 'gauge', [{ value: mail?.value ?? 0 }]),
      formatMetric('site_outbox_oldest_seconds', 'Age of the oldest message that waits.', 'gauge', [
        { value: mail?.age ?? 0 },
      ]),
    ].join('')
  } catch {
    return formatMetric('site_database_up', 'Whether the database answers.', 'gauge', [{ value: 0 }])
  }
}

function byLabels<R extends { value: number }>({ value, ...labels }: R) {
  return { labels: labels as Record<string, string>, value }
}
