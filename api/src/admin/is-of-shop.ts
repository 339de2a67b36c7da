import type { KeptEntry } from '../database/ledger-tables'
import { isOurReference } from '../payments/shared/payment-repository'

/**
 * Whether a line of a provider's book is this shop's: it is about a payment of ours, or about money that carries our reference
 * and belongs to no order yet, or about no charge at all, as payouts and the account's own fees. The others are of another product
 * of the same account. They stand in the books as `other`, since payouts are made of both.
 */
export function isOfShop({
  kind,
  paymentId,
  reference,
  chargeId,
}: Pick<KeptEntry, 'kind' | 'paymentId' | 'reference' | 'chargeId'>): boolean {
  if (paymentId !== null || isOurReference(reference ?? undefined)) return true
  return kind === 'payout' || ((kind === 'fee' || kind === 'other') && chargeId === null)
}
