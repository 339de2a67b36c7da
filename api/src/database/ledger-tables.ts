import type { EntryKind } from '@site/providers/entry-kind'
import type { Provider } from '@site/providers/provider'
import type { Pence } from '@site/shared/money'
import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './schema'

/** What the providers' own books say of our balances there, by their dates. Money is in pence. */

/** One line of a provider's book; it is never changed there, and not here. */
export const providerEntries = pgTable(
  'provider_entries',
  {
    provider: text('provider').$type<Provider>().notNull(),
    entryId: text('entry_id').notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    /** What it adds to the balance before the fee; below 0 what it takes. */
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    /** What the provider takes for it. */
    feePence: integer('fee_pence').$type<Pence>().notNull(),
    currency: text('currency').notNull(),
    at: at('at').notNull(),
    chargeId: text('charge_id'),
    aboutId: text('about_id'),
    reference: text('reference'),
    /** The payment it is about; `null` when it is about none of ours. */
    paymentId: bigint('payment_id', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ name: 'provider_entries_pkey', columns: [table.provider, table.entryId] }),
    index('provider_entries_at').on(table.at),
    index('provider_entries_charge').on(table.provider, table.chargeId),
  ],
)

/** One day (UTC) of one provider: what its book says, and how far our own is from it. */
export const statements = pgTable(
  'statements',
  {
    provider: text('provider').$type<Provider>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    chargesPence: integer('charges_pence').$type<Pence>().notNull(),
    refundsPence: integer('refunds_pence').$type<Pence>().notNull(),
    disputesPence: integer('disputes_pence').$type<Pence>().notNull(),
    feesPence: integer('fees_pence').$type<Pence>().notNull(),
    payoutsPence: integer('payouts_pence').$type<Pence>().notNull(),
    /** With all that another product of the same account has moved, less its fees. */
    otherPence: integer('other_pence').$type<Pence>().notNull(),
    /** The provider's less ours; each part of it is a case. */
    differencePence: integer('difference_pence').$type<Pence>().notNull(),
    madeAt: at('made_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: 'statements_pkey', columns: [table.provider, table.day] })],
)

export type KeptEntry = typeof providerEntries.$inferSelect
export type Statement = typeof statements.$inferSelect
