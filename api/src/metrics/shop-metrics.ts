import { count, isNull, min, sql } from 'drizzle-orm'
import { Gauge, Registry } from 'prom-client'
import { cases } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { orders, outbox, payments, providerPauses } from '../database/schema'

type Value = { value: number; labels?: Readonly<Record<string, string>> }

/** What the database knows of the shop's health; nothing but `site_database_up 0` while it is away. */
export async function describeShop(database: Database): Promise<string> {
  const registry = new Registry()
  const show = (name: string, help: string, values: readonly Value[]) => {
    const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels ?? {})))]
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const { labels, value } of values) gauge.set(labels ?? {}, value)
  }
  const figures = await readFigures(database).catch(() => undefined)
  show('site_database_up', 'Whether the database answers.', [{ value: figures ? 1 : 0 }])
  if (figures) {
    const { byOrderState, byPaymentState, mail, openCases, paused } = figures
    show('site_orders', 'Orders by state.', byOrderState)
    show('site_payments', 'Payments by provider and state.', byPaymentState)
    show('site_outbox_unsent', 'Messages that wait to be sent.', [{ value: mail?.value ?? 0 }])
    show('site_outbox_oldest_seconds', 'Age of the oldest message that waits.', [{ value: mail?.age ?? 0 }])
    show('site_cases_open', 'Cases that wait for a person.', [{ value: openCases }])
    show('site_provider_paused', 'Providers whose answers make no sense.', paused)
  }
  return registry.metrics()
}

async function readFigures(database: Database) {
  const queries = database.queries()
  const [orderRows, paymentRows, mailRows, caseRows, pauses] = await Promise.all([
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
    queries.select({ value: count() }).from(cases).where(isNull(cases.closedAt)),
    queries.select({ provider: providerPauses.provider }).from(providerPauses),
  ])
  const isPaused = (provider: string) => (pauses.some((pause) => pause.provider === provider) ? 1 : 0)
  return {
    byOrderState: orderRows.map(({ value, state }) => ({ value, labels: { state } })),
    byPaymentState: paymentRows.map(({ value, ...labels }) => ({ value, labels })),
    mail: mailRows[0],
    openCases: caseRows[0]?.value ?? 0,
    paused: ['stripe', 'paypal'].map((provider) => ({ value: isPaused(provider), labels: { provider } })),
  }
}
