/** Refunds requested by a person; the others are in `return-payment.ts` and `sync-refunds.ts`. */

import { ProviderError } from '@site/providers/gateway'
import { formatPence, type Pence } from '@site/shared/money'
import { count, eq } from 'drizzle-orm'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Payment } from '../database/schema'
import { lockOrder, type Person, recordEvent } from '../orders/order-repository'
import { readPayments } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { carryOutRefund } from './carry-out-refund'
import { noteRefund } from './note-refund'
import { insertRefund, leftOf, readRefunds } from './refund-repository'

export type RefundRequest = Person & {
  /** Absent: all that is left. */
  amountPence?: Pence
  /** Requests one more than this number of refunds of the amount, so repeating the command is safe. */
  again?: number
}
export type RefundResult = { ok: true; state: 'sent' | 'pending'; refundedPence: Pence } | { ok: false; reason: string }

type Prepared = { ok: true; refund: Refund; isNew: boolean } | { ok: false; reason: string }

/** Stores request and key before the call, so a repeated command refunds once. */
export async function refundPayment(
  services: PaymentServices,
  orderId: string,
  request: RefundRequest,
): Promise<RefundResult> {
  const prepared = await services.database.transaction((queries) => prepareRefund(queries, orderId, request))
  if (!prepared.ok) return prepared
  try {
    const { state, amountPence, lastError } = await carryOutRefund(services, prepared.refund.id, 'operator')
    if (state === 'failed') return { ok: false, reason: `The provider refused: ${lastError}` }
    if (state === 'requested') return { ok: false, reason: 'It is being sent back by another command at this moment.' }
    services.log.warn({ orderId, amountPence, actor: request.actor, state }, 'an order was refunded')
    return { ok: true, state, refundedPence: amountPence }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const reason = `${error.message}: it is not known whether the money is on its way. The request is kept, the shop goes on with it by itself, and lists it until it is done.`
    return { ok: false, reason }
  }
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
      return { ok: false, reason: 'Another payment of it is being sent back by the shop itself: wait for that.' }
    const prepared = await prepareRefund(queries, orderId, request)
    if (!prepared.ok) return prepared
    const { refund } = prepared
    if (!prepared.isNew)
      return { ok: false, reason: 'The shop is sending it back: wait until that is done, or has failed.' }
    const { amountPence, idempotencyKey: reference, createdAt } = refund
    const sent = { providerId: null, reference, amountPence, status: 'sent' as const, createdAt }
    await noteRefund(queries, services, refund, sent, 'operator')
    return { ok: true, state: 'sent', refundedPence: amountPence }
  })
}

async function prepareRefund(queries: Queries, orderId: string, request: RefundRequest): Promise<Prepared> {
  const order = await lockOrder(queries, orderId)
  if (!order)
    return { ok: false, reason: 'There is no such order. Was it paid before a restore? orders take-in <payment id>' }
  const payment = (await readPayments(queries, orderId)).find(({ state }) => state === 'succeeded')
  if (!payment?.chargeId)
    return { ok: false, reason: `Nothing is paid for it that could be sent back (${order.state}).` }
  const rows = await readRefunds(queries, payment.id)
  const left = leftOf(payment, rows)
  const unfinished = rows.find(({ state }) => state === 'requested')
  if (unfinished) return goOn(rows, unfinished, request, left)
  const amountPence = request.amountPence ?? left
  if (amountPence <= 0 || amountPence > left) return { ok: false, reason: `Of this payment ${left} pence are left.` }
  const doubt = doubtOf(rows, request)
  if (doubt) return { ok: false, reason: doubt }
  return { ok: true, refund: await keepRequest(queries, payment, { ...request, amountPence }), isNew: true }
}

function goOn(
  rows: readonly Refund[],
  unfinished: Refund,
  { amountPence, again }: RefundRequest,
  left: Pence,
): Prepared {
  const isSameAmount = amountPence === undefined ? left === 0 : amountPence === unfinished.amountPence
  const earlier = equalTo(rows, unfinished.amountPence).length - 1
  if (isSameAmount && (again ?? earlier) === earlier) return { ok: true, refund: unfinished, isNew: false }
  const under = `A refund of ${unfinished.amountPence} pence is under way`
  return { ok: false, reason: `${under}; finish that first, by the same command or by waiting for the shop.` }
}

/** A command has no idempotency key, so `again` states the number of equal refunds. */
function doubtOf(rows: readonly Refund[], { amountPence, again = 0 }: RefundRequest): string | undefined {
  const equal = equalTo(rows, amountPence)
  const last = equal.at(-1)
  if (equal.length === again) return undefined
  if (!last) return 'No refund of this amount was sent or is on its way: leave --again out.'
  const count = equal.length === 1 ? '1 refund' : `${equal.length} refunds`
  const what = equal.every(({ state }) => state === 'sent') ? 'sent' : 'sent or on the way'
  const when = (last.finishedAt ?? last.createdAt).toISOString().slice(0, 16).replace('T', ' ')
  const were = `${count} of ${formatPence(last.amountPence)} ${equal.length === 1 ? 'was' : 'were'} ${what} already`
  return `${were}, the last one ${when}. To send one more say --again ${equal.length}.`
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
  const [earlier] = await queries.select({ value: count() }).from(refunds).where(eq(refunds.paymentId, paymentId))
  const idempotencyKey = `${payment.idempotencyKey}:refund:${(earlier?.value ?? 0) + 1}`
  const event = { orderId, type: 'refund_requested', source: 'operator', detail: { amountPence }, actor, reason }
  await recordEvent(queries, event)
  const row = { orderId, paymentId, amountPence, idempotencyKey, actor, reason }
  return insertRefund(queries, { ...row, state: 'requested', origin: 'admin' })
}
