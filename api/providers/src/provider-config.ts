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
