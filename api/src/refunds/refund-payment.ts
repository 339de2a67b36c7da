/** Refunds requested by a person; the others are in `return-payment.ts` and `sync-refunds.ts`. */

import { ProviderError } from '@site/providers/gateway'
import { formatPence, type Pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Payment } from '../database/schema'
import { AdminRefusal } from '../errors/api-error'
import { lockOrder, type Person, recordEvent } from '../orders/order-repository'
import { formatTime } from '../orders/order-views'
import { readPayments } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { carryOutRefund } from './carry-out-refund'
import { recordRefund } from './record-refund'
import { insertRefund, leftOf, readRefunds } from './refund-repository'

export type RefundRequest = Person & {
  /** Absent: all that is left. */
  amountPence?: Pence
  /** Requests one more than this number of refunds of the amount, so repeating the command is safe. */
  again?: number
}
export type RefundResult = { state: 'sent' | 'pending'; refundedPence: Pence }

/** Stores request and key before the call, so a repeated command refunds once. */
export async function refundPayment(
  services: PaymentServices,
  orderId: string,
  request: RefundRequest,
): Promise<RefundResult> {
  const { refund } = await services.database.transaction((queries) => prepareRefund(queries, orderId, request))
  const done = await carryOutRefund(services, refund.id, 'operator').catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    throw new AdminRefusal(
      `${error.message}: it is not known whether the money is on its way. The request is kept, the shop goes on with it by itself, and lists it until it is done.`,
    )
  })
  const { state, amountPence, lastError } = done
  if (state === 'failed') throw new AdminRefusal(`The provider refused: ${lastError}`)
  if (state === 'requested') throw new AdminRefusal('It is being sent back by another command at this moment.')
  services.log.warn({ orderId, amountPence, actor: request.actor, state }, 'an order was refunded')
  return { state, refundedPence: amountPence }
}

/** A bank transfer, say; the provider's book lacks it. */
export function keepRefundByHand(
  services: PaymentServices,
  orderId: string,
  request: RefundRequest,
): Promise<RefundResult> {
  return services.database.transaction(async (queries) => {
    await lockOrder(queries, orderId)
    const isReturning = (await readPayments(queries, orderId)).some(({ state }) => state === 'duplicate')
    if (isReturning)
      throw new AdminRefusal('Another payment of it is being sent back by the shop itself: wait for that.')
    const { refund, isNew } = await prepareRefund(queries, orderId, request)
    if (!isNew) throw new AdminRefusal('The shop is sending it back: wait until that is done, or has failed.')
    const { amountPence, idempotencyKey: reference, createdAt } = refund
    const sent = { providerId: null, reference, amountPence, status: 'sent' as const, createdAt }
    await recordRefund(queries, services, refund, sent, 'operator')
    return { state: 'sent', refundedPence: amountPence }
  })
}

async function prepareRefund(queries: Queries, orderId: string, request: RefundRequest) {
  const order = await lockOrder(queries, orderId)
  if (!order)
    throw new AdminRefusal('There is no such order. Was it paid before a restore? orders take-in <payment id>')
  const payment = (await readPayments(queries, orderId)).find(({ state }) => state === 'succeeded')
  if (!payment?.chargeId) throw new AdminRefusal(`Nothing is paid for it that could be sent back (${order.state}).`)
  const rows = await readRefunds(queries, payment.id)
  const left = leftOf(payment, rows)
  const unfinished = rows.find(({ state }) => state === 'requested')
  if (unfinished) return { refund: goOn(rows, unfinished, request, left), isNew: false }
  const amountPence = request.amountPence ?? left
  if (amountPence <= 0 || amountPence > left) throw new AdminRefusal(`Of this payment ${left} pence are left.`)
  requireNoDoubt(rows, request)
  return { refund: await keepRequest(queries, payment, { ...request, amountPence }), isNew: true }
}

function goOn(rows: readonly Refund[], unfinished: Refund, { amountPence, again }: RefundRequest, left: Pence): Refund {
  const isSameAmount = amountPence === undefined ? left === 0 : amountPence === unfinished.amountPence
  const earlier = equalTo(rows, unfinished.amountPence).length - 1
  if (isSameAmount && (again ?? earlier) === earlier) return unfinished
  const under = `A refund of ${formatPence(unfinished.amountPence)} is under way`
  throw new AdminRefusal(`${under}; finish that first, by the same command or by waiting for the shop.`)
}

/** A command has no idempotency key, so `again` states the number of equal refunds. */
function requireNoDoubt(rows: readonly Refund[], { amountPence, again = 0 }: RefundRequest): void {
  const equal = equalTo(rows, amountPence)
  const last = equal.at(-1)
  if (equal.length === again) return
  if (!last) throw new AdminRefusal('No refund of this amount was sent or is on its way: leave --again out.')
  const count = equal.length === 1 ? '1 refund' : `${equal.length} refunds`
  const what = equal.every(({ state }) => state === 'sent') ? 'sent' : 'sent or on the way'
  const when = formatTime(last.finishedAt ?? last.createdAt)
  const were = `${count} of ${formatPence(last.amountPence)} ${equal.length === 1 ? 'was' : 'were'} ${what} already`
  throw new AdminRefusal(`${were}, the last one ${when}. To send one more say --again ${equal.length}.`)
}

function equalTo(rows: readonly Refund[], amountPence: Pence | undefined): Refund[] {
  return rows.filter((row) => row.state !== 'failed' && row.amountPence === amountPence)
}

async function keepRequest(
  queries: Queries,
  payment: Payment,
  { amountPence, actor, reason }: RefundRequest & { amountPence: Pence },
): Promise<Refund> {
  const { orderId, id: paymentId } = payment
  const earlier = await queries.$count(refunds, eq(refunds.paymentId, paymentId))
  const idempotencyKey = `${payment.idempotencyKey}:refund:${earlier + 1}`
  const event = { orderId, type: 'refund_requested', source: 'operator', detail: { amountPence }, actor, reason }
  await recordEvent(queries, event)
  const row = { orderId, paymentId, amountPence, idempotencyKey, actor, reason }
  return insertRefund(queries, { ...row, state: 'requested', origin: 'admin' })
}
