import type { Gateways } from '@site/providers/gateway'
import type { WebhookEndpointsByProvider } from '@site/providers/webhook-endpoints'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database'
import type { MailSettings } from '../../mail/queue-mail'
import type { PageOrigin, Pricing } from '../../orders/price-list'

export type PaymentServices = MailSettings & {
  database: Database
  gateways: Gateways
  webhooks: WebhookEndpointsByProvider
  publicUrl: string
  /** Absent where the database is a test's. */
  dataDir?: string | undefined
  pricing: (composition: number | undefined) => Pricing | undefined
  /** Previews must take no real money. */
  isPreview: (page: PageOrigin) => boolean
  hasDiskSpace: () => Promise<boolean>
  providerTimeoutMs: number
  allowsAmountOnly: boolean
  log: FastifyBaseLogger
}
