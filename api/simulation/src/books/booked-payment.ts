/** What a provider's books say of one payment, in words both providers share. Amounts in pence. */
export type BookedRefund = {
  id: string
  amountPence: number
  state: 'sent' | 'pending' | 'failed'
  /** Who wanted it: the shop by a call, or its owner in the provider's own pages. */
  origin: 'shop' | 'dashboard'
  /** When it was made, by the true clock. */
  at: number
  /** It counted as sent for a while, or as under way, before it failed. */
  hasFailedLate: boolean
  /** The provider has said that it is sent, whatever became of it. */
  wasSent: boolean
  /** When it was sent or has failed, where that was later. */
  endedAt: number | undefined
}

export type BookedDispute = {
  id: string
  amountPence: number
  feePence: number
  /** `won`: it is over and has taken nothing. */
  state: 'open' | 'won' | 'lost'
  /** What is gone by it, also while one that was lost is decided again. */
  takenPence: number
  /** By the true clock, as `closedAt`. */
  openedAt: number
  closedAt: number | undefined
  /** The shop was last asked for an answer at `at`, until `until`: by the true clock, too. */
  asked: { at: number; until: number }
}

export type BookedPayment = {
  provider: 'stripe' | 'paypal'
  /** The provider's name for the payment, as the shop knows it. */
  id: string
  /** The provider's name for what was taken. */
  chargeId: string | undefined
  /** What the shop had the provider keep with it. */
  reference: string | undefined
  takenPence: number
  /** It was taken more than a day after it was begun. */
  isLate: boolean
  refunds: readonly BookedRefund[]
  dispute: BookedDispute | undefined
  /** The bank has not decided yet. */
  isDeciding: boolean
  /** When the bank had thought about it and refused, where nothing was tried after that for two hours. */
  refusedLateAt: readonly number[]
  /** When its buyer last approved it, where that and taking it are two things. */
  approvedAt: number | undefined
  /** When it was taken, where that was by a call of the shop's and not of the buyer's browser. */
  takenByShopAt: number | undefined
}

/** What is with the shop after everything that has gone back. */
export function keptOf(payment: BookedPayment): number {
  return payment.takenPence - sentBackOf(payment) - (payment.dispute?.takenPence ?? 0)
}

/** What has gone back to the buyer, without what failed on its way. */
export function sentBackOf({ refunds }: BookedPayment): number {
  return refunds.filter(({ state }) => state === 'sent').reduce((sum, { amountPence }) => sum + amountPence, 0)
}

export function pendingOf({ refunds }: BookedPayment): number {
  return refunds.filter(({ state }) => state === 'pending').reduce((sum, { amountPence }) => sum + amountPence, 0)
}
