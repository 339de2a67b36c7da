import { ProviderError } from '@site/providers/gateway'
import type { Refund } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Payment } from '../database/schema'
import { retryAfter } from '../database/work-queue'
import { lockOrder } from '../orders/order-repository'
import { readPayment } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { carryOutRefund } from './carry-out-refund'
import { insertRefund, leftOf, readRefunds } from './refund-repository'

const HOUR_MS = 60 * 60 * 1_000
const afterRefusal = { retryMs: HOUR_MS, longestRetryMs: 24 * HOUR_MS }

/** The sweep retries failures. @returns whether the refund is pending or sent */
export async function returnPayment(services: PaymentServices, { id, orderId }: Payment): Promise<boolean> {
  const refund = await services.database.transaction((queries) => prepareReturn(queries, orderId, id))
  if (!refund) return (await readPayment(services.database.queries(), id)).state === 'refunded'
  try {
    const { state, amountPence } = await carryOutRefund(services, refund.id, 'sweep')
    if (state === 'sent') services.log.warn({ orderId, amountPence }, 'a payment was sent back')
    return state === 'sent' || state === 'pending'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.error({ err: error, orderId }, 'a payment is not sent back yet')
    return false
  }
}

async function prepareReturn(queries: Queries, orderId: string, paymentId: number): Promise<Refund | undefined> {
  await lockOrder(queries, orderId)
  const payment = await readPayment(queries, paymentId)
  if (!payment.chargeId || payment.state !== 'duplicate') return undefined
  const rows = await readRefunds(queries, paymentId)
  const unfinished = rows.find(({ state }) => state === 'requested' || state === 'pending')
  if (unfinished) return unfinished
  const amountPence = leftOf(payment, rows)
  if (amountPence <= 0 || isTooSoon(rows)) return undefined
  const idempotencyKey = `${payment.idempotencyKey}:return:${rows.length + 1}`
  const row = { orderId, paymentId, amountPence, idempotencyKey }
  return insertRefund(queries, { ...row, state: 'requested', origin: 'return' })
}

function isTooSoon(rows: readonly Refund[]): boolean {
  const failed = rows.filter(({ state, origin }) => state === 'failed' && origin === 'return')
  const last = failed.at(-1)?.finishedAt
  return !!last && last.getTime() > Date.now() - retryAfter(afterRefusal, failed.length)
}
