import type { PayPalConfig, StripeConfig } from '@site/providers/gateway'

export type AccountLimits = {
  signInsPerAccountAndMinute: number
  signInsPerAddressAndMinute: number
  registrationsPerAddressAndHour: number
  callsPerAddressAndMinute: number
  mailsPerAddressAndHour: number
}

export type PaymentLimits = {
  startsPerAddressAndMinute: number
  confirmsPerOrderAndMinute: number
  confirmsPerAddressAndMinute: number
  webhooksPerAddressAndMinute: number
}

export type AccessConfig = {
  accountLimits: AccountLimits
  paymentLimits: PaymentLimits
  /** Addresses or ranges whose `X-Forwarded-For` is the visitor's; none by default. */
  trustedProxies: string[]
  /** Lets a collector on another machine read `/metrics`. */
  metricsToken: string | undefined
}

export type ApiConfig = {
  isProduction: boolean
  /** Canonical address of the site, without a slash at the end. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Absent: the sandbox, whose fake providers answer for both. */
  providers: { stripe: StripeConfig; paypal: PayPalConfig } | undefined
  /** An amount without items may be paid (`ALLOW_AMOUNT_ONLY=1`, and always in the sandbox). */
  allowsAmountOnly: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Is told of every sale. */
  shopMail: string
  /** `MAIL=off`: no mail is sent, and no page says that it was. */
  isMailOff: boolean
  /** Absent outside production: one is made and kept in `dataDir`. */
  authSecret: string | undefined
  /** Still verifies sessions of the last hours; never signs. */
  previousAuthSecret: string | undefined
  access: AccessConfig
}

export type Environment = NodeJS.ProcessEnv
