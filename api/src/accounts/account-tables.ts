import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  /** Lower case, so that one address has one account. */
  email: text('email').notNull().unique(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** Argon2id in PHC form: salt and cost are inside. */
  passwordHash: text('password_hash').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const throttles = pgTable('throttles', {
  /** A digest of what is counted: no address and no e-mail is kept. */
  key: text('key').primaryKey(),
  hits: integer('hits').notNull(),
  endsAt: at('ends_at').notNull(),
})

export type Account = typeof accounts.$inferSelect
