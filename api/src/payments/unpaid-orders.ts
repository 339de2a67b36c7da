import { and, eq, inArray, isNull, lt, notExists, or } from 'drizzle-orm'
import { type OrderState, orders, type PaymentState, payments } from '../database/schema'
import { lockOrder, moveOrder } from '../orders/order-repository'
import { LAPSES_AFTER_MS } from './lapse-payment'
import { readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'
import { nextState } from './shared/payment-state'

const MAX_BATCH = 100
const unpaid: OrderState[] = ['created', 'pending', 'failed', 'needs_attention']
/** Money has moved, or nobody knows yet that it has not. */
const unended: PaymentState[] = ['open', 'processing', 'declined', 'succeeded', 'duplicate']

/**
 * Ends orders nobody paid in time, once none of their payments can bring money that would be kept. What
 * a provider does not answer about is never ended here.
 */
export async function endUnpaidOrders(services: PaymentServices, now: number): Promise<void> {
  const { database } = services
  const before = new Date(now - LAPSES_AFTER_MS)
  // Nobody was given the secret of these: they were never linked to their provider.
  await database
    .queries()
    .update(payments)
    .set({ state: nextState('open', 'end') })
    .where(and(eq(payments.state, 'open'), isNull(payments.providerId), lt(payments.createdAt, before)))
  const queries = database.queries()
  const isOfOrder = eq(payments.orderId, orders.id)
  const rows = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.state, unpaid),
        or(lt(orders.updatedAt, before), eq(orders.state, 'needs_attention')),
        notExists(
          queries
            .select({ id: payments.id })
            .from(payments)
            .where(and(isOfOrder, inArray(payments.state, unended))),
        ),
      ),
    )
    .limit(MAX_BATCH)
  for (const { id } of rows) await endOrder(services, id)
}

async function endOrder({ database }: PaymentServices, orderId: string): Promise<void> {
  await database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    if (!order || !unpaid.includes(order.state)) return
    const attempts = await readPayments(queries, orderId)
    if (attempts.some(({ state }) => unended.includes(state))) return
    await moveOrder(queries, order, 'cancelled', 'sweep', { reason: 'not paid in time' })
  })
}
