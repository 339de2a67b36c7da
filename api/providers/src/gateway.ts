import type { IncomingHttpHeaders } from 'node:http'
import type { Pence } from '@site/shared/money'

export type Provider = 'stripe' | 'paypal'

/** One provider. Every call throws a `ProviderError` unless the provider did what it was asked. */
export type Gateway = {
  provider: Provider
  /** Makes the payment, or finds the one made earlier with the same key. */
  start: (request: PaymentRequest) => Promise<ProviderPayment>
  read: (providerId: string, options?: CallOptions) => Promise<ProviderPayment>
  /** Makes sure that no money can move any more, where the provider has a way to. */
  close: (providerId: string, options?: CallOptions) => Promise<ProviderPayment>
  /** Asks for a refund; its answer says what became of it. */
  refund: (request: RefundRequest) => Promise<ProviderRefund>
  /** Every refund of a payment, in any state. */
  listRefunds: (payment: Pick<RefundRequest, 'providerId' | 'chargeId'>) => Promise<ProviderRefund[]>
  readDispute: (disputeId: string) => Promise<ProviderDispute>
  /** @returns the ids of all disputes that were opened since then. */
  listDisputes: (since: Date) => Promise<string[]>
  /** Every charge and refund of the account in that time. */
  listMoney: (since: Date, until: Date) => Promise<ListedMoney[]>
}
export type Gateways = Readonly<Record<Provider, Gateway>>

/** Inside the page's 10 seconds (R144). */
export const PROVIDER_TIMEOUT_MS = 8_000
export const LIST_TIMEOUT_MS = 30_000

export type CallOptions = { timeoutMs?: number }

/** A payment to be made; the same idempotency key always means the same payment. */
export type PaymentRequest = CallOptions & {
  orderId: string
  /** Counts the payments begun for the order: each is an invoice of its own. */
  attempt: number
  amountPence: Pence
  idempotencyKey: string
}

/**
 * `open`: nothing moved yet. `approved`: the buyer agreed and their browser may capture. `declined`: the source of the
 * money said no. `closed`: no money can move any more.
 */
export type ProviderStatus = 'open' | 'approved' | 'declined' | 'processing' | 'succeeded' | 'closed'

/** The truth about one payment, as the provider answers it. */
export type ProviderPayment = {
  provider: Provider
  providerId: string
  /** The payment's idempotency key, which the provider keeps with it. */
  reference: string | undefined
  amountPence: Pence
  /** Lower case. */
  currency: string
  status: ProviderStatus
  /** False when test money meets live keys or the other way round. */
  isOurMode: boolean
  /** What a refund names. */
  chargeId?: string
  /** Has gone back or is on its way; absent where the provider does not say. */
  refundedPence?: Pence
  /** Lets the buyer's browser pay; Stripe only. Never kept, never logged. */
  clientSecret?: string
}

export type RefundRequest = {
  providerId: string
  chargeId: string
  amountPence: Pence
  /** All that is left: the provider is told no amount, so that no currency has to be guessed. */
  isWhole: boolean
  /** The provider keeps it and lists the refund with it. */
  reference: string
  /** Of this call alone; a provider forgets it after a day. */
  idempotencyKey: string
}

/** `pending`: the provider has taken it on. `sent`: the money has gone back. `failed`: it has not, or has come back. */
export type RefundStatus = 'pending' | 'sent' | 'failed'

/** One refund of a payment, as the provider's own list has it. */
export type ProviderRefund = {
  providerId: string
  /** Absent for a refund made in the provider's own pages. */
  reference: string | undefined
  amountPence: Pence
  status: RefundStatus
  createdAt: Date
  /** When it was sent or has failed, where the provider says so. */
  changedAt?: Date | undefined
}

/** A dispute as the provider states it. */
export type ProviderDispute = {
  providerId: string
  /** As `payments.charge_id` has it. */
  chargeId: string | undefined
  /** What the provider kept with the charge; `undefined` where it does not say. */
  reference: string | undefined
  /** Its page in the provider's dashboard. */
  url: string
  /** `open`: it waits for the shop, or decides. `won`: it has taken nothing. `lost`: it has taken `amountPence`. */
  status: 'open' | 'won' | 'lost'
  amountPence: Pence
  /** The provider's fee; `undefined` where it does not say. */
  feePence: Pence | undefined
  reason: string | undefined
  /** Until when it must be answered. */
  dueAt: Date | undefined
  openedAt: Date
  /** `undefined` while it is open, or where the provider does not say. */
  closedAt: Date | undefined
}

/** One charge or refund as a provider lists it. */
export type ListedMoney = {
  kind: 'charge' | 'refund'
  id: string
  /** As `payments.charge_id` has it. */
  chargeId: string
  /** Of a charge alone: the payment's idempotency key. */
  reference: string | undefined
  amountPence: Pence
  /** Lower case. */
  currency: string
  /** A refund that did not reach the buyer, or came back. */
  isFailed: boolean
}

/** All that is taken from a webhook; what happened is asked of the provider. */
export type ProviderEvent = {
  eventId: string
  type: string
  /** The payment it is about. */
  providerId?: string
  /** What was charged, where the provider names only that. */
  chargeId?: string
  disputeId?: string
}

/** @returns `undefined` when the provider did not send it, or sent it long ago. */
export type ReadEvent = (raw: Buffer, headers: IncomingHttpHeaders) => Promise<ProviderEvent | undefined>

/** Whether money went back, was to go back, or came back to us. */
export function isRefund(type: string): boolean {
  return /refund|PAYMENT\.CAPTURE\.REVERSED/i.test(type)
}

/** PayPal announces so what a lost dispute took. */
export function isReversal(type: string): boolean {
  return type === 'PAYMENT.CAPTURE.REVERSED'
}

export function isDispute(type: string): boolean {
  return type.startsWith('charge.dispute.') || type.startsWith('CUSTOMER.DISPUTE.')
}

/**
 * `unreachable`: no answer, so it is unknown what happened; ask again with the same key. `broken`: an answer
 * that makes no sense. `unauthorised`: our key was not taken. `missing`: it knows no such payment, which a key
 * of another account causes as well. None of these says anything about the money. `refused`: it understood
 * and said no; the message is for the buyer.
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
