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

export const throttles = pgTable(
  'throttles',
  {
    /** A digest of what is counted: no address and no e-mail is kept. */
    key: text('key').primaryKey(),
    hits: integer('hits').notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [check('throttles_hits_check', sql`${table.hits} > 0`), index('throttles_ended').on(table.endsAt)],
)

/** The tables as the queries see them; README.md says how they change. Money is in pence throughout. */

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** What may follow what is `orders/order-state.ts`. */
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
/** What each means, and what follows what, is `payments/payment-state.ts`. */
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
    /** Counts the baskets and providers tried for this order; each has one payment row. */
    attempt: integer('attempt').notNull(),
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    vatPence: integer('vat_pence').$type<Pence>(),
    /** False when the browser sent no items, so that the amount could not be worked out again. */
    isPriced: boolean('is_priced').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerName: text('customer_name').notNull(),
    description: text('description').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    paidAt: at('paid_at'),
    /** When the person was taken out of the order, because they asked or because it was abandoned. */
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
  ],
)

/** PostgreSQL's own name for the constraint, which the first databases have. */
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
    /** What happened, for example `moved`, `priced_again`, `alert`. */
    type: text('type').notNull(),
    fromState: text('from_state').$type<OrderState>(),
    toState: text('to_state').$type<OrderState>(),
    /** Who learned of it: `request`, `confirm`, `webhook`, `sweep`, `operator`. */
    source: text('source').notNull(),
    /** The person who did it, and why they say they did; of `operator` alone. */
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
    /** Kept before the provider is called; the same key always means the same payment there. */
    idempotencyKey: text('idempotency_key').notNull().unique('payments_idempotency_key_key'),
    /** The provider's name for it; `null` until the provider has answered. */
    providerId: text('provider_id'),
    /** What can be refunded: Stripe's intent, PayPal's capture. */
    chargeId: text('charge_id'),
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    /** What the provider took, which is not always what was asked; `null` until it has. */
    takenPence: integer('taken_pence').$type<Pence>(),
    /** When that was noticed first; rows of earlier releases do not say. */
    takenAt: at('taken_at'),
    /** What went back to the buyer so far. */
    refundedPence: integer('refunded_pence').$type<Pence>().notNull().default(pence(0)),
    /** What lost disputes took. */
    chargedBackPence: integer('charged_back_pence').$type<Pence>().notNull().default(pence(0)),
    state: text('state').$type<PaymentState>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When the provider was last asked about it. */
    checkedAt: at('checked_at').notNull().defaultNow(),
    /** When the sweep asks next; one that fails moves back behind the others. */
    nextCheckAt: at('next_check_at').notNull().defaultNow(),
    /** Without an answer since the last one. */
    failedChecks: integer('failed_checks').notNull().default(0),
    failingSince: at('failing_since'),
    /** What the provider said last, where it said anything. */
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
    // The database itself refuses a second payment that counts for one order.
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
    /** The payment it is about, by the provider's name. */
    providerId: text('provider_id'),
    receivedAt: at('received_at').notNull().defaultNow(),
    handledAt: at('handled_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
    /** What was charged, where the provider names only that: a refund's or a dispute's. */
    chargeId: text('charge_id'),
    disputeId: text('dispute_id'),
  },
  (table) => [
    primaryKey({ name: 'provider_events_pkey', columns: [table.provider, table.eventId] }),
    index('provider_events_unhandled').on(table.receivedAt).where(sql`${table.handledAt} is null`),
  ],
)

/** A provider that answers everything alike is asked only a little until it is itself again; one row each. */
export const providerPauses = pgTable('provider_pauses', {
  provider: text('provider').$type<Provider>().primaryKey(),
  reason: text('reason').notNull(),
  since: at('since').notNull().defaultNow(),
})

/** What a message about an account needs to be written: never a token, which is signed when the message goes out. */
export type AccountMailDetail = {
  /** The link in it, by its number, and until when it works (ISO 8601). */
  link?: { id: string; purpose: string; createdAt: string; expiresAt: string }
  /** The address it speaks of, where that is not its reader's. */
  email?: string
}

export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** `null` in a message about an account. */
    orderId: text('order_id'),
    kind: text('kind').notNull(),
    /** Fixed when the row is made, so that a message sent twice is known as one. */
    messageId: text('message_id').notNull(),
    recipient: text('recipient').notNull(),
    recipientName: text('recipient_name').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
    lastError: text('last_error'),
    /** The money the message speaks of: taken or sent back; `null` where it speaks of none. */
    amountPence: integer('amount_pence').$type<Pence>(),
    /** Of a message about an account: whose, and what it says besides. */
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

/** How the first release noted what it had applied; kept as long as that release may still run. */
export const migrations = pgTable('migrations', {
  version: integer('version').primaryKey(),
  name: text('name').notNull(),
  appliedAt: at('applied_at').notNull().defaultNow(),
})

/** Rows as the queries return them. */
export type Order = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
export type Payment = typeof payments.$inferSelect
