import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { orders } from '../database/schema'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  /** Lower case, so that one address has one account. */
  email: text('email').notNull().unique('accounts_email_key'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** Argon2id in PHC form: salt and cost are inside. */
  passwordHash: text('password_hash').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  /** When whoever has the password showed that they read this address; until then its orders stay nobody's. */
  emailConfirmedAt: at('email_confirmed_at'),
})

/** One row for each place somebody is signed in at. Neither of the tokens it takes can be made from it. */
export const sessions = pgTable(
  'sessions',
  {
    /** Digest of the random name that both tokens carry. */
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** Which of the cookies handed out one after the other was used last. */
    turn: integer('turn').notNull().default(0),
    turnedAt: at('turned_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'sessions_account_id_fkey',
      columns: [table.accountId],
      foreignColumns: [accounts.id],
    }).onDelete('cascade'),
    check('sessions_turn_check', sql`${table.turn} >= 0`),
    index('sessions_account').on(table.accountId),
    index('sessions_created').on(table.createdAt),
  ],
)

/**
 * What a link in a message is for. `change_from` and `change_to`: both addresses agree to a change. `take_back`: the
 * address before does not.
 */
export type LinkPurpose = 'confirm' | 'change_from' | 'change_to' | 'take_back' | 'reset'

/** Links that were written into messages; each works once. The token in it is signed and kept nowhere. */
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
    foreignKey({
      name: 'account_links_account_id_fkey',
      columns: [table.accountId],
      foreignColumns: [accounts.id],
    }).onDelete('cascade'),
    check(
      'account_links_purpose_check',
      sql`${table.purpose} in ('confirm', 'change_from', 'change_to', 'take_back', 'reset')`,
    ),
    index('account_links_account').on(table.accountId, table.purpose),
    index('account_links_expired').on(table.expiresAt),
  ],
)

/** Whose order it is: an order joins the account whose confirmed address it was made with, and stays there. */
export const accountOrders = pgTable(
  'account_orders',
  {
    orderId: text('order_id').primaryKey(),
    accountId: text('account_id').notNull(),
    joinedAt: at('joined_at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'account_orders_order_id_fkey',
      columns: [table.orderId],
      foreignColumns: [orders.id],
    }),
    foreignKey({
      name: 'account_orders_account_id_fkey',
      columns: [table.accountId],
      foreignColumns: [accounts.id],
    }).onDelete('cascade'),
    index('account_orders_account').on(table.accountId),
  ],
)

export type Account = typeof accounts.$inferSelect
export type AccountLink = typeof accountLinks.$inferSelect
