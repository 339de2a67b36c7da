import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, rowsOf } from '../database/database'
import { isTriedAgain } from '../mail/outbox-repository'

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

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isFromAdmin(request, rules)) return reply.callNotFound()
    const texts = await Promise.all([registry.metrics(), describeShop(database), describeServer()])
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

const helps: Readonly<Record<string, string>> = {
  site_database_up: 'Whether the database answers.',
  site_orders: 'Orders by state.',
  site_payments: 'Payments by provider and state.',
  site_outbox_unsent: 'Messages that wait to be sent.',
  site_outbox_oldest_seconds: 'Age of the oldest message that waits.',
  site_cases_open: 'Cases that wait for a person.',
  site_provider_paused: 'Providers that are paused.',
}

type Figure = { name: string; labels: Record<string, string>; value: number }

async function describeShop(database: Database): Promise<string> {
  const figures = await readFigures(database).catch((): Figure[] => [])
  const isUp = { name: 'site_database_up', labels: {}, value: figures.length > 0 ? 1 : 0 }
  const registry = new Registry()
  const gauges = new Map<string, Gauge>()
  for (const { name, labels, value } of [isUp, ...figures]) {
    const options = { name, help: helps[name] ?? name, labelNames: Object.keys(labels), registers: [registry] }
    const gauge = gauges.get(name) ?? new Gauge(options)
    gauges.set(name, gauge)
    gauge.set(labels, value)
  }
  return registry.metrics()
}

async function readFigures(database: Database): Promise<Figure[]> {
  const rows = await rowsOf<Figure>(
    database.queries(),
    sql`select 'site_orders' as name, json_build_object('state', state) as labels, count(*)::float8 as value
        from orders group by state
      union all select 'site_payments', json_build_object('provider', provider, 'state', state), count(*)
        from payments group by provider, state
      union all select 'site_outbox_unsent', '{}', count(*) from outbox where ${isTriedAgain()}
      union all select 'site_outbox_oldest_seconds', '{}', coalesce(extract(epoch from now() - min(created_at)), 0)::integer
        from outbox where ${isTriedAgain()}
      union all select 'site_cases_open', '{}', count(*) from cases where closed_at is null
      union all select 'site_provider_paused', json_build_object('provider', known.provider), count(reason)
        from (values ('stripe'), ('paypal')) as known (provider) left join provider_pauses using (provider)
        group by known.provider`,
  )
  return rows.map((row) => ({ ...row, value: Number(row.value) }))
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
