import type { ComponentType } from 'react'
import type { Order, StartedPayment } from '../order/order'
import type { PaymentOutcome } from './outcome'

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
  /** What is to be paid, in pounds. */
  total: number
  isBusy: boolean
  /** If not, the visitor has been told. */
  checkCustomer: () => boolean
  begin: () => Attempt | undefined
  refuse: (message: string) => void
}

/** A further provider is a folder with one of these and a line in `payment-methods.ts`. */
export type PaymentMethod = {
  id: string
  label: string
  hint: string
  provider: string
  customerMissing: string
  /** With the page (R140), not when the method is chosen. */
  isLoadedWithPage: boolean
  /** Absent: the provider's own button starts the payment. */
  formId?: string
  loadPanel: () => Promise<{ Panel: ComponentType<PanelProps> }>
  describe: (payment: StartedPayment) => string
}
