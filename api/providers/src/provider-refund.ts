import type { Pence } from '@site/shared/money'

/** `pending`: the provider has taken it on. `sent`: the money has gone back. `failed`: it has not, or has come back. */
export type RefundStatus = 'pending' | 'sent' | 'failed'

/** One refund of a payment, as the provider's own list has it. */
export type ProviderRefund = {
  providerId: string
  /** The key we had the provider keep; absent where somebody sent money back in its own pages. */
  reference: string | undefined
  amountPence: Pence
  status: RefundStatus
  createdAt: Date
  /** When it was sent or has failed, where the provider says so. */
  changedAt?: Date | undefined
}

export type RefundRequest = {
  /** The payment and what was charged, by the provider's names. */
  providerId: string
  chargeId: string
  amountPence: Pence
  /** All that is left: the provider is not told an amount, so that no currency has to be guessed. */
  isWhole: boolean
  /** Kept by the provider, for its list. */
  reference: string
  /** Of this call alone; a provider forgets it after a day. */
  idempotencyKey: string
}
