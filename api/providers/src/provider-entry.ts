import type { Pence } from '@site/shared/money'
import type { EntryKind } from './entry-kind'
import type { Provider } from './provider'

/** One line of a provider's own book about our balance there, by its own date. */
export type ProviderEntry = {
  provider: Provider
  entryId: string
  kind: EntryKind
  /** What it adds to the balance before the fee; below 0 what it takes. */
  amountPence: Pence
  /** What the provider takes for it; below 0 where it gives a fee back. */
  feePence: Pence
  /** Lower case. */
  currency: string
  at: Date
  /** As `payments.charge_id` has it. */
  chargeId: string | undefined
  /** The provider's name of the refund or the dispute, where it names one. */
  aboutId: string | undefined
  /** The key that we had the provider keep with the payment. */
  reference: string | undefined
}

/** What a provider's book has, from the oldest on. @throws ProviderError when it cannot be read. */
export type ListEntries = (since: Date, until: Date) => Promise<ProviderEntry[]>
export type EntryLists = Readonly<Record<Provider, ListEntries>>
