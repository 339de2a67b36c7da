import type { Provider } from '@site/providers/gateway'
import type { Pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import { bigint, bigserial, check, foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { at, ofOrder, payments } from './schema'

/** What is kept of a sale after it: money sent back, and what a person must deal with. Money is in pence. */

/**
 * `requested`: wanted, and the provider may not know of it yet. `pending`: the provider has it, the money is on its way.
 * `sent`: it has gone back. `failed`: it has not, or has come back to us.
 */
export type RefundState = 'requested' | 'pending' | 'sent' | 'failed'
export type RefundOrigin = 'admin' | 'return' | 'provider'

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
    state: text('state').$type<RefundState>().notNull(),
    /** Who began it: a person here, the shop with money it may not keep, or somebody in the provider's own pages. */
    origin: text('origin').$type<RefundOrigin>().notNull().default('admin'),
    /** Who wanted it and why; of `admin` alone. */
    actor: text('actor'),
    reason: text('reason'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When it was `sent` or has `failed`. */
    finishedAt: at('finished_at'),
    /** When the provider was last asked to do it. */
    askedAt: at('asked_at'),
    /** Counts the keys used for it: a provider repeats an error of its own for one. */
    tries: integer('tries').notNull().default(0),
    /** When the sweep asks next. */
    nextCheckAt: at('next_check_at').notNull().defaultNow(),
    failedChecks: integer('failed_checks').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    ofOrder('refunds', table.orderId),
    foreignKey({ name: 'refunds_payment_id_fkey', columns: [table.paymentId], foreignColumns: [payments.id] }),
    check('refunds_amount_pence_check', sql`${table.amountPence} > 0`),
    check('refunds_state_check', sql`${table.state} in ('requested', 'pending', 'sent', 'failed')`),
    check('refunds_origin_check', sql`${table.origin} in ('admin', 'return', 'provider')`),
    index('refunds_order').on(table.orderId),
    index('refunds_unfinished').on(table.nextCheckAt).where(sql`${table.state} in ('requested', 'pending')`),
  ],
)

/** What buyers or their banks have taken back through a provider, or have tried to. */
export const disputes = pgTable(
  'disputes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    provider: text('provider').$type<Provider>().notNull(),
    providerId: text('provider_id').notNull(),
    orderId: text('order_id').notNull(),
    paymentId: bigint('payment_id', { mode: 'number' }).notNull(),
    /** `open`: the provider waits or decides. `won`: the money stays here. `lost`: it is gone. */
    state: text('state').$type<DisputeState>().notNull(),
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    /** What the provider asks for it; `null` where it does not say. */
    feePence: integer('fee_pence').$type<Pence>(),
    /** In the provider's words. */
    reason: text('reason'),
    /** Until when it must be answered. */
    dueAt: at('due_at'),
    openedAt: at('opened_at').notNull().defaultNow(),
    closedAt: at('closed_at'),
  },
  (table) => [
    ofOrder('disputes', table.orderId),
    foreignKey({ name: 'disputes_payment_id_fkey', columns: [table.paymentId], foreignColumns: [payments.id] }),
    unique('disputes_once').on(table.provider, table.providerId),
    check('disputes_state_check', sql`${table.state} in ('open', 'won', 'lost')`),
    check('disputes_amount_pence_check', sql`${table.amountPence} > 0`),
    index('disputes_order').on(table.orderId),
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

export type DisputeState = 'open' | 'won' | 'lost'
export type Dispute = typeof disputes.$inferSelect
export type Case = typeof cases.$inferSelect
export type Refund = typeof refunds.$inferSelect
