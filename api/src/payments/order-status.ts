import { ProviderError } from '@site/providers/gateway'
import type { OrderStatusReply } from '@site/shared/contracts/payments'
import { and, eq, lt, sql } from 'drizzle-orm'
import { type Payment, payments } from '../database/schema'
import { lockOrder } from '../orders/order-repository'
import { isBeingCaptured, isLeftToSweep } from './capture-payment'
import { checkPayment } from './check-payment'
import { noteFailure, unanswered } from './check-queue'
import { readPayments } from './payment-repository'
import type { PaymentServices } from './payment-services'
import { type Refused, refusals, refuse } from './refusals'

export type OrderStatus = { ok: true; status: OrderStatusReply['data']['status'] } | Refused

/** However many pages ask, whichever servers answer them, the provider is asked about a payment no more often than this. */
const ASK_EVERY = sql`interval '4 seconds'`

/** How an order stands. It changes nothing unless the provider has something new to say about it. */
export async function readOrderStatus(services: PaymentServices, orderId: string): Promise<OrderStatus> {
  const queries = services.database.queries()
  const current = (await readPayments(queries, orderId)).find(isUndecided)
  if (current && (await mayAsk(services, current))) {
    try {
      const { provider, providerId } = current
      if (providerId) await checkPayment(services, { provider, providerId, source: 'request' })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await noteFailure(services, current, error)
    }
  }
  const { order, attempts } = await services.database.transaction(async (tx) => ({
    order: await lockOrder(tx, orderId),
    attempts: await readPayments(tx, orderId),
  }))
  const { state } = order ?? { state: 'cancelled' }
  const hasMoney = attempts.some((payment) => payment.state === 'succeeded')
  if (hasMoney && (state === 'paid' || state === 'needs_attention')) return { ok: true, status: state }
  // Either way the buyer has the money, and the order is over.
  if (state === 'refunded' || state === 'charged_back') return { ok: true, status: 'refunded' }
  const undecided = attempts.find(isUndecided)
  if (undecided && undecided.failedChecks > 0) return refuse(refusals.unknownOutcome)
  const isMoving = attempts.some(
    (payment) =>
      payment.state === 'processing' ||
      isBeingCaptured(payment) ||
      (payment.providerStatus === 'approved' && isLeftToSweep(payment)),
  )
  return { ok: true, status: isMoving ? 'processing' : 'unpaid' }
}

function isUndecided({ state, providerId }: Payment): boolean {
  return providerId !== null && (state === 'open' || state === 'processing' || state === 'declined')
}

async function mayAsk({ database }: PaymentServices, { id }: Payment): Promise<boolean> {
  const rows = await database
    .queries()
    .update(payments)
    .set({ ...unanswered, checkedAt: sql`now()` })
    .where(and(eq(payments.id, id), lt(payments.checkedAt, sql`now() - ${ASK_EVERY}`)))
    .returning({ id: payments.id })
  return rows.length > 0
}
