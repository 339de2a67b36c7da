import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { createAnswering } from './answer-call'
import { registerBrowserRoutes } from './browser-routes'
import { type Clock, realClock } from './clock'
import { createCollections } from './collections'
import type { Failures, Provider } from './failures'
import { createFakePayPal } from './fake-paypal'
import { createFakeStripe } from './fake-stripe'
import { registerPayPalApi, registerStripeApi } from './provider-routes'
import type { FakeWebhook } from './webhook-endpoints'
import { createWebhookSender, type PostWebhook, type WebhookKeys } from './webhook-sender'

export type { Clock } from './clock'
export type { Failures } from './failures'
export type { PostWebhook } from './webhook-sender'

export type SandboxOptions = {
  journal?: string | undefined
  post: PostWebhook
  failures?: Failures
  processingMs?: number
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: Clock
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>

const PROCESSING_MS = 3_000

export async function createSandbox(options: SandboxOptions) {
  const { journal, post, failures = {}, processingMs = PROCESSING_MS, clock = realClock } = options
  const secret = () => clock.hex(24)
  const keys: WebhookKeys = {
    stripeSecret: `whsec_${secret()}`,
    payPalWebhookId: 'SANDBOX-WEBHOOK',
    payPalSecret: secret(),
  }
  const sender = createWebhookSender(clock, keys, failures, post)
  const collections = createCollections(journal)
  const stripe = createFakeStripe(collections, {
    clock,
    processingMs,
    onEvent: sender.sendStripe,
    refundOutcome: () => failures.refund?.('stripe'),
  })
  const payPal = createFakePayPal(collections, {
    clock,
    processingMs,
    onEvent: sender.sendPayPal,
    captureIssue: (id) => failures.capture?.(id),
    refundOutcome: () => failures.refund?.('paypal'),
  })

  const stripeConfig = { secretKey: `sk_test_${secret()}`, publishableKey: 'pk_test_sandbox' }
  const payPalConfig = { clientId: 'sandbox', clientSecret: secret(), webhookId: keys.payPalWebhookId }
  const answer = createAnswering(clock, collections, failures)
  const server = Fastify({ logger: false, forceCloseConnections: true })
  const webhooks: Record<Provider, FakeWebhook[]> = { stripe: [], paypal: [] }
  const stripeApi = { fake: stripe, config: stripeConfig, webhooks: webhooks.stripe, answer }
  const payPalApi = { fake: payPal, config: payPalConfig, webhooks: webhooks.paypal, answer }
  await server.register(async (app) => registerStripeApi(app, stripeApi), { prefix: '/v1' })
  await server.register(async (app) => registerPayPalApi(app, payPalApi, keys), { prefix: '/paypal' })

  return {
    server,
    providers: {
      stripe: { ...stripeConfig, webhookSecret: keys.stripeSecret, isLive: false as const, apiUrl: '' },
      paypal: { ...payPalConfig, apiUrl: '' },
    },
    /** For the origin, under `/sandbox`; the origin compiles its schemas. */
    plugin: async (app: FastifyInstance) => registerBrowserRoutes(app, stripe, payPal),
    stripe,
    payPal,
    keys,
    webhooks,
    async close(): Promise<void> {
      sender.close()
      await server.close()
    },
  }
}

/** Starts both providers' HTTP APIs and browser windows on a loopback port. No money moves. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options)
  const address = await sandbox.server.listen({ host: '127.0.0.1', port: 0 })
  options.log.warn({ address }, 'sandbox payments: no money moves')
  const { stripe, paypal } = sandbox.providers
  const providers = { stripe: { ...stripe, apiUrl: address }, paypal: { ...paypal, apiUrl: `${address}/paypal` } }
  return { ...sandbox, providers }
}
