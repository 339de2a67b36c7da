import { isEmail } from '@site/shared/email'
import type { ApiConfig, Environment } from './types'

export const providerKeys = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
] as const
const MIN_SECRET_LENGTH = 32

export function findProblems(
  environment: Environment,
  config: ApiConfig,
  { isSandbox, isLive }: { isSandbox: boolean; isLive: boolean },
): string[] {
  return [
    ...(isSandbox ? [] : providerProblems(environment, config, isLive)),
    ...mailProblems(environment, config),
    ...secretProblems(environment, config),
    ...otherProblems(environment, config),
  ]
}

function providerProblems(environment: Environment, { isProduction }: ApiConfig, isLive: boolean): string[] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, DATABASE_URL } = environment
  const { STRIPE_WEBHOOK_SECRET_PREVIOUS } = environment
  const mode = isLive ? 'live' : 'test'
  return [
    ...providerKeys.filter((name) => !environment[name]).map((name) => `${name} is missing`),
    ...problemIf(STRIPE_SECRET_KEY, /^[sr]k_(live|test)_/, 'STRIPE_SECRET_KEY must begin with sk_live_ or sk_test_'),
    ...problemIf(
      STRIPE_PUBLISHABLE_KEY,
      new RegExp(`^pk_${mode}_`),
      `STRIPE_PUBLISHABLE_KEY must begin with pk_${mode}_, as the secret key is for ${mode} payments`,
    ),
    ...problemIf(STRIPE_WEBHOOK_SECRET, /^whsec_/, 'STRIPE_WEBHOOK_SECRET must begin with whsec_'),
    ...problemIf(STRIPE_WEBHOOK_SECRET_PREVIOUS, /^whsec_/, 'STRIPE_WEBHOOK_SECRET_PREVIOUS must begin with whsec_'),
    ...(isLive && !isProduction ? ['STRIPE_SECRET_KEY is a live key: real money needs NODE_ENV=production'] : []),
    ...(isLive && !DATABASE_URL
      ? ['DATABASE_URL is missing: live payments need a PostgreSQL server, the embedded database may lose data']
      : []),
  ]
}

function mailProblems({ SMTP_URL, MAIL }: Environment, { isProduction, mailFrom, shopMail }: ApiConfig): string[] {
  const isSilent = isProduction && !SMTP_URL && MAIL !== 'off'
  return [
    ...problemIf(SMTP_URL, /^smtps?:\/\/./, 'SMTP_URL must be an address such as smtps://user:password@host'),
    ...(isSilent ? ['SMTP_URL is missing: buyers would get no mail. MAIL=off says that this is meant'] : []),
    ...problemIf(MAIL, /^off$/, `MAIL is "${MAIL}", but must be off or absent`),
    ...(isEmail(mailFrom) ? [] : [`MAIL_FROM is "${mailFrom}", but must be an e-mail address`]),
    ...(isEmail(shopMail) ? [] : [`SHOP_MAIL is "${shopMail}", but must be an e-mail address`]),
  ]
}

function secretProblems(environment: Environment, { isProduction }: ApiConfig): string[] {
  const secrets = ['AUTH_SECRET', 'AUTH_SECRET_PREVIOUS'].flatMap((name) => {
    const secret = environment[name]
    const isShort = secret && secret.length < MIN_SECRET_LENGTH
    return isShort ? [`${name} must have at least ${MIN_SECRET_LENGTH} characters`] : []
  })
  return [...secrets, ...(isProduction && !environment.AUTH_SECRET ? ['AUTH_SECRET is missing'] : [])]
}

function otherProblems(environment: Environment, config: ApiConfig): string[] {
  const { DATABASE_URL, STRIPE_API_URL, PAYPAL_API_URL } = environment
  const { isProduction, publicUrl } = config
  const addresses = Object.entries({ STRIPE_API_URL, PAYPAL_API_URL }).filter(([, value]) => value)
  return [
    ...problemIf(DATABASE_URL, /^postgres(ql)?:\/\/./, 'DATABASE_URL must be an address such as postgres://host/name'),
    ...(isProduction && publicUrl && !publicUrl.startsWith('https:')
      ? [`PUBLIC_URL is "${publicUrl}", but must begin with https:// in production`]
      : []),
    ...problemIf(environment.ALLOW_AMOUNT_ONLY, /^1$/, 'ALLOW_AMOUNT_ONLY must be 1 or absent'),
    ...addresses.flatMap(([name, value]) => {
      if (isProduction) return [`${name} is not allowed in production`]
      return /^https?:\/\/[^/]+$/.test(value ?? '') ? [] : [`${name} must be an address without a path`]
    }),
  ]
}

function problemIf(value: string | undefined, pattern: RegExp, problem: string): string[] {
  return value && !pattern.test(value) ? [problem] : []
}
