import type { Provider } from '../database/schema'

/** What is asked of a provider; the same idempotency key always means the same payment. */
export type PaymentRequest = {
  orderId: string
  amountPence: number
  idempotencyKey: string
  /** Milliseconds the answer may take. */
  timeoutMs?: number
}

/**
 * `open`: nothing moved yet. `approved`: the buyer agreed, we must capture. `closed`: no money can move
 * any more. `failed`: the bank refused after it had begun.
 */
export type ProviderStatus = 'open' | 'approved' | 'processing' | 'succeeded' | 'failed' | 'closed'

/** The truth about one payment, as the provider tells it. */
export type ProviderPayment = {
  provider: Provider
  providerId: string
  /** What we had the provider keep: the idempotency key of the payment. */
  reference: string | undefined
  amountPence: number
  /** Lower case. */
  currency: string
  status: ProviderStatus
  /** False when test money meets live keys or the other way round. */
  isOurMode: boolean
  /** What a refund names. */
  chargeId?: string
  /** Lets the buyer's browser pay; Stripe only. Never kept, never logged. */
  clientSecret?: string
}

export type Gateway = {
  provider: Provider
  /** Makes the payment, or finds the one made earlier with the same key. */
  start: (request: PaymentRequest) => Promise<ProviderPayment>
  /** `undefined` when the provider does not know the id. */
  read: (providerId: string) => Promise<ProviderPayment | undefined>
  /** Takes the money the buyer approved; the payment as it is when there is nothing to take. */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>
  /** Makes sure no money can move any more where the provider has a way to. */
  close: (providerId: string, idempotencyKey: string) => Promise<ProviderPayment | undefined>
  refund: (chargeId: string, idempotencyKey: string) => Promise<void>
}

export type Gateways = Readonly<Record<Provider, Gateway>>

/**
 * `unreachable`: no answer, so it is unknown what happened; ask again with the same key. `broken`: the
 * provider answered with a fault of its own. `refused`: it understood and said no; the message is for the buyer.
 */
export type ProviderFault = 'unreachable' | 'broken' | 'refused'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly fault: ProviderFault
  constructor(fault: ProviderFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** Inside the page's 10 seconds (R144). */
export const PROVIDER_TIMEOUT_MS = 8_000
