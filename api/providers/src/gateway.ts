import type { IncomingHttpHeaders } from 'node:http'
import type { Pence } from '@site/shared/money'

export type Provider = 'stripe' | 'paypal'

/** Every call throws a `ProviderError` unless the provider carried it out. */
export type Gateway = {
  start: (request: PaymentRequest) => Promise<ProviderPayment>
  read: (providerId: string, options?: CallOptions) => Promise<ProviderPayment>
  /** The payment that a refund, a dispute or a list names only by its charge. */
  readByCharge: (chargeId: string) => Promise<ProviderPayment>
  /** Cancels the payment where the provider can, so that no money moves any more. */
  close: (providerId: string, options?: CallOptions) => Promise<ProviderPayment>
  refund: (request: RefundRequest) => Promise<ProviderRefund>
  listRefunds: (payment: Pick<RefundRequest, 'providerId' | 'chargeId'>) => Promise<ProviderRefund[]>
  readDispute: (disputeId: string) => Promise<ProviderDispute>
  listDisputes: (since: Date) => Promise<string[]>
  listMoney: (since: Date, until: Date) => Promise<ListedMoney[]>
}
export type Gateways = Readonly<Record<Provider, Gateway>>

/** Shorter than the page's 10 seconds (R144). */
export const PROVIDER_TIMEOUT_MS = 8_000
export const LIST_TIMEOUT_MS = 30_000

export type CallOptions = { timeoutMs?: number }

export type PaymentRequest = CallOptions & {
  orderId: string
  /** Number of the order's payment attempt; each is an invoice of its own. */
  attempt: number
  amountPence: Pence
  idempotencyKey: string
}

/**
 * `open`: no money moved yet. `approved`: the buyer agreed and their browser may capture.
 * `declined`: the bank or wallet refused. `closed`: no money can move any more.
 */
export type ProviderStatus = 'open' | 'approved' | 'declined' | 'processing' | 'succeeded' | 'closed'

export type ProviderPayment = {
  provider: Provider
  providerId: string
  reference: string | undefined
  amountPence: Pence
  currency: string
  status: ProviderStatus
  /** False if test money meets live keys, or the reverse. */
  isOurMode: boolean
  chargeId?: string
  /** Includes refunds on their way; absent if the provider does not say. */
  refundedPence?: Pence
  payer?: { email: string; name: string }
  /** Lets the buyer's browser pay (Stripe only). Never store or log it. */
  clientSecret?: string
}

export type RefundRequest = {
  providerId: string
  chargeId: string
  amountPence: Pence
  /** Refunds the rest without naming an amount, so that no currency is guessed. */
  isWhole: boolean
  reference: string
  /** Providers forget a key after a day or more. */
  idempotencyKey: string
}

/** `pending`: accepted. `sent`: the money has gone back. `failed`: it has not, or it came back to the shop. */
export type RefundStatus = 'pending' | 'sent' | 'failed'

export type ProviderRefund = {
  providerId: string
  /** Absent for a refund made in the provider's dashboard. */
  reference: string | undefined
  amountPence: Pence
  status: RefundStatus
  createdAt: Date
}

export type ProviderDispute = {
  providerId: string
  chargeId: string | undefined
  reference: string | undefined
  url: string
  /** `open`: not decided yet. `won`: took nothing. `lost`: took `amountPence`. */
  status: 'open' | 'won' | 'lost'
  amountPence: Pence
  feePence: Pence | undefined
  reason: string | undefined
  dueAt: Date | undefined
  openedAt: Date
  closedAt: Date | undefined
}

export type ListedMoney = {
  kind: 'charge' | 'refund'
  id: string
  chargeId: string
  /** The payment's idempotency key; charges only. */
  reference: string | undefined
  amountPence: Pence
  currency: string
  /** The refund did not reach the buyer, or came back. */
  isFailed: boolean
}

/** The only trusted parts of a webhook; the rest is read from the provider. */
export type ProviderEvent = {
  eventId: string
  type: string
  providerId?: string
  chargeId?: string
  disputeId?: string
}

/** @returns `undefined` for a wrong signature or an old event */
export type ReadEvent = (raw: Buffer, headers: IncomingHttpHeaders) => Promise<ProviderEvent | undefined>

export const isRefund = (type: string): boolean => /refund|PAYMENT\.CAPTURE\.REVERSED/i.test(type)

/** PayPal announces the money lost to a dispute as a reversal. */
export const isReversal = (type: string): boolean => type === 'PAYMENT.CAPTURE.REVERSED'

export function isDispute(type: string): boolean {
  return type.startsWith('charge.dispute.') || type.startsWith('CUSTOMER.DISPUTE.')
}

/**
 * `unreachable`: no answer, outcome unknown; repeat with the same key. `broken`: an invalid answer.
 * `unauthorised`: key rejected. `missing`: unknown payment, also caused by another account's key.
 * None of these tells about the money. `refused`: a definite no, with a message for the buyer.
 */
export type ProviderErrorKind = 'unreachable' | 'broken' | 'unauthorised' | 'missing' | 'refused'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind
  constructor(kind: ProviderErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

export type StripeConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Valid during a change of the secret, when events carry both signatures. */
  previousWebhookSecret?: string | undefined
  isLive: boolean
  apiUrl: string | undefined
}
export type PayPalConfig = {
  clientId: string
  clientSecret: string
  webhookId: string
  /** Valid while one webhook replaces another and both send events. */
  previousWebhookId?: string | undefined
  apiUrl: string
}
