export type Provider = 'stripe' | 'paypal'

/**
 * `refused`: 400 without a reason. `error`: status 500. `busy`: 429. `drop`: the connection is closed. `hang`: no
 * answer, ever. `trickle`: an answer that comes in single bytes and never ends. `missing`: 404, as for an id of another account. `unauthorised`: 401, as for a key
 * that was taken back. `forbidden`: 403, as for what is not switched on for a key. `garbled`: 200 with half a page.
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

/** A failure of a provider, for tests and failure drills: the call fails `before` or `after` it did its work. */
export type Failure = { when?: 'before' | 'after'; how?: FailureKind; delayMs?: number }
/** `id`: the payment it is about, where the call names one. */
export type ProviderCall = { provider: Provider; action: string; id?: string }

/** How a webhook goes wrong: not sent, sent more often, sent late. */
export type WebhookFailure = { isDropped?: boolean; times?: number; delayMs?: number }

/** What becomes of a refund at once; `settleRefund` of the provider moves it on. */
export type RefundOutcome = 'sent' | 'pending' | 'failed' | 'requires_action' | 'canceled'

/** Only code can set these; there is no way to reach them over the network. */
export type Failures = {
  call?: (call: ProviderCall) => Failure | undefined
  webhook?: (event: { provider: Provider; type: string }) => WebhookFailure | undefined
  /** PayPal's name for why an approved order is not captured; `DECLINED`: the answer is 201 with a declined capture. */
  capture?: (orderId: string) => string | undefined
  /** What a refund comes to; absent: it is sent. */
  refund?: (provider: Provider) => RefundOutcome | undefined
}
