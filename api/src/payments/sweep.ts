import { and, asc, eq, gt, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { isUnavailable } from '../database/database-error'
import { orders, type Payment, payments } from '../database/schema'
import { lockOrder, moveOrder } from '../orders/order-repository'
import type { OrderState } from '../orders/order-state'
import { closeUnclosed, finishPayment, refundDuplicate } from './finish-payment'
import { ProviderError } from './gateway'
import { changePayment, leavePayment } from './payment-repository'
import type { PaymentServices } from './payment-services'
import { handleKeptEvents } from './provider-events'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The browser's own confirm call comes first. */
const ASK_AFTER = 2 * MINUTE
/** Most buyers pay within the hour: asked every minute until then, every ten minutes later. */
const LIVELY = HOUR
const ASK_LATE_EVERY = 10 * MINUTE
const GIVE_UP_AFTER = 24 * HOUR
const KEPT_EVENT_AFTER = 30 * SECOND
const MAX_BATCH = 100
const unpaid: OrderState[] = ['created', 'pending', 'failed']

const sweepMs = MINUTE

/**
 * Finds what neither the browser nor a webhook told us: asks the provider about payments that are
 * still open, sends back what came twice, and ends orders nobody paid within a day.
 */
export async function sweep(services: PaymentServices, now = Date.now()): Promise<void> {
  await handleKeptEvents(services, new Date(now - KEPT_EVENT_AFTER))
  for (const payment of await readDue(services, now)) await askAgain(services, payment, now)
  for (const payment of await readDuplicates(services)) await refundDuplicate(services, payment)
  for (const orderId of await readUnpaid(services, now)) await cancelUnpaid(services, orderId)
}

/** Sweeps now and every minute until the returned function is called; one sweep at a time. */
export function startSweeping(services: PaymentServices, everyMs = sweepMs): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= sweep(services)
      .catch((error: unknown) => services.log.warn({ err: error }, 'the payment sweep was interrupted'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  void services.database.opened.then(run)
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function readDue({ database }: PaymentServices, now: number): Promise<Payment[]> {
  const isLively = gt(payments.createdAt, new Date(now - LIVELY))
  const isDue = or(
    and(isLively, lt(payments.checkedAt, new Date(now - ASK_AFTER / 2))),
    lt(payments.checkedAt, new Date(now - ASK_LATE_EVERY)),
  )
  return database
    .queries()
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.state, ['open', 'processing', 'abandoned']),
        isNotNull(payments.providerId),
        lt(payments.createdAt, new Date(now - ASK_AFTER)),
        isDue,
      ),
    )
    .orderBy(asc(payments.checkedAt))
    .limit(MAX_BATCH)
}

/** A payment the provider gave no answer about stays due, and is asked about in the next sweep. */
async function askAgain(services: PaymentServices, payment: Payment, now: number): Promise<void> {
  const { provider, providerId, state, createdAt } = payment
  if (!providerId) return
  try {
    // The buyer went on to another payment: what was approved before is not taken.
    const canCapture = state !== 'abandoned'
    const settlement = await finishPayment(services, { provider, providerId, source: 'sweep', canCapture })
    const isForgotten = state === 'abandoned' && createdAt.getTime() < now - GIVE_UP_AFTER
    if (settlement.type === 'unknown' || isForgotten)
      await leavePayment(services.database.queries(), payment, 'cancelled')
    else await changePayment(services.database.queries(), payment, { checkedAt: new Date() })
  } catch (error) {
    rethrowUnlessProvider(services, error, payment.orderId)
  }
}

async function readDuplicates({ database }: PaymentServices): Promise<Payment[]> {
  return database.queries().select().from(payments).where(eq(payments.state, 'duplicate')).limit(MAX_BATCH)
}

async function readUnpaid({ database }: PaymentServices, now: number): Promise<string[]> {
  const rows = await database
    .queries()
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.state, unpaid), lt(orders.updatedAt, new Date(now - GIVE_UP_AFTER))))
    .limit(MAX_BATCH)
  return rows.map(({ id }) => id)
}

/** At the provider first: an order is only given up when nothing can be paid for it any more. */
async function cancelUnpaid(services: PaymentServices, orderId: string): Promise<void> {
  try {
    if (await closeUnclosed(services, orderId)) return
    await services.database.transaction(async (queries) => {
      const order = await lockOrder(queries, orderId)
      if (!order || !unpaid.includes(order.state)) return
      await moveOrder(queries, order, 'cancelled', 'sweep', { reason: 'not paid within a day' })
    })
  } catch (error) {
    rethrowUnlessProvider(services, error, orderId)
  }
}

function rethrowUnlessProvider(services: PaymentServices, error: unknown, orderId: string): void {
  if (isUnavailable(error)) throw error
  const level = error instanceof ProviderError ? 'warn' : 'error'
  services.log[level]({ err: error, orderId }, 'the sweep could not look after a payment')
}
