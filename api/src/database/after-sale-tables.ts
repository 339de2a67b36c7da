import type { Provider } from '@site/providers/gateway'
import type { Pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import { bigint, bigserial, check, foreignKey, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { at, ofOrder, payments } from './schema'

/**
 * `requested`: the provider may not know of it yet. `pending`: the money is on its way. `failed`: it has not gone, or
 * came back.
 */
export type RefundState = 'requested' | 'pending' | 'sent' | 'failed'
export type RefundOrigin = 'admin' | 'return' | 'provider'

/** The key is stored before the call to the provider. */
export const refunds = pgTable(
  'refunds',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id').notNull(),
    paymentId: bigint('payment_id', { mode: 'number' }).notNull(),
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique('refunds_idempotency_key_key'),
    providerId: text('provider_id'),
    state: text('state').$type<RefundState>().notNull(),
    /** `return`: the shop sent back money it may not keep. `provider`: made in the dashboard. */
    origin: text('origin').$type<RefundOrigin>().notNull().default('admin'),
    /** Only for `admin`. */
    actor: text('actor'),
    reason: text('reason'),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
    askedAt: at('asked_at'),
    /** Number of the idempotency key: a provider repeats its own errors for one key. */
    tries: integer('tries').notNull().default(0),
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

export const disputes = pgTable(
  'disputes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    provider: text('provider').$type<Provider>().notNull(),
    providerId: text('provider_id').notNull(),
    orderId: text('order_id').notNull(),
    paymentId: bigint('payment_id', { mode: 'number' }).notNull(),
    state: text('state').$type<DisputeState>().notNull(),
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    /** `null` where the provider does not say. */
    feePence: integer('fee_pence').$type<Pence>(),
    reason: text('reason'),
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

export const cases = pgTable(
  'cases',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    orderId: text('order_id'),
    provider: text('provider').$type<Provider>(),
    subject: text('subject').notNull(),
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

export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
  outcome: text('outcome'),
})

export const bookings = pgTable(
  'bookings',
  {
    orderId: text('order_id').primaryKey(),
    /** Two tabs must not overwrite each other. */
    version: integer('version').notNull().default(0),
    company: text('company').notNull().default(''),
    purchaseOrder: text('purchase_order').notNull().default(''),
    wishes: text('wishes').notNull().default(''),
    people: jsonb('people').$type<readonly BookedPlace[]>().notNull().default([]),
    confirmed: jsonb('confirmed').$type<readonly ConfirmedDate[]>().notNull().default([]),
    changedAt: at('changed_at').notNull().defaultNow(),
    keepUntil: at('keep_until').notNull(),
  },
  (table) => [ofOrder('bookings', table.orderId), index('bookings_kept').on(table.keepUntil)],
)

/** `place` counts from 0 within a course. */
export type BookedPlace = { courseId: number; place: number; name: string; email: string }
export type ConfirmedDate = {
  courseId: number
  sequence: number
  startsAt: string
  endsAt: string
  place: string
  instructions: string
  confirmedAt: string
  /** The money went back before the course. */
  isCancelled?: true
}

export const throttles = pgTable(
  'throttles',
  {
    /** A digest, so no address is stored. */
    key: text('key').primaryKey(),
    hits: integer('hits').notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (table) => [check('throttles_hits_check', sql`${table.hits} > 0`), index('throttles_ended').on(table.endsAt)],
)

export type DisputeState = 'open' | 'won' | 'lost'
export type Dispute = typeof disputes.$inferSelect
export type Case = typeof cases.$inferSelect
export type Refund = typeof refunds.$inferSelect
export type Booking = typeof bookings.$inferSelect
