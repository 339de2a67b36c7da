import type { Pence } from '@site/shared/money'
import type { Provider } from '../database/schema'

/** What is asked of a provider; the same idempotency key always means the same payment. */
export type PaymentRequest = {
  orderId: string
  amountPence: Pence
  idempotencyKey: string
  /** Milliseconds the answer may take. */
  timeoutMs?: number
}

/**
 * `open`: nothing moved yet. `approved`: the buyer agreed, we must capture. `declined`: the source of the
 * money said no, the buyer may choose another for the same payment. `closed`: no money can move any more.
 * `failed`: the bank refused after it had begun.
 */
export type ProviderStatus = 'open' | 'approved' | 'declined' | 'processing' | 'succeeded' | 'failed' | 'closed'

/** The truth about one payment, as the provider answers it. */
export type ProviderPayment = {
  provider: Provider
  providerId: string
  /** What we had the provider keep: the idempotency key of the payment. */
  reference: string | undefined
  amountPence: Pence
  /** Lower case. */
  currency: string
  status: ProviderStatus
  /** False when test money meets live keys or the other way round. */
  isOurMode: boolean
  /** What a refund names. */
  chargeId?: string
  /** Pence that have gone back to the buyer so far; absent where the provider does not say. */
  refundedPence?: Pence
  /** Lets the buyer's browser pay; Stripe only. Never kept, never logged. */
  clientSecret?: string
}

export type CallOptions = {
  /** Milliseconds the answer may take. */
  timeoutMs?: number
}

/** Every call throws a `ProviderError` when the provider does not do what it was asked. */
export type Gateway = {
  provider: Provider
  /** Makes the payment, or finds the one made earlier with the same key. */
  start: (request: PaymentRequest) => Promise<ProviderPayment>
  read: (providerId: string, options?: CallOptions) => Promise<ProviderPayment>
  /** Takes the money the buyer approved; the payment as it is when there is nothing to take. */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>
  /** Makes sure no money can move any more where the provider has a way to. */
  close: (providerId: string, idempotencyKey: string, options?: CallOptions) => Promise<ProviderPayment>
  /** Sends money back: all of it, or an amount in pence. @returns the provider's name for the refund, if it gave one. */
  refund: (chargeId: string, idempotencyKey: string, amountPence?: Pence) => Promise<string | undefined>
}

export type Gateways = Readonly<Record<Provider, Gateway>>

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

/** Inside the page's 10 seconds (R144). */
export const PROVIDER_TIMEOUT_MS = 8_000
