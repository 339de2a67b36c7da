import { and, inArray, like, lt, type SQL, sql } from 'drizzle-orm'
import { isMailbox } from '../accounts/account-repository'
import { bookings } from '../database/after-sale-tables'
import { type Queries, rowsOf } from '../database/database'
import { orders, outbox } from '../database/schema'
import { eraseMail } from '../mail/queue-mail'

/** A participant has neither order nor account. */
type BookedPlaceOfPerson = { orderId: string; courseId: number; name: string; email: string; dates: unknown }

const isTheirs = (email: string) => isMailbox(sql`person->>'email'`, email)

export function isToParticipant(email: string): SQL | undefined {
  return and(like(outbox.kind, 'place_%'), isMailbox(outbox.recipient, email))
}

export function placesOf(queries: Queries, email: string): Promise<BookedPlaceOfPerson[]> {
  return rowsOf<BookedPlaceOfPerson>(
    queries,
    sql`select order_id as "orderId", person->'courseId' as "courseId", person->>'name' as name, person->>'email' as email,
        jsonb_path_query_array(confirmed, '$[*] ? (@.courseId == $id)', jsonb_build_object('id', person->'courseId')) as dates
      from ${bookings}, jsonb_array_elements(people) as person where ${isTheirs(email)} order by order_id`,
  )
}

/** Locks the orders: a page may be saving. */
export async function eraseParticipant(queries: Queries, email: string): Promise<number> {
  const places = await placesOf(queries, email)
  const ids = [...new Set(places.map(({ orderId }) => orderId))]
  if (ids.length > 0) {
    await queries.select({ id: orders.id }).from(orders).where(inArray(orders.id, ids)).for('update')
    const others = sql`(select coalesce(jsonb_agg(person), '[]') from jsonb_array_elements(${bookings.people}) as person
      where not ${isTheirs(email)})`
    const changed = { people: others, version: sql`${bookings.version} + 1` }
    await queries.update(bookings).set(changed).where(inArray(bookings.orderId, ids))
  }
  await eraseMail(queries, isToParticipant(email))
  return places.length
}

export async function forgetBookings(queries: Queries, before: Date, limit: number): Promise<number> {
  const old = queries.select({ id: bookings.orderId }).from(bookings).where(lt(bookings.keepUntil, before)).limit(limit)
  const gone = await queries.delete(bookings).where(inArray(bookings.orderId, old)).returning({ id: bookings.orderId })
  const ids = gone.map(({ id }) => id)
  await eraseMail(queries, and(like(outbox.kind, 'place_%'), inArray(outbox.orderId, ids)))
  return ids.length
}
