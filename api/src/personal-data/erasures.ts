import { setImmediate } from 'node:timers/promises'
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
  const bought = await keepInTurns(found, ({ id, email, usedAt }) => {
    return [id, email].some((it) => isErased(it, new Date(usedAt)))
  })
  await eraseOrders(
    queries,
    bought.map(({ id }) => id),
  )
  const gone = await keepInTurns(await queries.select().from(accounts), (account) => {
    const { id, email, createdAt, emailConfirmedAt } = account
    return isErased(id, createdAt) || isErased(email, emailConfirmedAt ?? createdAt)
  })
  for (const { id } of gone) await deleteAccount(queries, id)
  const places = (await queries.select().from(bookings)).flatMap(({ people, changedAt }) =>
    people.map(({ email }) => ({ email, changedAt })),
  )
  const named = await keepInTurns(places, ({ email, changedAt }) => email !== '' && isErased(email, changedAt))
  for (const email of new Set(named.map((it) => it.email))) await eraseParticipant(queries, email)
  return bought.length + gone.length + named.length
}

/** A large shop has hundreds of thousands; requests are answered in between. */
async function keepInTurns<Row>(rows: readonly Row[], isMeant: (row: Row) => boolean): Promise<Row[]> {
  const kept: Row[] = []
  for (const [index, row] of rows.entries()) {
    if (index % 1_000 === 999) await setImmediate()
    if (isMeant(row)) kept.push(row)
  }
  return kept
}
