import type { Pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import { bigint, bigserial, check, foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { at, ofOrder, type Provider, payments } from './schema'

/** What is kept of a sale after it: money sent back, and what a person must deal with. Money is in pence. */

/** One row for each time money is sent back; the key is kept before the provider is asked. */
export const refunds = pgTable(
  'refunds',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id').notNull(),
    paymentId: bigint('payment_id', { mode: 'number' }).notNull(),
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique('refunds_idempotency_key_key'),
    /** The provider's name for it; `null` until the provider has answered. */
    providerId: text('provider_id'),
    /** `requested` (the provider may not know of it yet) → `succeeded` or `failed`. */
    state: text('state').$type<'requested' | 'succeeded' | 'failed'>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (table) => [
    ofOrder('refunds', table.orderId),
    foreignKey({ name: 'refunds_payment_id_fkey', columns: [table.paymentId], foreignColumns: [payments.id] }),
    check('refunds_amount_pence_check', sql`${table.amountPence} > 0`),
    check('refunds_state_check', sql`${table.state} in ('requested', 'succeeded', 'failed')`),
    index('refunds_order').on(table.orderId),
  ],
)

/**
 * Something a person must deal with: a charge without an order, a dispute, money sent back elsewhere. It is
 * listed until somebody closes it and says why.
 */
export const cases = pgTable(
  'cases',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    /** `null` when no order is known. */
    orderId: text('order_id'),
    provider: text('provider').$type<Provider>(),
    /** What it is about, by the provider's name; the same case is opened once. */
    subject: text('subject').notNull(),
    /** One sentence for the owner. */
    summary: text('summary').notNull(),
    amountPence: integer('amount_pence').$type<Pence>(),
    openedAt: at('opened_at').notNull().defaultNow(),
    closedAt: at('closed_at'),
    closedBy: text('closed_by'),
    closedReason: text('closed_reason'),
  },
  (table) => [
    ofOrder('cases', table.orderId),
    unique('cases_once').on(table.kind, table.subject),
    index('cases_open').on(table.openedAt).where(sql`${table.closedAt} is null`),
  ],
)

/** Work that is done once in a while by one of the servers. */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
  /** What came of it, in words. */
  outcome: text('outcome'),
})

export type Case = typeof cases.$inferSelect
export type Refund = typeof refunds.$inferSelect
