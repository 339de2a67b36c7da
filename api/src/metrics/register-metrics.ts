import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database'
import { isFromOperator } from '../http/operators-only'
import { createCounter, createHistogram, formatMetric, type Sample } from './metric'
import { watchProcess } from './process-metrics'
import { describeShop } from './shop-metrics'

export type MetricsOptions = {
  database: Database
  /** Lets a collector on another machine in; without one only this machine may ask. */
  token?: string | undefined
  /** What the server itself counts: pages from memory never reach Fastify. */
  replies?: () => Sample[]
}

const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Figures of the shop are counted at most this often, whoever asks. */
const FRESH_MS = 5_000

/**
 * `/metrics` in the text format of Prometheus, for operators only. Register it before the routes that it
 * is to count.
 */
export function registerMetrics(app: FastifyInstance, { database, token, replies }: MetricsOptions): void {
  const requests = createCounter<{ method: string; route: string; status: number }>()
  const durations = createHistogram(BOUNDS_SECONDS)
  const watched = watchProcess()
  app.addHook('onClose', async () => watched.stop())
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The route's pattern, not the address: labels must have few values.
    requests.add({ method, route: routeOptions.url ?? 'none', status: reply.statusCode })
    durations.observe(reply.elapsedTime / 1_000)
  })

  let shop: { text: Promise<string>; until: number } | undefined
  function describeShopNow(): Promise<string> {
    if (!shop || shop.until < Date.now()) shop = { text: describeShop(database), until: Date.now() + FRESH_MS }
    return shop.text
  }

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isFromOperator(request, token)) return reply.callNotFound()
    const text = [
      formatMetric('site_requests_total', 'Requests answered by routes.', 'counter', requests.samples()),
      formatMetric('site_request_seconds', 'How long routes took.', 'histogram', durations.samples()),
      ...(replies ? [formatMetric('site_replies_total', 'Pages and files from memory.', 'counter', replies())] : []),
      await describeShopNow(),
      watched.describe(),
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text.join(''))
  })
}
