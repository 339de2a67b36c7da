import type { PresentPrices } from '@site/shared/contracts/errors'
import type { PaymentResult } from '../order/order'

/** What an attempt to pay came to. */
export type PaymentOutcome =
  /**
   * Our server knows that the order is paid; `isHeld` when a person looks at it before it is confirmed. A
   * payment settled later has no result of the provider.
   */
  | { kind: 'paid'; isHeld?: true; isMailed?: true; result?: PaymentResult }
  /** The provider will tell later (R147, D-39). */
  | { kind: 'processing' }
  /**
   * It is certain that no money moved: the visitor may try again. `isSpent`: the order is over and its id is of no
   * more use.
   */
  | { kind: 'failed'; message: string; isSpent?: true }
  /** Money may have moved: the visitor must not pay again, only ask again (D-47). */
  | { kind: 'unsettled'; message: string }
  /** Nothing was begun, because the same was ordered a moment ago: the visitor has to say that they mean it. */
  | { kind: 'similar'; message: string }
  /** Nothing was begun, because the courses cost something else now. */
  | { kind: 'repriced'; message: string; lines: PresentPrices['lines'] }

export const failed = (message: string): PaymentOutcome => ({ kind: 'failed', message })
export const unsettled = (message: string): PaymentOutcome => ({ kind: 'unsettled', message })
