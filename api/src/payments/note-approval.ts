import type { Provider } from '@site/providers/provider'
import { sql } from 'drizzle-orm'
import { lockOrder } from '../orders/order-repository'
import { type Refused, refusals, refuse } from './refusals'
import {
  beginAnew,
  changePayment,
  findPayment,
  noteAwaited,
  payableStates,
  readPayments,
} from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

export type Approval = { ok: true; orderId: string } | Refused

/**
 * A page is about to capture in the browser what its buyer has just approved. Kept before it does: a library that
 * declines in the browser answers nobody, so that after this only another approval moves the money.
 */
export async function noteApproval(
  services: PaymentServices,
  asked: { provider: Provider; providerId: string },
): Promise<Approval> {
  const found = await findPayment(services.database.queries(), asked)
  if (!found) return refuse(refusals.notFound)
  return services.database.transaction(async (queries) => {
    await lockOrder(queries, found.orderId)
    const attempts = await readPayments(queries, found.orderId)
    const row = attempts.find(({ id }) => id === found.id)
    if (attempts.some(({ state }) => state === 'succeeded')) return refuse(refusals.orderPaid)
    // The sweep has taken it meanwhile, and its bank is deciding; or another window is taking another payment of the order.
    const moving = attempts.filter((it) => (it.id === row?.id ? it.state === 'processing' : it.isBeingCaptured))
    if (moving.length > 0) {
      await noteAwaited(queries, moving)
      return refuse(refusals.processing)
    }
    if (!row || !payableStates.includes(row.state)) return refuse(refusals.givenUp)
    await changePayment(queries, row, { ...beginAnew(row), captureAskedAt: sql`now()`, captureTriedAt: new Date() })
    return { ok: true, orderId: row.orderId }
  })
}
