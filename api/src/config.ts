import path from 'node:path'
import { company } from '@site/shared/company'
import { type AccessConfig, readAccessConfig } from './access-config'
import { findFaults, providerKeys } from './config-faults'

export type StripeConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** While the secret is changed, events are signed with the one before as well. */
  previousWebhookSecret?: string | undefined
  /** Real money. */
  isLive: boolean
  apiUrl: string | undefined
}
export type PayPalConfig = {
  clientId: string
  clientSecret: string
  webhookId: string
  /** While one webhook replaces another, both send events. */
  previousWebhookId?: string | undefined
  apiUrl: string
}

export type ApiConfig = {
  isProduction: boolean
  /** Canonical address of the site, without a slash at the end. */
  publicUrl: string
  /** Folder of the embedded database and of all that is made at run time. */
  dataDir: string
  databaseUrl: string | undefined
  /** Absent: the sandbox, whose stand-ins answer for both providers. */
  providers: { stripe: StripeConfig; paypal: PayPalConfig } | undefined
  /** Whether an amount without items may be paid (`ALLOW_AMOUNT_ONLY=1`, and always in the sandbox). */
  allowsAmountOnly: boolean
  /** Payments one address may begin in a minute. */
  intentsPerMinute: number
  smtpUrl: string | undefined
  mailFrom: string
  /** Who is told of every sale. */
  shopMail: string
  /** `MAIL=off`: nobody is written to, and no page says so. */
  isMailOff: boolean
  /** Absent outside production: one is made and kept in `dataDir`. */
  authSecret: string | undefined
  /** Signed the sessions of the last hours; still believed, never signed with. */
  previousAuthSecret: string | undefined
  access: AccessConfig
}

export type Environment = NodeJS.ProcessEnv

const INTENTS_PER_MINUTE = { live: 10, sandbox: 6_000 }

/** Reads the API's part of the environment; `faults` says everything that is wrong with it. */
export function readApiConfig(environment: Environment, publicUrl: string): { config: ApiConfig; faults: string[] } {
  const isProduction = environment.NODE_ENV === 'production'
  const isSandbox = !isProduction && providerKeys.every((name) => !environment[name])
  const isLive = /^[sr]k_live_/.test(environment.STRIPE_SECRET_KEY ?? '')
  const limit = environment.PAYMENT_INTENTS_PER_MINUTE
  const { access, faults } = readAccessConfig(environment, isSandbox)
  const config: ApiConfig = {
    isProduction,
    publicUrl,
    dataDir: path.resolve(environment.DATA_DIR ?? '.data'),
    databaseUrl: environment.DATABASE_URL || undefined,
    providers: isSandbox ? undefined : readProviders(environment, isLive),
    allowsAmountOnly: isSandbox || environment.ALLOW_AMOUNT_ONLY === '1',
    intentsPerMinute: limit ? Number(limit) : INTENTS_PER_MINUTE[isSandbox ? 'sandbox' : 'live'],
    smtpUrl: environment.SMTP_URL || undefined,
    mailFrom: environment.MAIL_FROM || company.email,
    shopMail: environment.SHOP_MAIL || company.email,
    isMailOff: environment.MAIL === 'off',
    authSecret: environment.AUTH_SECRET || undefined,
    previousAuthSecret: environment.AUTH_SECRET_PREVIOUS || undefined,
    access,
  }
  return { config, faults: [...findFaults(environment, config, { isSandbox, isLive }), ...faults] }
}

function readProviders(environment: Environment, isLive: boolean): NonNullable<ApiConfig['providers']> {
  const {
    STRIPE_SECRET_KEY: secretKey = '',
    STRIPE_PUBLISHABLE_KEY: publishableKey = '',
    STRIPE_WEBHOOK_SECRET: webhookSecret = '',
    PAYPAL_CLIENT_ID: clientId = '',
    PAYPAL_CLIENT_SECRET: clientSecret = '',
    PAYPAL_WEBHOOK_ID: webhookId = '',
    STRIPE_WEBHOOK_SECRET_PREVIOUS: previousWebhookSecret,
    PAYPAL_WEBHOOK_ID_PREVIOUS: previousWebhookId,
  } = environment
  // PayPal's keys do not say which of its two worlds they are for; Stripe's do, and both go together.
  const payPalHost = isLive ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com'
  const apiUrl = environment.PAYPAL_API_URL || payPalHost
  return {
    stripe: {
      secretKey,
      publishableKey,
      webhookSecret,
      previousWebhookSecret,
      isLive,
      apiUrl: environment.STRIPE_API_URL || undefined,
    },
    paypal: { clientId, clientSecret, webhookId, previousWebhookId, apiUrl },
  }
}
