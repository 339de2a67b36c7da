import path from 'node:path'
import { company } from '@site/shared/company'
import { readAccessConfig } from './access'
import { findProblems, providerKeys } from './check'
import type { ApiConfig, Environment } from './types'

export type { ApiConfig } from './types'

export function readApiConfig(environment: Environment, publicUrl: string): { config: ApiConfig; problems: string[] } {
  const isProduction = environment.NODE_ENV === 'production'
  const isSandbox = !isProduction && providerKeys.every((name) => !environment[name])
  const isLive = /^[sr]k_live_/.test(environment.STRIPE_SECRET_KEY ?? '')
  const { access, problems } = readAccessConfig(environment, isSandbox)
  const config: ApiConfig = {
    isProduction,
    publicUrl,
    dataDir: path.resolve(environment.DATA_DIR ?? '.data'),
    databaseUrl: environment.DATABASE_URL || undefined,
    providers: isSandbox ? undefined : readProviders(environment, isLive),
    allowsAmountOnly: isSandbox || environment.ALLOW_AMOUNT_ONLY === '1',
    smtpUrl: environment.SMTP_URL || undefined,
    mailFrom: environment.MAIL_FROM || company.email,
    shopMail: environment.SHOP_MAIL || company.email,
    isMailOff: environment.MAIL === 'off',
    authSecret: environment.AUTH_SECRET || undefined,
    previousAuthSecret: environment.AUTH_SECRET_PREVIOUS || undefined,
    access,
  }
  return { config, problems: [...findProblems(environment, config, { isSandbox, isLive }), ...problems] }
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
