import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database'
import { type AdminRules, isFromAdmin } from '../http/admins-only'
import { describeShop } from './shop-metrics'

export type MetricsOptions = AdminRules & {
  database: Database
  /** What the server itself has counted since it began: pages from memory never reach Fastify. */
  replies?: () => Readonly<Record<string, number>>
  /** Further figures of the server, in the text form of Prometheus. */
  describeServer?: () => Promise<string>
}

const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Figures of the shop are counted at most this often, whoever asks. */
const FRESH_MS = 5_000

/**
 * `/metrics` for Prometheus, for operators only. Register it before the routes that it is to count.
 */
export function registerMetrics(
  app: FastifyInstance,
  { database, replies, describeServer = async () => '', ...rules }: MetricsOptions,
): void {
  // One of its own for each server: the library's shared one would refuse a second.
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'site_requests_total',
    help: 'Requests answered by routes.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'site_request_seconds',
    help: 'How long routes took.',
    buckets: BOUNDS_SECONDS,
    registers,
  })
  if (replies) countReplies(registry, replies)
  collectDefaultMetrics({ register: registry })
  app.addHook('onClose', async () => registry.clear())
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The route's pattern, not the address: labels must have few values.
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
