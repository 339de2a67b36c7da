import type { Pence } from '@site/shared/money'

/** What a buyer or a bank wants back through the provider, as the provider has it. */
export type ProviderDispute = {
  providerId: string
  /** As `payments.charge_id` has it. */
  chargeId: string | undefined
  /** `open`: it waits for the shop, or decides. `won`: it has taken nothing. `lost`: it has taken `amountPence`. */
  status: 'open' | 'won' | 'lost'
  amountPence: Pence
  /** What the shop itself has sent back between its opening and its end is a part of `amountPence`. */
  hasOurRefunds: boolean
  /** What the provider asks for it; `undefined` where it does not say. */
  feePence: Pence | undefined
  reason: string | undefined
  /** Until when it must be answered. */
  dueAt: Date | undefined
  openedAt: Date
  /** `undefined` while it is open, or where the provider does not say. */
  closedAt: Date | undefined
}
