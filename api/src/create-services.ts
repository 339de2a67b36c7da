import path from 'node:path'
import { PROVIDER_TIMEOUT_MS } from '@site/providers/gateway'
import { createPayPalClient } from '@site/providers/paypal-client'
import { createPayPalGateway } from '@site/providers/paypal-gateway'
import { createPayPalEventReader, createPayPalWebhooks } from '@site/providers/paypal-webhook'
import { createStripeGateway } from '@site/providers/stripe-gateway'
import { createStripeEventReader, createStripeWebhooks } from '@site/providers/stripe-webhook'
import type { Failures, PostWebhook, Sandbox } from '@site/sandbox'
import type { CompanyFacts } from '@site/shared/company-facts'
import type { FastifyBaseLogger } from 'fastify'
import type { ApiConfig } from './config/read'
import { hasDiskSpace } from './database/data-folder'
import type { Database } from './database/database'
import type { PageOrigin, Pricing } from './orders/price-list'
import type { PaymentServices } from './payments/shared/payment-services'

export type { PostWebhook } from '@site/sandbox'

export type ApiHost = {
  pricing: (composition: number | undefined) => Pricing | undefined
  isPreview?: (page: PageOrigin) => boolean
  /** Facts of the company that the pages show. */
  shownFacts?: () => CompanyFacts | undefined
  log: FastifyBaseLogger
}

export type ApiParts = {
  database?: Database
  failures?: Failures
  processingMs?: number
  sweepMs?: number
  providerTimeoutMs?: number
  hasDiskSpace?: () => Promise<boolean>
}

type ServiceOptions = ApiHost & ApiParts & { database: Database; post: PostWebhook; keepsJournal: boolean }

/** Loaded lazily: a shop with real keys runs no sandbox code. */
async function startFakeProviders(dataDir: string, options: ServiceOptions): Promise<Sandbox> {
  const { startSandbox } = await import('@site/sandbox')
  return startSandbox({
    ...options,
    journal: options.keepsJournal ? path.join(dataDir, 'sandbox', 'providers.jsonl') : undefined,
  })
}

export async function createServices(config: ApiConfig, options: ServiceOptions) {
  const { database, log, pricing, providerTimeoutMs = PROVIDER_TIMEOUT_MS } = options
  const fakeProviders = config.providers ? undefined : await startFakeProviders(config.dataDir, options)
  const providers = config.providers ?? fakeProviders?.providers
  if (!providers) throw new Error('There are neither providers nor fake ones')
  const { stripe, paypal } = providers
  const callPayPal = createPayPalClient(paypal, providerTimeoutMs)
  return {
    fakeProviders,
    eventReaders: { stripe: createStripeEventReader(stripe), paypal: createPayPalEventReader(paypal, callPayPal) },
    payments: {
      database,
      gateways: { stripe: createStripeGateway(stripe, providerTimeoutMs), paypal: createPayPalGateway(callPayPal) },
      webhooks: { stripe: createStripeWebhooks(stripe), paypal: createPayPalWebhooks(paypal, callPayPal) },
      publicUrl: config.publicUrl,
      dataDir: options.keepsJournal ? config.dataDir : undefined,
      pricing,
      // The sandbox takes no money, so a preview may buy.
      isPreview: (page) => config.providers !== undefined && (options.isPreview?.(page) ?? false),
      hasDiskSpace: options.hasDiskSpace ?? (() => hasDiskSpace(config.databaseUrl ? undefined : config.dataDir)),
      mailDomain: new URL(config.publicUrl).hostname,
      shopMail: config.shopMail,
      isMailed: !config.isMailOff,
      providerTimeoutMs,
      allowsAmountOnly: config.allowsAmountOnly,
      log,
    } satisfies PaymentServices,
  }
}
