import { and, desc, eq, exists, gt, inArray, ne, notExists, sql } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type Order, orderLines, orders, payments } from '../database/schema'
import { type NewOrder, recordEvent } from '../orders/order-repository'
import type { BasketLine } from '../orders/price-basket'

const MINUTE = 60_000
/** Later than this nobody means the same purchase any more. */
const FRESH = 30 * MINUTE

/**
 * Other orders of the same e-mail and basket that are open or were paid a short while ago: a second tab, a
 * second device, or a tab that was lost. Whoever begins the same basket at the same moment waits here, so that
 * one of the two sees the other. An amount without items says nothing about a basket and is like no other.
 */
export async function findSimilarOrders(queries: Queries, asked: NewOrder, now = Date.now()): Promise<Order[]> {
  if (!asked.basket) return []
  const email = asked.customerEmail.toLowerCase()
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)
  const isSimilar = and(
    ne(orders.id, asked.id),
    eq(sql`lower(${orders.customerEmail})`, email),
    eq(orders.amountPence, asked.amountPence),
    gt(orders.updatedAt, new Date(now - FRESH)),
    hasLines(queries, asked.basket.lines),
  )
  return queries
    .select()
    .from(orders)
    .where(and(isSimilar, sql`(${isPaid()} or ${isOpen(queries)})`))
    .orderBy(desc(orders.updatedAt))
}

/** The buyer means both: of the others, approved money is taken from now on only when their own page asks. */
export async function leaveToOwnPage(queries: Queries, others: readonly Order[], repeat: string): Promise<void> {
  for (const { id } of others) {
    const isPayable = inArray(payments.state, ['open', 'declined'])
    const changed = await queries
      .update(payments)
      .set({ isCapturedByPageOnly: true })
      .where(and(eq(payments.orderId, id), isPayable))
      .returning({ id: payments.id })
    const detail = { repeat }
    if (changed.length > 0) await recordEvent(queries, { orderId: id, type: 'repeated', source: 'request', detail })
  }
}

function isPaid() {
  return inArray(orders.state, ['paid', 'needs_attention'])
}

function isOpen(queries: Queries) {
  return exists(
    queries
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.orderId, orders.id), inArray(payments.state, ['open', 'processing', 'declined']))),
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
