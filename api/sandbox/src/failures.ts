export type Provider = 'stripe' | 'paypal'

/**
 * `error`: status 500. `drop`: the connection is closed. `hang`: no answer, ever. `missing`: 404, as for an id
 * of another account. `unauthorised`: 401, as for a key that was taken back. `garbled`: 200 with half a page.
 */
export type FailureKind = 'error' | 'drop' | 'hang' | 'missing' | 'unauthorised' | 'garbled'

/** A failure of a provider, for tests and failure drills: the call fails `before` or `after` it did its work. */
export type Failure = { when?: 'before' | 'after'; how?: FailureKind; delayMs?: number }
/** `id`: the payment it is about, where the call names one. */
export type ProviderCall = { provider: Provider; action: string; id?: string }

/** How a webhook goes wrong: not sent, sent more often, sent late. */
export type WebhookFailure = { isDropped?: boolean; times?: number; delayMs?: number }

/** Only code can set these; there is no way to reach them over the network. */
export type Failures = {
  call?: (call: ProviderCall) => Failure | undefined
  webhook?: (event: { provider: Provider; type: string }) => WebhookFailure | undefined
}
