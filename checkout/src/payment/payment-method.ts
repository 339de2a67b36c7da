import type { ComponentType } from 'react'
import type { Attempt } from '../order/attempt'
import type { Evidence } from '../order/order'

/** What the checkout lends a panel. */
export type PanelProps = {
  /** What is to be paid, in pounds. */
  total: number
  /** True while any payment is under way; nothing may start another. */
  isBusy: boolean
  /** Whether the customer's details are complete; if not, the visitor has been told. */
  checkCustomer: () => boolean
  /** Starts the one attempt, or returns nothing while there is another. */
  begin: () => Attempt | undefined
  /** Tells the visitor why there is no attempt. */
  refuse: (message: string) => void
}

/**
 * One way to pay. A provider plugs in by a panel, which loads its library and runs its flow on an
 * attempt, by its kind of `Evidence`, and by its line in `settleOrder`.
 */
export type PaymentMethod = {
  id: Evidence['method']
  label: string
  hint: string
  /** R142, R154: the words differ between the methods. */
  customerMissing: string
  /** Fetches the panel and the provider's code, which no other page loads. */
  loadPanel: () => Promise<{ Panel: ComponentType<PanelProps> }>
}
