import type { PayPalConfig, StripeConfig } from '@site/providers/gateway'
import type { readAccessConfig } from './access'

export type AccessConfig = ReturnType<typeof readAccessConfig>['access']
export type AccountLimits = AccessConfig['accountLimits']
export type PaymentLimits = AccessConfig['paymentLimits']

/** `viewer` reads; `owner` may do everything. */
export type StaffRole = 'viewer' | 'owner'

export type ApiConfig = {
  isProduction: boolean
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Absent: the sandbox. */
  providers: { stripe: StripeConfig; paypal: PayPalConfig } | undefined
  /** Accepts an amount without items (`ALLOW_AMOUNT_ONLY=1`, and always in the sandbox). */
  allowsAmountOnly: boolean
  smtpUrl: string | undefined
  mailFrom: string
  shopMail: string
  /** `MAIL=off`: sends no mail, and no page promises any. */
  isMailOff: boolean
  /** Absent outside production: `dataDir` keeps a generated one. */
  authSecret: string | undefined
  /** Only verifies recent sessions; never signs. */
  previousAuthSecret: string | undefined
  access: AccessConfig
  /** Lower-case addresses that may sign in to the desk. Empty: there is no desk. */
  staff: ReadonlyMap<string, StaffRole>
}

export type Environment = NodeJS.ProcessEnv
