import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, ofOrder } from './schema'

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  /** Lower case. */
  email: text('email').notNull().unique('accounts_email_key'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  /** `null`: no order made with the address joins the account. */
  emailConfirmedAt: at('email_confirmed_at'),
})

const ofAccount = (table: string, column: AnyPgColumn) =>
  foreignKey({ name: `${table}_account_id_fkey`, columns: [column], foreignColumns: [accounts.id] }).onDelete('cascade')

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
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

/** `change_from` and `change_to`: both addresses confirm a change. `take_back`: the old address reverses it. */
export type LinkPurpose = 'confirm' | 'change_from' | 'change_to' | 'take_back' | 'reset'

/** Single-use. Tokens are not stored. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    purpose: text('purpose').$type<LinkPurpose>().notNull(),
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
