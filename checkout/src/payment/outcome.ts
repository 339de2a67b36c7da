import type { PaymentResult } from '../order/order'

/** What an attempt to pay came to. */
export type PaymentOutcome =
  /** Our server knows that the order is paid. A payment settled later has no result of the provider. */
  | { kind: 'paid'; result?: PaymentResult }
  /** The provider will tell later (R147, D-39). */
  | { kind: 'processing' }
  /** It is certain that no money moved: the visitor may try again. */
  | { kind: 'failed'; message: string }
  /** Money may have moved: the visitor must not pay again, only ask again (D-47). */
  | { kind: 'unsettled'; message: string }

export const failed = (message: string): PaymentOutcome => ({ kind: 'failed', message })
export const unsettled = (message: string): PaymentOutcome => ({ kind: 'unsettled', message })
