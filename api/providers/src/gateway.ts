import type { Pence } from '@site/shared/money'
import type { ListedMoney } from './listed-money'
import type { Provider } from './provider'
import type { ProviderDispute } from './provider-dispute'
import type { ProviderRefund, RefundRequest } from './provider-refund'

/** What is asked of a provider; the same idempotency key always means the same payment. */
export type PaymentRequest = {
  orderId: string
  /** Counts the payments begun for the order: each is an invoice of its own. */
  attempt: number
  amountPence: Pence
  idempotencyKey: string
  /** Milliseconds the answer may take. */
  timeoutMs?: number
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
  /** Pence that have gone back to the buyer so far or are on their way; absent where the provider does not say. */
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
  /** Makes sure no money can move any more where the provider has a way to. */
  close: (providerId: string, options?: CallOptions) => Promise<ProviderPayment>
  /** Asks for money to be sent back; what became of it is in the answer, which need not be that it was sent. */
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
