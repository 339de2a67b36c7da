import type { Gateways } from '@site/providers/gateway'
import type { WebhookEndpointsByProvider } from '@site/providers/webhook-endpoints'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database'
import type { MailSettings } from '../../mail/queue-mail'
import type { PageOrigin, Pricing } from '../../orders/price-list'

/** What every payment function works with. */
export type PaymentServices = MailSettings & {
  database: Database
  gateways: Gateways
  /** Where the providers' webhooks are seen and made. */
  webhooks: WebhookEndpointsByProvider
  /** Canonical address of the site, without a slash at the end. */
  publicUrl: string
  /** For a page of that composition; `undefined` while nothing is live. */
  pricing: (composition: number | undefined) => Pricing | undefined
  /** Whether a page is one on which no real money may be taken. */
  isPreview: (page: PageOrigin) => boolean
  /** Whether a new payment may begin. */
  hasDiskSpace: () => Promise<boolean>
  /** How long a provider may take to answer. */
  providerTimeoutMs: number
  /** Whether an amount without items may be paid: in the sandbox, or where a setting says so. */
  allowsAmountOnly: boolean
  log: FastifyBaseLogger
}
