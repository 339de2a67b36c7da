import type { Pence } from '@site/shared/money'

/** One charge or refund as a provider lists it. */
export type ListedMoney = {
  kind: 'charge' | 'refund'
  /** The provider's name for it. */
  id: string
  /** As `payments.charge_id` has it. */
  chargeId: string
  /** The key that we had the provider keep with the payment; of a charge alone. */
  reference: string | undefined
  amountPence: Pence
  /** Lower case. */
  currency: string
  /** A refund that did not reach the buyer, or came back. */
  isFailed: boolean
}

export const LIST_TIMEOUT_MS = 30_000
