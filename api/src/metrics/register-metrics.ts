import { timingSafeEqual } from 'node:crypto'
import { count, isNull, min, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { cases } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { orders, outbox, payments, providerPauses } from '../database/schema'

type AdminRules = {
  token?: string | undefined
  /** Behind a proxy every request looks local, so only the token identifies an operator. */
  isBehindProxy?: boolean
}

export type MetricsOptions = AdminRules & {
  database: Database
  /** The server's own counts: pages from memory bypass Fastify. */
  replies?: () => Readonly<Record<string, number>>
  describeServer?: () => Promise<string>
}

const FRESH_MS = 5_000

/** Serves `/metrics` to operators. Register it before the routes it counts. */
export function registerMetrics(
  app: FastifyInstance,
  { database, replies, describeServer = async () => '', ...rules }: MetricsOptions,
): void {
  // The library's global registry would reject a second server.
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'site_requests_total',
    help: 'Requests answered by routes.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({ name: 'site_request_seconds', help: 'How long routes took.', registers })
  if (replies) countReplies(registry, replies)
  collectDefaultMetrics({ register: registry })
  app.addHook('onClose', async () => registry.clear())
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // Labels need few values, so use the route's pattern, not the address.
    requests.inc({ method, route: routeOptions.url ?? 'none', status: reply.statusCode })
    durations.observe(reply.elapsedTime / 1_000)
  })

  let shop: { text: Promise<string>; until: number } | undefined
  function describeShopNow(): Promise<string> {
    if (!shop || shop.until < Date.now()) shop = { text: describeShop(database), until: Date.now() + FRESH_MS }
    return shop.text
  }

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isFromAdmin(request, rules)) return reply.callNotFound()
    const texts = await Promise.all([registry.metrics(), describeShopNow(), describeServer()])
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
}

function countReplies(registry: Registry, replies: () => Readonly<Record<string, number>>): void {
  new Counter({
    name: 'site_replies_total',
    help: 'Pages and files from memory.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [kind, value] of Object.entries(replies())) this.inc({ kind }, value)
    },
  })
}

type Value = { value: number; labels?: Readonly<Record<string, string>> }

async function describeShop(database: Database): Promise<string> {
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

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const
const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
/** Stops DNS rebinding: a foreign page's name may resolve to this machine, but its `Host` stays. */
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

function isFromAdmin({ headers, socket }: FastifyRequest, { token, isBehindProxy }: AdminRules): boolean {
  if (token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`)) return true
  if (isBehindProxy) return false
  const isForwarded = forwarding.some((name) => headers[name] !== undefined)
  return !isForwarded && loopback.test(socket.remoteAddress ?? '') && localHost.test(headers.host ?? '')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
