import type { Provider } from '@site/providers/gateway'
import { type Pence, pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** README.md explains how tables change. All money is in pence. */

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Transitions: `orders/order-repository.ts`. */
export type OrderState =
  | 'created'
  | 'pending'
  | 'processing'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'needs_attention'
  | 'refunded'
  | 'charged_back'
/** Transitions: `payments/shared/payment-repository.ts`. */
export type PaymentState =
  | 'open'
  | 'processing'
  | 'declined'
  | 'succeeded'
  | 'duplicate'
  | 'refunded'
  | 'charged_back'
  | 'ended'

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    state: text('state').$type<OrderState>().notNull(),
    /** Number of the current payment row: a new basket or provider makes a new one. */
    attempt: integer('attempt').notNull(),
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    vatPence: integer('vat_pence').$type<Pence>(),
    /** `false` when the browser sent no items or the order was taken in. */
    isPriced: boolean('is_priced').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerName: text('customer_name').notNull(),
    description: text('description').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    paidAt: at('paid_at'),
    erasedAt: at('erased_at'),
  },
  (table) => [
    check('orders_id_check', sql`${table.id} ~ '^order_[A-Za-z0-9_-]{6,64}$'`),
    check(
      'orders_state_check',
      sql`${table.state} in ('created', 'pending', 'processing', 'paid', 'failed', 'cancelled', 'needs_attention', 'refunded', 'charged_back')`,
    ),
    check('orders_attempt_check', sql`${table.attempt} > 0`),
    check('orders_amount_pence_check', sql`${table.amountPence} > 0`),
    index('orders_unfinished')
      .on(table.updatedAt)
      .where(sql`${table.state} in ('created', 'pending', 'processing', 'failed')`),
    index('orders_customer').on(sql`lower(${table.customerEmail})`),
    index('orders_listed').on(table.createdAt, table.id),
  ],
)

/** Keeps PostgreSQL's own constraint name, as in the first databases. */
export const ofOrder = (table: string, column: AnyPgColumn) =>
  foreignKey({ name: `${table}_order_id_fkey`, columns: [column], foreignColumns: [orders.id] })

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text('order_id').notNull(),
    position: integer('position').notNull(),
    courseId: integer('course_id').notNull(),
    title: text('title').notNull(),
    unitPence: integer('unit_pence').$type<Pence>().notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    primaryKey({ name: 'order_lines_pkey', columns: [table.orderId, table.position] }),
    ofOrder('order_lines', table.orderId),
    check('order_lines_unit_pence_check', sql`${table.unitPence} >= 0`),
    check('order_lines_quantity_check', sql`${table.quantity} > 0`),
  ],
)

export const orderEvents = pgTable(
  'order_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id').notNull(),
    at: at('at').notNull().defaultNow(),
    type: text('type').notNull(),
    fromState: text('from_state').$type<OrderState>(),
    toState: text('to_state').$type<OrderState>(),
    source: text('source').notNull(),
    /** Only for `operator`. */
    actor: text('actor'),
    reason: text('reason'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (table) => [ofOrder('order_events', table.orderId), index('order_events_order').on(table.orderId)],
)

export const payments = pgTable(
  'payments',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id').notNull(),
    attempt: integer('attempt').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    /** Stored before the call to the provider. */
    idempotencyKey: text('idempotency_key').notNull().unique('payments_idempotency_key_key'),
    providerId: text('provider_id'),
    /** Stripe's intent or PayPal's capture; refunds name it. */
    chargeId: text('charge_id'),
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    takenPence: integer('taken_pence').$type<Pence>(),
    /** `null` in rows of older releases. */
    takenAt: at('taken_at'),
    refundedPence: integer('refunded_pence').$type<Pence>().notNull().default(pence(0)),
    /** By lost disputes. */
    chargedBackPence: integer('charged_back_pence').$type<Pence>().notNull().default(pence(0)),
    state: text('state').$type<PaymentState>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    checkedAt: at('checked_at').notNull().defaultNow(),
    nextCheckAt: at('next_check_at').notNull().defaultNow(),
    failedChecks: integer('failed_checks').notNull().default(0),
    failingSince: at('failing_since'),
    providerStatus: text('provider_status'),
  },
  (table) => [
    ofOrder('payments', table.orderId),
    check('payments_provider_check', sql`${table.provider} in ('stripe', 'paypal')`),
    check('payments_amount_pence_check', sql`${table.amountPence} > 0`),
    check(
      'payments_state_check',
      sql`${table.state} in ('open', 'processing', 'declined', 'succeeded', 'duplicate', 'refunded', 'charged_back', 'ended')`,
    ),
    unique('payments_attempt').on(table.orderId, table.attempt),
    uniqueIndex('payments_provider_id').on(table.provider, table.providerId),
    index('payments_charge').on(table.provider, table.chargeId),
    uniqueIndex('payments_one_success').on(table.orderId).where(sql`${table.state} = 'succeeded'`),
    index('payments_to_check')
      .on(table.provider, table.nextCheckAt)
      .where(sql`${table.state} in ('open', 'processing', 'declined', 'duplicate', 'ended')`),
  ],
)

export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').$type<Provider>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    providerId: text('provider_id'),
    receivedAt: at('received_at').notNull().defaultNow(),
    handledAt: at('handled_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
    /** Refunds and disputes may name only a charge. */
    chargeId: text('charge_id'),
    disputeId: text('dispute_id'),
  },
  (table) => [
    primaryKey({ name: 'provider_events_pkey', columns: [table.provider, table.eventId] }),
    index('provider_events_unhandled').on(table.receivedAt).where(sql`${table.handledAt} is null`),
  ],
)

/** Circuit breaker: a failing provider gets few calls until it recovers. */
export const providerPauses = pgTable('provider_pauses', {
  provider: text('provider').$type<Provider>().primaryKey(),
  reason: text('reason').notNull(),
  since: at('since').notNull().defaultNow(),
})

/** Has no token: links are signed when the message is sent. */
export type AccountMailDetail = {
  link?: { id: string; purpose: string; createdAt: string; expiresAt: string }
  email?: string
}

export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id'),
    kind: text('kind').notNull(),
    /** Stable, so that mail programs recognise a message sent twice. */
    messageId: text('message_id').notNull(),
    recipient: text('recipient').notNull(),
    recipientName: text('recipient_name').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
    lastError: text('last_error'),
    /** That the message is about. */
    amountPence: integer('amount_pence').$type<Pence>(),
    accountId: text('account_id'),
    detail: jsonb('detail').$type<AccountMailDetail>(),
  },
  (table) => [
    ofOrder('outbox', table.orderId),
    unique('outbox_once').on(table.orderId, table.kind),
    index('outbox_unsent').on(table.nextAttemptAt).where(sql`${table.sentAt} is null`),
    index('outbox_account').on(table.accountId).where(sql`${table.accountId} is not null`),
  ],
)

export const migrations = pgTable('migrations', {
  version: integer('version').primaryKey(),
  name: text('name').notNull(),
  appliedAt: at('applied_at').notNull().defaultNow(),
})

export type Order = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
export type Payment = typeof payments.$inferSelect
