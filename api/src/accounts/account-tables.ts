import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, ofOrder } from '../database/schema'

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  /** Lower case, so that one address has one account. */
  email: text('email').notNull().unique('accounts_email_key'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** Argon2id in PHC form: salt and cost are inside. */
  passwordHash: text('password_hash').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  /** Until then no order made with the address is the account's. */
  emailConfirmedAt: at('email_confirmed_at'),
})

const ofAccount = (table: string, column: AnyPgColumn) =>
  foreignKey({
    name: `${table}_account_id_fkey`,
    columns: [column],
    foreignColumns: [accounts.id],
  }).onDelete('cascade')

/** One row for each place a person is signed in at; neither of its tokens can be made from it. */
export const sessions = pgTable(
  'sessions',
  {
    /** Digest of the random name that both tokens carry. */
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** Counts the cookies that followed each other; this one was used last. */
    turn: integer('turn').notNull().default(0),
    turnedAt: at('turned_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
  },
  (table) => [
    ofAccount('sessions', table.accountId),
    check('sessions_turn_check', sql`${table.turn} >= 0`),
    index('sessions_account').on(table.accountId),
    index('sessions_created').on(table.createdAt),
  ],
)

/** `change_from` and `change_to`: both addresses agree to a change. `take_back`: the address before does not. */
export type LinkPurpose = 'confirm' | 'change_from' | 'change_to' | 'take_back' | 'reset'

/** Links in messages; each works once. Its token is kept nowhere. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    purpose: text('purpose').$type<LinkPurpose>().notNull(),
    /** The address that is confirmed, changed to or taken back. */
    email: text('email').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [
    ofAccount('account_links', table.accountId),
    check(
      'account_links_purpose_check',
      sql`${table.purpose} in ('confirm', 'change_from', 'change_to', 'take_back', 'reset')`,
    ),
    index('account_links_account').on(table.accountId, table.purpose),
    index('account_links_expired').on(table.expiresAt),
  ],
)

/** An order joins the account whose confirmed address it was made with, and stays there. */
export const accountOrders = pgTable(
  'account_orders',
  {
    orderId: text('order_id').primaryKey(),
    accountId: text('account_id').notNull(),
    joinedAt: at('joined_at').notNull().defaultNow(),
  },
  (table) => [
    ofOrder('account_orders', table.orderId),
    ofAccount('account_orders', table.accountId),
    index('account_orders_account').on(table.accountId),
  ],
)

export type Account = typeof accounts.$inferSelect
export type AccountLink = typeof accountLinks.$inferSelect
