import { eq } from 'drizzle-orm'
import { orders } from '../database/schema'
import type { PaymentServices } from './shared/payment-services'

/** Whether the buyer of an order can be written to: a page may promise a message only then. */
export async function isBuyerMailed({ database, isMailed }: PaymentServices, orderId: string): Promise<boolean> {
  if (!isMailed) return false
  const [order] = await database
    .queries()
    .select({ erasedAt: orders.erasedAt })
    .from(orders)
    .where(eq(orders.id, orderId))
  return !order?.erasedAt
}
