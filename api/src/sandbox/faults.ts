import type { Provider } from '../database/schema'

/**
 * A fault of a provider, for tests and failure drills: the call fails `before` or `after` it did its
 * work, with an `error` (status 500) or by dropping the connection.
 */
export type Fault = { when?: 'before' | 'after'; how?: 'error' | 'drop'; delayMs?: number }
export type StandInCall = { provider: Provider; action: string }

/** How a webhook goes wrong: not sent, sent more often, sent late. */
export type WebhookFault = { isDropped?: boolean; times?: number; delayMs?: number }

/** Only code can set these; there is no way to reach them over the network. */
export type Faults = {
  call?: (call: StandInCall) => Fault | undefined
  webhook?: (event: { provider: Provider; type: string }) => WebhookFault | undefined
}
