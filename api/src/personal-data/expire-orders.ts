import { forgetCustomers } from '@site/papers/paper-repository'
import { and, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '../database/database'
import { orders } from '../database/schema'
import { eraseOrders, unpaidStates } from './erase-orders'
import { forgetBookings } from './participants'

const DAY_MS = 24 * 60 * 60 * 1_000
const UNPAID_DAYS = 30
/** Six years from the end of the financial year, at most a year away (Companies Act 2006; HMRC). */
const SALE_DAYS = 7 * 366
const BATCH = 500

/** Unpaid orders expire after thirty days, sales and papers when tax law allows. */
export async function expirePersonalData(database: Database, now = Date.now()): Promise<number> {
  let expired = 0
  for (let batch = -1; batch !== 0; expired += batch) batch = await expireBatch(database, now)
  return expired
}

function expireBatch(database: Database, now: number): Promise<number> {
  const before = (days: number) => new Date(now - days * DAY_MS)
  const isUnpaid = and(inArray(orders.state, [...unpaidStates]), lt(orders.updatedAt, before(UNPAID_DAYS)))
  const isSale = inArray(orders.state, ['paid', 'refunded', 'charged_back'])
  const isDue = and(or(isUnpaid, and(isSale, lt(orders.createdAt, before(SALE_DAYS)))), isNull(orders.erasedAt))
  return database.transaction(async (queries) => {
    const due = queries.select({ id: orders.id }).from(orders).where(isDue).limit(BATCH)
    const ids = (await due.for('update', { skipLocked: true })).map(({ id }) => id)
    await eraseOrders(queries, ids)
    const booked = await forgetBookings(queries, before(0), BATCH)
    return ids.length + booked + (await forgetCustomers(queries, before(SALE_DAYS), BATCH))
  })
}
