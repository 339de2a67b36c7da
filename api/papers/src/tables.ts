import type { ShopFacts } from '@site/shared/company-fields'
import type { Pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgDatabase,
  type PgQueryResultHKT,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import type { PaperContent, PaperKind } from './paper'

/** The migration also forbids changing or deleting rows, which this schema cannot express. */

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const orders = pgTable('orders', { id: text('id').primaryKey() })
const payments = pgTable('payments', { id: bigserial('id', { mode: 'number' }).primaryKey() })

/** Last number of each series. The row stays locked until the transaction that takes the next number ends. */
export const paperSeries = pgTable('paper_series', {
  kind: text('kind').$type<PaperKind>().primaryKey(),
  last: integer('last').notNull(),
  /** Numbers given before the database was set back: their papers are not in it. */
  skipped: integer('skipped').notNull().default(0),
})

export const papers = pgTable(
  'papers',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<PaperKind>().notNull(),
    number: integer('number').notNull(),
    orderId: text('order_id').notNull(),
    /** An order may be paid twice and one payment refunded, so papers name the payment. */
    paymentId: bigint('payment_id', { mode: 'number' }).notNull(),
    cause: text('cause').notNull(),
    aboutId: bigint('about_id', { mode: 'number' }),
    issuedAt: at('issued_at').notNull().defaultNow(),
    taxPoint: at('tax_point').notNull(),
    netPence: integer('net_pence').$type<Pence>().notNull(),
    vatPence: integer('vat_pence').$type<Pence>().notNull(),
    totalPence: integer('total_pence').$type<Pence>().notNull(),
    content: jsonb('content').$type<PaperContent>().notNull(),
  },
  (table) => [
    foreignKey({ name: 'papers_order_id_fkey', columns: [table.orderId], foreignColumns: [orders.id] }),
    foreignKey({ name: 'papers_payment_id_fkey', columns: [table.paymentId], foreignColumns: [payments.id] }),
    foreignKey({ name: 'papers_about_id_fkey', columns: [table.aboutId], foreignColumns: [table.id as AnyPgColumn] }),
    unique('papers_number').on(table.kind, table.number),
    unique('papers_once').on(table.orderId, table.kind, table.cause),
    check('papers_kind_check', sql`${table.kind} in ('receipt', 'credit_note')`),
    check('papers_number_check', sql`${table.number} > 0`),
    check('papers_sum_check', sql`${table.netPence} + ${table.vatPence} = ${table.totalPence}`),
    check('papers_total_check', sql`${table.totalPence} > 0`),
    index('papers_issued').on(table.issuedAt),
  ],
)

/** Facts about the company; the last row counts. Two changes of one version cannot both be kept. */
export const companyChanges = pgTable('company_changes', {
  version: integer('version').primaryKey(),
  at: at('at').notNull().defaultNow(),
  facts: jsonb('facts').$type<ShopFacts>().notNull(),
  actor: text('actor').notNull(),
  reason: text('reason').notNull(),
})

export type PaperRow = typeof papers.$inferSelect

export type PaperQueries = Pick<PgDatabase<PgQueryResultHKT>, 'select' | 'insert' | 'update'>
