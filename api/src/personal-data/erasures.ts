import { sql } from 'drizzle-orm'
import { deleteAccount } from '../accounts/account-repository'
import { accounts } from '../database/account-tables'
import { bookings } from '../database/after-sale-tables'
import { type Queries, rowsOf } from '../database/database'
import { readErasures } from '../database/erasure-list'
import { eraseOrders } from './erase-orders'
import { eraseParticipant } from './participants'

/**
 * Erases again after a restore, but nothing that a person did after their erasure.
 * An order that may still be paid waits for the sweep and the next call.
 * @returns the number of orders, accounts and booked places
 */
export async function applyErasures(queries: Queries, dataDir: string): Promise<number> {
  const list = readErasures(dataDir)
  if (!list) return 0
  const { erasures, digestOf } = list
  const isErased = (text: string, usedAt: Date) => usedAt < (erasures.get(digestOf(text)) ?? usedAt)
  const found = await rowsOf<{ id: string; email: string; usedAt: string }>(
    queries,
    sql`select id, customer_email as email, greatest(created_at,
        (select max(created_at) from payments where order_id = orders.id),
        (select max(at) from order_events
          where order_id = orders.id and type in ('email_corrected', 'customer_changed'))) as "usedAt"
      from orders
      where erased_at is null and state in ('paid', 'failed', 'cancelled', 'refunded', 'charged_back') and not exists
        (select 1 from payments where order_id = orders.id and payments.state in ('open', 'declined', 'processing'))`,
  )
  const ids = found.flatMap(({ id, email, usedAt }) => {
    return [id, email].some((it) => isErased(it, new Date(usedAt))) ? [id] : []
  })
  await eraseOrders(queries, ids)
  const gone = (await queries.select().from(accounts)).filter(({ id, email, createdAt, emailConfirmedAt }) => {
    return isErased(id, createdAt) || isErased(email, emailConfirmedAt ?? createdAt)
  })
  for (const { id } of gone) await deleteAccount(queries, id)
  const named = (await queries.select().from(bookings)).flatMap(({ people, changedAt }) =>
    people.flatMap(({ email }) => (email && isErased(email, changedAt) ? [email] : [])),
  )
  for (const email of new Set(named)) await eraseParticipant(queries, email)
  return ids.length + gone.length + named.length
}
