import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

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
