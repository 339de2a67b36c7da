import path from 'node:path'
import type { PayPalConfig, StripeConfig } from '@site/providers/gateway'
import { emailSchema } from '@site/shared/contracts/accounts'
import { Value } from 'typebox/value'
import { readAccessConfig } from './access'

type Environment = NodeJS.ProcessEnv
/** `viewer` reads; `owner` may do everything. */
export type StaffRole = 'viewer' | 'owner'
export type ApiConfig = ReturnType<typeof readConfig> & Pick<ReturnType<typeof readAccessConfig>, 'access'>
export type AccountLimits = ApiConfig['access']['accountLimits']
export type PaymentLimits = ApiConfig['access']['paymentLimits']

const providerKeys = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
] as const

const forms: readonly [names: readonly string[], form: RegExp, wanted: string][] = [
  [['STRIPE_SECRET_KEY'], /^[sr]k_(live|test)_/, 'must begin with sk_live_ or sk_test_'],
  [['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET_PREVIOUS'], /^whsec_/, 'must begin with whsec_'],
  [['VAT_NUMBER'], /^(GB|XI) ?\d{3} ?\d{4} ?\d{2}$/, 'must be such as GB 123 4567 89'],
  [['SMTP_URL'], /^smtps?:\/\/./, 'must be an address such as smtps://user:password@host'],
  [['MAIL'], /^off$/, 'must be off or absent'],
  [['AUTH_SECRET', 'AUTH_SECRET_PREVIOUS'], /^.{32}/s, 'must have at least 32 characters'],
  [['DATABASE_URL'], /^postgres(ql)?:\/\/./, 'must be an address such as postgres://host/name'],
  [['ALLOW_AMOUNT_ONLY'], /^1$/, 'must be 1 or absent'],
  [['STRIPE_API_URL', 'PAYPAL_API_URL'], /^https?:\/\/[^/]+$/, 'must be an address without a path'],
]

const isEmail = (text: string) => Value.Check(emailSchema, text)

function findProblems(environment: Environment, config: ApiConfig): string[] {
  const { isProduction, publicUrl, providers, mailFrom, shopMail, isMailOff, staff } = config
  const isLive = providers?.stripe.isLive ?? false
  const { STRIPE_PUBLISHABLE_KEY: publishable, DATABASE_URL, SMTP_URL, AUTH_SECRET } = environment
  const prefix = `pk_${isLive ? 'live' : 'test'}_`
  const problems = providerKeys.flatMap((name) => (!providers || environment[name] ? [] : `${name} is missing`))
  if (publishable && !publishable.startsWith(prefix))
    problems.push(`STRIPE_PUBLISHABLE_KEY must begin with ${prefix}, as the secret key does`)
  if (isLive && !isProduction) problems.push('STRIPE_SECRET_KEY is a live key: real money needs NODE_ENV=production')
  if (isLive && !DATABASE_URL)
    problems.push(
      'DATABASE_URL is missing: live payments need a PostgreSQL server, the embedded database may lose data',
    )
  if (isProduction && !SMTP_URL && !isMailOff)
    problems.push('SMTP_URL is missing: buyers would get no mail. MAIL=off says that this is meant')
  if (mailFrom && !isEmail(mailFrom)) problems.push(`MAIL_FROM is "${mailFrom}", but must be an e-mail address`)
  if (shopMail && !isEmail(shopMail)) problems.push(`SHOP_MAIL is "${shopMail}", but must be an e-mail address`)
  for (const address of staff.keys()) {
    if (isEmail(address)) continue
    problems.push(`DESK_OWNERS or DESK_VIEWERS has "${address}", but must be e-mail addresses, separated by commas`)
  }
  if (isMailOff && environment.DESK_OWNERS)
    problems.push('DESK_OWNERS needs mail: the desk is entered by a mailed link')
  if (isProduction && !AUTH_SECRET) problems.push('AUTH_SECRET is missing')
  if (isProduction && publicUrl !== '' && !publicUrl.startsWith('https:'))
    problems.push(`PUBLIC_URL is "${publicUrl}", but must begin with https:// in production`)
  for (const [names, form, wanted] of forms) {
    for (const name of names) {
      const value = environment[name]
      if (value && isProduction && name.endsWith('_API_URL')) problems.push(`${name} is not allowed in production`)
      else if (value && !form.test(value)) problems.push(`${name} ${wanted}`)
    }
  }
  return problems
}

export function readApiConfig(environment: Environment, publicUrl: string): { config: ApiConfig; problems: string[] } {
  const isSandbox = environment.NODE_ENV !== 'production' && providerKeys.every((name) => !environment[name])
  const { access, problems } = readAccessConfig(environment, isSandbox)
  const config = { ...readConfig(environment, publicUrl, isSandbox), access }
  return { config, problems: [...findProblems(environment, config), ...problems] }
}

function readConfig(environment: Environment, publicUrl: string, isSandbox: boolean) {
  return {
    isProduction: environment.NODE_ENV === 'production',
    publicUrl,
    dataDir: path.resolve(environment.DATA_DIR ?? '.data'),
    databaseUrl: environment.DATABASE_URL || undefined,
    /** Absent: the sandbox. */
    providers: isSandbox ? undefined : readProviders(environment),
    /** Accepts an amount without items (`ALLOW_AMOUNT_ONLY=1`, and always in the sandbox). */
    allowsAmountOnly: isSandbox || environment.ALLOW_AMOUNT_ONLY === '1',
    smtpUrl: environment.SMTP_URL || undefined,
    /** Absent: the company's address, which its owner may change while the shop runs. */
    mailFrom: environment.MAIL_FROM || undefined,
    shopMail: environment.SHOP_MAIL || undefined,
    /** `MAIL=off`: sends no mail, and no page promises any. */
    isMailOff: environment.MAIL === 'off',
    /** Absent outside production: `dataDir` keeps a generated one. */
    authSecret: environment.AUTH_SECRET || undefined,
    /** Verifies sessions and links and opens second factors made under it; never signs. */
    previousAuthSecret: environment.AUTH_SECRET_PREVIOUS || undefined,
    /** Lower-case addresses that may sign in to the desk. Empty: there is no desk. */
    staff: readStaff(environment, isSandbox),
  }
}

/** A sandbox has an owner, so that a developer can sign in. */
function readStaff(
  { DESK_OWNERS, DESK_VIEWERS = '' }: Environment,
  isSandbox: boolean,
): ReadonlyMap<string, StaffRole> {
  const owners = DESK_OWNERS ?? (isSandbox ? 'owner@example.com' : '')
  const listed = (text: string, role: StaffRole) =>
    text.split(',').flatMap((it): [string, StaffRole][] => (it.trim() ? [[it.trim().toLowerCase(), role]] : []))
  return new Map([...listed(DESK_VIEWERS, 'viewer'), ...listed(owners, 'owner')])
}

function readProviders(environment: Environment): { stripe: StripeConfig; paypal: PayPalConfig } {
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
  const isLive = /^[sr]k_live_/.test(secretKey)
  // Stripe's key decides between live and test; PayPal follows it.
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

export function publicNamesOf({ providers }: ApiConfig) {
  if (!providers) return { sandbox: true }
  const { stripe, paypal } = providers
  return { sandbox: false, stripePublishableKey: stripe.publishableKey, paypalClientId: paypal.clientId }
}
