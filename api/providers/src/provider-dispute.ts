import type { Pence } from '@site/shared/money'

/** A dispute as the provider states it. */
export type ProviderDispute = {
  providerId: string
  /** As `payments.charge_id` has it. */
  chargeId: string | undefined
  /** What the provider kept with the charge; `undefined` where it does not say. */
  reference: string | undefined
  /** Its page in the provider's dashboard. */
  url: string
  /** `open`: it waits for the shop, or decides. `won`: it has taken nothing. `lost`: it has taken `amountPence`. */
  status: 'open' | 'won' | 'lost'
  amountPence: Pence
  /** The provider's fee; `undefined` where it does not say. */
  feePence: Pence | undefined
  reason: string | undefined
  /** Until when it must be answered. */
  dueAt: Date | undefined
  openedAt: Date
  /** `undefined` while it is open, or where the provider does not say. */
  closedAt: Date | undefined
}
