import path from 'node:path'
import { company } from '@site/shared/company'
import { isEmail } from '@site/shared/email'
import { type AccessConfig, readAccessConfig } from './access-config'

export type StripeConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Real money. */
  isLive: boolean
  apiUrl: string | undefined
}
export type PayPalConfig = { clientId: string; clientSecret: string; webhookId: string; apiUrl: string }

export type ApiConfig = {
  isProduction: boolean
  /** Canonical address of the site, without a slash at the end. */
  publicUrl: string
  /** Folder of the embedded database and of all that is made at run time. */
  dataDir: string
  databaseUrl: string | undefined
  /** Absent: the sandbox, whose stand-ins answer for both providers. */
  providers: { stripe: StripeConfig; paypal: PayPalConfig } | undefined
  /** Payments one address may begin in a minute. */
  intentsPerMinute: number
  smtpUrl: string | undefined
  mailFrom: string
  /** Absent outside production: one is made and kept in `dataDir`. */
  authSecret: string | undefined
  access: AccessConfig
}

type Environment = NodeJS.ProcessEnv

const providerKeys = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
] as const
const MIN_SECRET_LENGTH = 32
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
    intentsPerMinute: limit ? Number(limit) : INTENTS_PER_MINUTE[isSandbox ? 'sandbox' : 'live'],
    smtpUrl: environment.SMTP_URL || undefined,
    mailFrom: environment.MAIL_FROM || company.email,
    authSecret: environment.AUTH_SECRET || undefined,
    access,
  }
  return {
    config,
    faults: [...(isSandbox ? [] : providerFaults(environment, isLive)), ...otherFaults(environment, config), ...faults],
  }
}

function readProviders(environment: Environment, isLive: boolean): NonNullable<ApiConfig['providers']> {
  const {
    STRIPE_SECRET_KEY: secretKey = '',
    STRIPE_PUBLISHABLE_KEY: publishableKey = '',
    STRIPE_WEBHOOK_SECRET: webhookSecret = '',
    PAYPAL_CLIENT_ID: clientId = '',
    PAYPAL_CLIENT_SECRET: clientSecret = '',
    PAYPAL_WEBHOOK_ID: webhookId = '',
  } = environment
  // PayPal's keys do not say which of its two worlds they are for; Stripe's do, and both go together.
  const payPalHost = isLive ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com'
  const apiUrl = environment.PAYPAL_API_URL || payPalHost
  return {
    stripe: { secretKey, publishableKey, webhookSecret, isLive, apiUrl: environment.STRIPE_API_URL || undefined },
    paypal: { clientId, clientSecret, webhookId, apiUrl },
  }
}

function providerFaults(environment: Environment, isLive: boolean): string[] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, DATABASE_URL } = environment
  const mode = isLive ? 'live' : 'test'
  return [
    ...providerKeys.filter((name) => !environment[name]).map((name) => `${name} is missing`),
    ...faultIf(STRIPE_SECRET_KEY, /^[sr]k_(live|test)_/, 'STRIPE_SECRET_KEY must begin with sk_live_ or sk_test_'),
    ...faultIf(
      STRIPE_PUBLISHABLE_KEY,
      new RegExp(`^pk_${mode}_`),
      `STRIPE_PUBLISHABLE_KEY must begin with pk_${mode}_, as the secret key is for ${mode} payments`,
    ),
    ...faultIf(STRIPE_WEBHOOK_SECRET, /^whsec_/, 'STRIPE_WEBHOOK_SECRET must begin with whsec_'),
    ...(isLive && !DATABASE_URL
      ? ['DATABASE_URL is missing: live payments need a PostgreSQL server, the embedded database may lose data']
      : []),
  ]
}

function otherFaults(environment: Environment, config: ApiConfig): string[] {
  const { DATABASE_URL, SMTP_URL, AUTH_SECRET, STRIPE_API_URL, PAYPAL_API_URL } = environment
  const { isProduction, mailFrom, intentsPerMinute } = config
  const standIns = Object.entries({ STRIPE_API_URL, PAYPAL_API_URL }).filter(([, value]) => value)
  return [
    ...faultIf(DATABASE_URL, /^postgres(ql)?:\/\/./, 'DATABASE_URL must be an address such as postgres://host/name'),
    ...faultIf(SMTP_URL, /^smtps?:\/\/./, 'SMTP_URL must be an address such as smtps://user:password@host'),
    ...(isEmail(mailFrom) ? [] : [`MAIL_FROM is "${mailFrom}", but must be an e-mail address`]),
    ...(AUTH_SECRET && AUTH_SECRET.length < MIN_SECRET_LENGTH
      ? [`AUTH_SECRET must have at least ${MIN_SECRET_LENGTH} characters`]
      : []),
    ...(isProduction && !AUTH_SECRET ? ['AUTH_SECRET is missing'] : []),
    ...standIns.flatMap(([name, value]) => {
      if (isProduction) return [`${name} is not allowed in production`]
      return /^https?:\/\/[^/]+$/.test(value ?? '') ? [] : [`${name} must be an address without a path`]
    }),
    ...(Number.isInteger(intentsPerMinute) && intentsPerMinute > 0
      ? []
      : ['PAYMENT_INTENTS_PER_MINUTE must be a whole number above 0']),
  ]
}

function faultIf(value: string | undefined, pattern: RegExp, fault: string): string[] {
  return value && !pattern.test(value) ? [fault] : []
}
