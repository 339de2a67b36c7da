import type { Clock } from './clock'

export type Provider = 'stripe' | 'paypal'

/**
 * `refused`: 400 without a reason. `error`: 500. `busy`: 429. `hang`: no answer. `trickle`: endless single bytes.
 * `missing`: 404. `unauthorised`: 401, a revoked key. `forbidden`: 403, feature off. `garbled`: half a page.
 */
export type FailureKind =
  | 'refused'
  | 'error'
  | 'busy'
  | 'drop'
  | 'hang'
  | 'trickle'
  | 'missing'
  | 'unauthorised'
  | 'forbidden'
  | 'garbled'

export type Failure = { when?: 'before' | 'after'; how?: FailureKind; delayMs?: number }
export type ProviderCall = { provider: Provider; action: string; id?: string }

export type WebhookFailure = { isDropped?: boolean; times?: number; delayMs?: number }

/** State of a new refund; the provider's `settleRefund` moves it on. */
export type RefundOutcome = 'sent' | 'pending' | 'failed' | 'requires_action' | 'canceled'

/** Shared by the fakes of refunds and disputes. */
export type AfterSale<Payment> = {
  clock: Clock
  change: (payment: Payment, values: Partial<Payment>) => Payment
  emit: (type: string, object: Record<string, unknown>) => void
  outcome: () => RefundOutcome | undefined
}

/** Set in code only, never over the network. */
export type Failures = {
  call?: ((call: ProviderCall) => Failure | undefined) | undefined
  webhook?: ((event: { provider: Provider; type: string }) => WebhookFailure | undefined) | undefined
  capture?: ((orderId: string) => string | undefined) | undefined
  refund?: ((provider: Provider) => RefundOutcome | undefined) | undefined
}
