/**
 * What a line of a provider's book is. `refund_failed`: money of a refund that has come back. `dispute`: taken by a
 * dispute; `dispute_won`: given back. `fee`: what the provider takes by itself. `payout`: to the shop's bank.
 */
export type EntryKind = 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won' | 'fee' | 'payout' | 'other'
