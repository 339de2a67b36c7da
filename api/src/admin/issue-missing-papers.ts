import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database/database'
import { issueReceiptOf } from '../orders/issue-receipt'
import { lockOrder } from '../orders/order-repository'
import type { PaymentServices } from '../payments/shared/payment-services'

/**
 * Issues what an earlier release has not: receipts of orders that were paid before there were any, or while a server of that
 * release still ran, and the credit notes of their refunds; the oldest sale first. An order that nobody accepted before its
 * money went back has none.
 * @returns of how many orders
 */
export async function issueMissingPapers({ database }: Pick<PaymentServices, 'database'>): Promise<number> {
  const found = await findWithout(database)
  for (const id of found) {
    await database.transaction(async (queries) => {
      const order = await lockOrder(queries, id)
      if (order) await issueReceiptOf(queries, order)
    })
  }
  return found.length
}

async function findWithout(database: Database): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.queries(),
    sql`select id from orders
      where (state = 'paid' or paid_at is not null)
        and exists (select 1 from payments where order_id = orders.id and state in ('succeeded', 'refunded', 'charged_back'))
        and (
          not exists (select 1 from papers where order_id = orders.id and kind = 'receipt')
          or exists (
            select 1 from refunds join papers as receipt using (order_id, payment_id)
            where order_id = orders.id and refunds.state = 'sent' and receipt.cause = 'sale' and not exists (
              select 1 from papers as note
              where note.order_id = orders.id and note.kind = 'credit_note' and note.cause = 'refund-' || refunds.id
            )
          )
        )
      order by coalesce(paid_at, created_at), id`,
  )
  return rows.map(({ id }) => id)
}
