import { and, eq, exists, gt, inArray, ne, notExists, or, sql } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { orderLines, orders, payments } from '../database/schema'
import type { NewOrder } from '../orders/order-repository'
import type { BasketLine } from '../orders/price-basket'
import { unpaidStates } from './shared/payment-state'

const MINUTE = 60_000
/** Later than this nobody means the same purchase any more. */
const FRESH = 30 * MINUTE

/**
 * Whether another order of the same e-mail and basket is open or was paid a short while ago: a second tab, a
 * second device, or a tab that was lost. Of two that begin at the same moment one waits here and sees the other.
 * An amount without items says nothing about a basket and is like no other.
 */
export async function isLikeAnother(queries: Queries, asked: NewOrder, now = Date.now()): Promise<boolean> {
  if (!asked.basket) return false
  const email = asked.customerEmail.toLowerCase()
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)
  const isSimilar = and(
    ne(orders.id, asked.id),
    eq(sql`lower(${orders.customerEmail})`, email),
    eq(orders.amountPence, asked.amountPence),
    gt(orders.updatedAt, new Date(now - FRESH)),
    hasLines(queries, asked.basket.lines),
  )
  const [found] = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(isSimilar, or(isPaid(), isOpen(queries))))
    .limit(1)
  return found !== undefined
}

function isPaid() {
  return inArray(orders.state, ['paid', 'needs_attention'])
}

function isOpen(queries: Queries) {
  return exists(
    queries
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.orderId, orders.id), inArray(payments.state, unpaidStates))),
  )
}

/** The total and the number of lines being the same, no line may differ. */
function hasLines(queries: Queries, lines: readonly BasketLine[]) {
  const wanted = sql.join(
    lines.map(({ courseId, unitPence, quantity }) => sql`(${courseId}::int, ${unitPence}::int, ${quantity}::int)`),
    sql`, `,
  )
  const isOfOrder = eq(orderLines.orderId, orders.id)
  const differs = sql`(${orderLines.courseId}, ${orderLines.unitPence}, ${orderLines.quantity}) not in (${wanted})`
  const count = sql`(select count(*) from ${orderLines} where ${isOfOrder})`
  return and(
    eq(orders.isPriced, true),
    eq(count, lines.length),
    notExists(queries.select({ id: orderLines.orderId }).from(orderLines).where(and(isOfOrder, differs))),
  )
}
