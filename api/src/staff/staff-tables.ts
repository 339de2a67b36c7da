import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from '../database/schema'

/** Second factors. The environment names people and roles. */
export const staff = pgTable('staff', {
  /** Lower case. */
  email: text('email').primaryKey(),
  /** TOTP key (RFC 6238), sealed. */
  totpKey: text('totp_key').notNull(),
  /** `null` until a first code was right. */
  enrolledAt: at('enrolled_at'),
  /** Time step of the last accepted code, which is refused from then on. */
  lastStep: integer('last_step').notNull().default(0),
})

/** `link`: mailed. `code`: the link was opened, the code is missing. `open`: signed in. */
export type StaffStage = 'link' | 'code' | 'open'

export const staffTokens = pgTable(
  'staff_tokens',
  {
    /** A digest. */
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    stage: text('stage').$type<StaffStage>().notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    check('staff_tokens_stage_check', sql`${table.stage} in ('link', 'code', 'open')`),
    index('staff_tokens_email').on(table.email),
  ],
)
