import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
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
import type { OrderState } from '../orders/order-state'

/** The tables as the queries see them; `migrations.ts` makes them. Money is in pence throughout. */

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export type Provider = 'stripe' | 'paypal'
/**
 * `abandoned`: the buyer went on with another payment, but the provider has no way to close this one.
 * `duplicate`: money arrived although the order was paid already; it is sent back, then `refunded`.
 */
export type PaymentState =
  | 'open'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'abandoned'
  | 'duplicate'
  | 'refunded'

export const orders = pgTable('orders', {
  id: text('id').primaryKey(),
  state: text('state').$type<OrderState>().notNull(),
  /** Counts the baskets and providers tried for this order; each has one payment row. */
  attempt: integer('attempt').notNull(),
  amountPence: integer('amount_pence').notNull(),
  vatPence: integer('vat_pence'),
  /** False when the browser sent no items, so that the amount could not be worked out again. */
  isPriced: boolean('is_priced').notNull(),
  customerEmail: text('customer_email').notNull(),
  customerName: text('customer_name').notNull(),
  description: text('description').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  paidAt: at('paid_at'),
})

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text('order_id').notNull(),
    position: integer('position').notNull(),
    courseId: integer('course_id').notNull(),
    title: text('title').notNull(),
    unitPence: integer('unit_pence').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
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
    /** Who learned of it: `request`, `confirm`, `webhook`, `sweep`. */
    source: text('source').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (table) => [index('order_events_order').on(table.orderId)],
)

export const payments = pgTable(
  'payments',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id').notNull(),
    attempt: integer('attempt').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    /** Kept before the provider is called; the same key always means the same payment there. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** The provider's name for it; `null` until the provider has answered. */
    providerId: text('provider_id'),
    /** What can be refunded: Stripe's intent, PayPal's capture. */
    chargeId: text('charge_id'),
    amountPence: integer('amount_pence').notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When the provider was last asked about it. */
    checkedAt: at('checked_at').notNull().defaultNow(),
  },
  (table) => [
    unique('payments_attempt').on(table.orderId, table.attempt),
    uniqueIndex('payments_provider_id').on(table.provider, table.providerId),
    index('payments_unsettled')
      .on(table.checkedAt)
      .where(sql`${table.state} in ('open', 'processing', 'abandoned', 'duplicate')`),
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
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)

export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id').notNull(),
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
  },
  (table) => [unique('outbox_once').on(table.orderId, table.kind)],
)

export const migrations = pgTable('migrations', {
  version: integer('version').primaryKey(),
  name: text('name').notNull(),
  appliedAt: at('applied_at').notNull().defaultNow(),
})

/** Rows as the queries return them. */
export type Order = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
export type Payment = typeof payments.$inferSelect
