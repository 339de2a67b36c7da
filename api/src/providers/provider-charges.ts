import type { Pence } from '@site/shared/money'
import type { Provider } from '../database/schema'

/** Money that a provider says it took for us. Pence. */
export type ProviderCharge = {
  provider: Provider
  /** As `payments.charge_id` has it. */
  chargeId: string
  /** The idempotency key we had the provider keep. */
  reference: string | undefined
  takenPence: Pence
  refundedPence: Pence
  /** Lower case. */
  currency: string
}

/** What a provider's own list has, from the oldest on. @throws ProviderError when it cannot be read. */
export type ListCharges = (since: Date, until: Date) => Promise<ProviderCharge[]>
export type ChargeLists = Readonly<Record<Provider, ListCharges>>
