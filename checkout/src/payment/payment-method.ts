import type { ComponentType } from 'react'
import type { Order, StartedPayment } from '../order/order'
import type { PaymentOutcome } from './outcome'

/** One go at paying an order; there is never more than one at a time. */
export type Attempt = {
  order: Order
  /** True once it has ended, or another tab has paid the order or given it up: take no money then. */
  isOver: () => boolean
  /** To be called before the provider may move money, with what the payment can be asked after by. */
  lock: (payment: StartedPayment) => void
  /**
   * Runs a provider's flow to its end, unless it goes on without an outcome; whatever it throws, the visitor is
   * told no more than is certain.
   */
  run: (flow: () => Promise<PaymentOutcome | undefined>) => Promise<void>
  /** Ends the attempt; only the first call counts (D-44). */
  end: (outcome: PaymentOutcome) => void
}

/** What the checkout lends a panel. */
export type PanelProps = {
  /** What is to be paid, in pounds. */
  total: number
  /** True while any payment is under way; nothing may start another. */
  isBusy: boolean
  /** Whether the customer's details are complete; if not, the visitor has been told. */
  checkCustomer: () => boolean
  /** Starts the one attempt; nothing when there is none and the visitor has been told why. */
  begin: () => Attempt | undefined
  /** Tells the visitor why there is no attempt. */
  refuse: (message: string) => void
}

/**
 * One way to pay: its panel runs the provider's flow on an attempt. A further provider is a folder with one of these, and a line in `payment-methods.ts`.
 */
export type PaymentMethod = {
  id: string
  label: string
  hint: string
  /** Who handles the money. */
  provider: string
  /** R142, R154: the words differ between the methods. */
  customerMissing: string
  /** True when the provider's code loads with the page (R140), and not when the method is chosen. */
  isLoadedWithPage: boolean
  /** The form that pays; a method without one is started by the provider's own button. */
  formId?: string
  /** Fetches the panel and the provider's code, which no other page loads. */
  loadPanel: () => Promise<{ Panel: ComponentType<PanelProps> }>
  /** How an order was paid, for its confirmation: a sentence. */
  describe: (payment: StartedPayment) => string
}
