import { setTimeout as wait } from 'node:timers/promises'
import { ProviderError } from '@site/providers/gateway'
import type { OrderStatusReply } from '@site/shared/contracts/payments'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type Payment, payments } from '../database/schema'
import { lockOrder } from '../orders/order-repository'
import { isLeftToSweep } from './capture-payment'
import { checkPayment } from './check-payment'
import { noteFailure } from './check-queue'
import { type Refused, refusals, refuse } from './refusals'
import { isMoving, noteAwaited, readPayments } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

export type OrderStatus = { ok: true; status: OrderStatusReply['data']['status'] } | Refused

/**
 * However many pages ask, whichever servers answer them, the provider is asked about a payment no more often than this.
 * Whoever asks sooner waits: what was known before the question does not say that nothing is paid now.
 */
const ASK_EVERY_MS = 1_000
/** With more pages than that at once, some are told to ask again. */
const MAX_WAITS = 3

/** How an order stands. It changes nothing unless the provider has something new to say about it. */
export async function readOrderStatus(services: PaymentServices, orderId: string): Promise<OrderStatus> {
  const queries = services.database.queries()
  const current = (await readPayments(queries, orderId)).find(isUndecided)
  if (current) {
    if (!(await mayAsk(services, current))) return refuse(refusals.unknownOutcome)
    try {
      const { provider, providerId } = current
      if (providerId) await checkPayment(services, { provider, providerId, source: 'request' })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await noteFailure(services, current, error)
    }
  }
  return services.database.transaction((tx) => answerFromBook(tx, orderId))
}

async function answerFromBook(queries: Queries, orderId: string): Promise<OrderStatus> {
  const order = await lockOrder(queries, orderId)
  const attempts = await readPayments(queries, orderId)
  const { state } = order ?? { state: 'cancelled' }
  const hasMoney = attempts.some((payment) => payment.state === 'succeeded')
  if (hasMoney && (state === 'paid' || state === 'needs_attention')) return { ok: true, status: state }
  // Either way the buyer has the money, and the order is over.
  if (state === 'refunded' || state === 'charged_back') return { ok: true, status: 'refunded' }
  const undecided = attempts.find(isUndecided)
  if (undecided && undecided.failedChecks > 0) return refuse(refusals.unknownOutcome)
  const awaited = attempts.filter(
    (payment) => isMoving(payment) || (payment.providerStatus === 'approved' && isLeftToSweep(payment)),
  )
  await noteAwaited(queries, awaited)
  return { ok: true, status: awaited.length > 0 ? 'processing' : 'unpaid' }
}

function isUndecided({ state, providerId }: Payment): boolean {
  return providerId !== null && (state === 'open' || state === 'processing' || state === 'declined')
}

async function mayAsk(services: PaymentServices, payment: Payment): Promise<boolean> {
  for (let waited = 0; waited < MAX_WAITS; waited += 1) {
    if (await claimQuestion(services, payment)) return true
    await wait(ASK_EVERY_MS)
  }
  return claimQuestion(services, payment)
}

/** Until an answer is kept, nothing is known. */
async function claimQuestion({ database }: PaymentServices, { id }: Payment): Promise<boolean> {
  const before = sql`now() - make_interval(secs => ${ASK_EVERY_MS / 1_000})`
  const rows = await database
    .queries()
    .update(payments)
    .set({ failedChecks: sql`greatest(${payments.failedChecks}, 1)`, checkedAt: sql`now()` })
    .where(and(eq(payments.id, id), lte(payments.checkedAt, before)))
    .returning({ id: payments.id })
  return rows.length > 0
}
