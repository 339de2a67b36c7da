import { and, desc, eq } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { orderEvents } from '../database/schema'
import { lockOrder, moveOrder, type Source } from '../orders/order-repository'

/** Holds a paid order for a person. @returns whether it was one. */
export async function holdOrder(
  queries: Queries,
  orderId: string,
  source: Source,
  detail: Record<string, unknown> & { reason: string },
): Promise<boolean> {
  const order = await lockOrder(queries, orderId)
  if (order?.state !== 'paid') return false
  await moveOrder(queries, order, 'needs_attention', source, detail)
  return true
}

/** Why an order was held when a lost dispute took its money; `undefined` where that was for the dispute alone. */
export async function reasonBeforeLoss(queries: Queries, orderId: string): Promise<string | undefined> {
  const [loss] = await queries
    .select({ fromState: orderEvents.fromState })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.toState, 'charged_back')))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  if (loss?.fromState !== 'needs_attention') return undefined
  const reason = await reasonOfHold(queries, orderId)
  return reason === 'disputed' ? undefined : (reason ?? 'it was held before')
}

/** Why an order is held now; `undefined` when no reason was kept. */
export async function reasonOfHold(queries: Queries, orderId: string): Promise<string | undefined> {
  const [event] = await queries
    .select({ detail: orderEvents.detail })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.toState, 'needs_attention')))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  const reason = event?.detail?.reason
  return typeof reason === 'string' ? reason : undefined
}
