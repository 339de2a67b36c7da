import type { PresentPrices } from '@site/shared/contracts/errors'
import type { PaymentResult } from '../order/order'

export type PaymentOutcome =
  /** Settled later, it has no `result`. */
  | { kind: 'paid'; isHeld?: true; isMailed?: true; result?: PaymentResult }
  | { kind: 'processing' }
  /** No money moved. `isSpent`: the order id is of no more use. */
  | { kind: 'failed'; message: string; isSpent?: true }
  /** Money may have moved: ask again, never pay again (D-47). */
  | { kind: 'unsettled'; message: string }
  /** The same was ordered a moment ago. */
  | { kind: 'similar'; message: string }
  | { kind: 'repriced'; message: string; lines: PresentPrices['lines'] }

export const failed = (message: string): PaymentOutcome => ({ kind: 'failed', message })
export const unsettled = (message: string): PaymentOutcome => ({ kind: 'unsettled', message })
