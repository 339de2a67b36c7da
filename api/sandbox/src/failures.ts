export type Provider = 'stripe' | 'paypal'

/**
 * `refused`: 400 without a reason. `error`: 500. `busy`: 429. `drop`: closed connection. `hang`: no answer.
 * `trickle`: endless single bytes. `missing`: 404. `unauthorised`: 401, a revoked key.
 * `forbidden`: 403, a feature that is off for the key. `garbled`: 200 with half a page.
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

/** The call fails `before` or `after` its work. */
export type Failure = { when?: 'before' | 'after'; how?: FailureKind; delayMs?: number }
/** `id`: payment, where the call names one. */
export type ProviderCall = { provider: Provider; action: string; id?: string }

export type WebhookFailure = { isDropped?: boolean; times?: number; delayMs?: number }

/** State of a new refund; the provider's `settleRefund` moves it on. */
export type RefundOutcome = 'sent' | 'pending' | 'failed' | 'requires_action' | 'canceled'

/** Set in code only, never over the network. */
export type Failures = {
  call?: (call: ProviderCall) => Failure | undefined
  webhook?: (event: { provider: Provider; type: string }) => WebhookFailure | undefined
  /** PayPal's issue that blocks a capture; `DECLINED` gives 201 with a declined capture. */
  capture?: (orderId: string) => string | undefined
  refund?: (provider: Provider) => RefundOutcome | undefined
}
