import { randomUUID } from 'node:crypto'
import type { Sandbox } from '@site/sandbox'
import type { Failure, Failures, WebhookFailure } from '@site/sandbox/failures'
import { signStripe } from '@site/sandbox/testing'
import Fastify from 'fastify'
import { type ApiConfig, readApiConfig } from '../config/read'
import { type ApiHost, type ApiParts, createApi } from '../create-api'
import type { Database } from '../database/database'
import { parsePriceList } from '../orders/price-list'
import { buildSerializer } from './build-serializer'

export const testPrices = parsePriceList({
  courses: [
    { id: 1, title: 'CITB Health & Safety Awareness', prices: [99] },
    { id: 14, title: 'Manual Handling', prices: [179] },
    {
      ...{ id: 17, title: 'Online CITB SSP', prices: [199, 299] },
      titles: ['Online CITB SSP', 'Site Safety Plus (SSP)'],
    },
  ],
})

export type TestApi = Awaited<ReturnType<typeof createTestApi>>

/** Drops webhooks unless requested, so that each way to settle is tested alone. */
const silent = (): WebhookFailure => ({ isDropped: true })

export function stripeEvent(object: object, type = 'payment_intent.succeeded', id = `evt_${randomUUID()}`): string {
  return JSON.stringify({ id, object: 'event', livemode: false, type, data: { object } })
}

/** For `processingMs`, when a test decides: the sandbox's own clock may come first on a slow machine. */
export const NEVER_MS = 3_600_000

export type TestApiOptions = {
  config?: Partial<ApiConfig>
  host?: Partial<ApiHost>
  parts?: ApiParts
  /** Its fake providers serve this one too. */
  peer?: { fakeProviders: Sandbox }
}

export async function createTestApi(
  database: Database,
  { config = {}, host = {}, parts = {}, peer }: TestApiOptions = {},
) {
  const logs: string[] = []
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void logs.push(line) } },
    schemaController: { compilersFactory: { buildSerializer } },
  })
  const prices = { current: testPrices }
  const healthy = { call: undefined, webhook: silent, capture: undefined, refund: undefined }
  const failures: Failures = { ...healthy }
  const api = await createApi(
    {
      ...readApiConfig({}, 'http://localhost:3000').config,
      ...(peer && { providers: peer.fakeProviders.providers }),
      ...config,
    },
    { pricing: () => prices.current && { lists: [prices.current], present: prices.current }, log: app.log, ...host },
    {
      database,
      failures,
      hasDiskSpace: async () => true,
      sweepMs: 3_600_000,
      processingMs: 30,
      ...parts,
    },
  )
  const fakeProviders = api.fakeProviders ?? peer?.fakeProviders
  if (!fakeProviders) throw new Error('The API under test must use the fake providers')
  await app.register(api.plugin, { prefix: '/api' })
  if (api.sandbox) await app.register(api.sandbox, { prefix: '/sandbox' })
  if (api.desk) await app.register(api.desk, { prefix: '/desk' })
  await app.ready()
  return {
    app,
    api,
    fakeProviders,
    logs,
    failures,
    prices,
    failNext(action: string, ...queue: Failure[]): void {
      failures.call = (call) => (call.action === action ? queue.shift() : undefined)
    },
    hear(types: RegExp): void {
      failures.webhook = ({ type }) => ({ isDropped: !types.test(type), delayMs: 0 })
    },
    sendStripe(body: string, signature = signStripe(body, fakeProviders.keys.stripeSecret)) {
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
      return app.inject({ method: 'POST', url: '/api/payments/webhooks/stripe', body, headers })
    },
    post: (path: string, body: object, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: `/api/payments/${path}`, payload: body, headers }),
    heal(): void {
      Object.assign(failures, healthy)
      prices.current = testPrices
      logs.length = 0
    },
    async close() {
      await app.close()
      await api.close()
    },
  }
}
