import type { PresentPrices } from '@site/shared/contracts/errors'
import type { ComponentType } from 'react'
import type { Order, PaymentResult, StartedPayment } from '../order/order'

export type Attempt = {
  order: Order
  /** Ended, or another tab paid or gave up the order: take no money. */
  isOver: () => boolean
  /** Before the provider may move money. */
  lock: (payment: StartedPayment) => void
  run: (flow: () => Promise<PaymentOutcome | undefined>) => Promise<void>
  /** Only the first call counts (D-44). */
  end: (outcome: PaymentOutcome) => void
}

export type PanelProps = {
  /** Amount due, in pounds. */
  total: number
  isBusy: boolean
  /** If not, the visitor has been told. */
  checkCustomer: () => boolean
  /** After a check without complaints. */
  begin: () => Attempt | undefined
}

/** A further provider is one of these in `payment-methods.ts` and a folder with its panel. */
export type PaymentMethod = {
  id: string
  label: string
  hint: string
  provider: string
  /** Brands it takes, shown beside the label. */
  marks?: readonly string[]
  customerMissing: string
  /** With the page (R140), not when the method is chosen. */
  isLoadedWithPage: boolean
  /** Absent: the provider's own button starts the payment. */
  formId?: string
  loadPanel: () => Promise<{ Panel: ComponentType<PanelProps> }>
  describe: (payment: StartedPayment) => string
}

export type PaymentOutcome =
  /** Settled later, it has no `result`. */
  | { kind: 'paid'; isHeld?: true | undefined; isMailed?: true | undefined; result?: PaymentResult }
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
