import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

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
})

export type Account = typeof accounts.$inferSelect
