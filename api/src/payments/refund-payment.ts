/**
 * Where a refund begins that a person wants. Money that may not be kept goes back by `return-payment.ts`; a refund made in
 * a provider's own pages is noted by `refund-elsewhere.ts`.
 */

import { type Pence, pence } from '@site/shared/money'
import { and, count, eq } from 'drizzle-orm'
import { type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { lockOrder, moveOrder, type Person, recordEvent } from '../orders/order-repository'
import { isPaidFor } from '../orders/order-state'
import { ProviderError } from '../providers/gateway'
import { changePayment, readPayments } from './payment-repository'
import type { PaymentServices } from './payment-services'

export type RefundRequest = Person & {
  /** Absent: all that has not been sent back yet. */
  amountPence?: Pence
}
export type RefundResult = { ok: true; refundedPence: Pence } | { ok: false; reason: string }

type Prepared = { ok: true; payment: Payment; refund: Refund } | { ok: false; reason: string }

/**
 * Sends money of a paid order back to its buyer, because a person wants it. The request and its idempotency
 * key are kept before the provider is asked, so that asking again after a lost answer sends it back once.
 */
export async function refundPayment(
  services: PaymentServices,
  orderId: string,
  request: RefundRequest,
): Promise<RefundResult> {
  const prepared = await services.database.transaction((queries) => prepareRefund(queries, orderId, request))
  if (!prepared.ok) return prepared
  const { payment, refund } = prepared
  const { amountPence, idempotencyKey } = refund
  let providerId: string | undefined
  try {
    const isWhole = amountPence === takenOf(payment)
    const chargeId = payment.chargeId ?? ''
    providerId = await services.gateways[payment.provider].refund(
      chargeId,
      idempotencyKey,
      isWhole ? undefined : amountPence,
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (!(await isRefundedAfterAll(services, payment, amountPence, error))) return noteFailure(services, refund, error)
  }
  await services.database.transaction((queries) =>
    keepRefund(queries, services, { ...refund, providerId: providerId ?? null }, request),
  )
  services.log.warn({ orderId, amountPence, actor: request.actor }, 'an order was refunded')
  return { ok: true, refundedPence: amountPence }
}

async function prepareRefund(queries: Queries, orderId: string, request: RefundRequest): Promise<Prepared> {
  const order = await lockOrder(queries, orderId)
  if (!order) return { ok: false, reason: 'There is no such order.' }
  const payment = (await readPayments(queries, orderId)).find(({ state }) => state === 'succeeded')
  if (!payment?.chargeId)
    return { ok: false, reason: `Nothing is paid for it that could be sent back (${order.state}).` }
  const left = pence(takenOf(payment) - payment.refundedPence)
  const amountPence = request.amountPence ?? left
  if (amountPence <= 0 || amountPence > left) return { ok: false, reason: `Of this payment ${left} pence are left.` }
  const isOfPayment = eq(refunds.paymentId, payment.id)
  const [asked] = await queries
    .select()
    .from(refunds)
    .where(and(isOfPayment, eq(refunds.state, 'requested')))
  if (asked && asked.amountPence !== amountPence) {
    return { ok: false, reason: `A refund of ${asked.amountPence} pence is under way; finish that first.` }
  }
  if (asked) return { ok: true, payment, refund: asked }
  const [earlier] = await queries.select({ value: count() }).from(refunds).where(isOfPayment)
  const idempotencyKey = `${payment.idempotencyKey}:refund:${(earlier?.value ?? 0) + 1}`
  const [refund] = await queries
    .insert(refunds)
    .values({ orderId, paymentId: payment.id, amountPence, idempotencyKey, state: 'requested' })
    .returning()
  if (!refund) throw new Error(`The refund ${idempotencyKey} was not kept`)
  const { actor, reason } = request
  const event = { orderId, type: 'refund_requested', source: 'operator', detail: { amountPence }, actor, reason }
  await recordEvent(queries, event)
  return { ok: true, payment, refund }
}

async function keepRefund(
  queries: Queries,
  services: PaymentServices,
  { id, orderId, paymentId, amountPence, providerId }: Refund,
  { actor, reason }: RefundRequest,
): Promise<void> {
  const order = await lockOrder(queries, orderId)
  const payment = (await readPayments(queries, orderId)).find((row) => row.id === paymentId)
  if (!order || !payment) throw new Error(`Order ${orderId} has gone`)
  const [kept] = await queries
    .update(refunds)
    .set({ state: 'succeeded', finishedAt: new Date(), providerId })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'requested')))
    .returning()
  // Another call has finished the same refund meanwhile.
  if (!kept) return
  const refundedPence = pence(payment.refundedPence + amountPence)
  await noteRefunded(queries, payment, refundedPence)
  await queueMail(queries, services, { order, kind: 'payment_refunded', amountPence, about: id })
  const detail = { amountPence, provider: payment.provider }
  if (refundedPence >= takenOf(payment) && isPaidFor(order.state)) {
    await moveOrder(queries, order, 'refunded', 'operator', detail, { actor, reason })
    return
  }
  await recordEvent(queries, { orderId, type: 'refunded', source: 'operator', detail, actor, reason })
}

/** Keeps what has gone back to the buyer so far; a payment that is sent back whole counts no more. */
export async function noteRefunded(queries: Queries, payment: Payment, refundedPence: Pence): Promise<void> {
  const isWhole = refundedPence >= takenOf(payment)
  await changePayment(queries, payment, { refundedPence, ...(isWhole && { state: 'refunded' }) })
}

/** A provider that failed in the middle may have done it; what it says now is the truth. */
async function isRefundedAfterAll(
  { gateways }: PaymentServices,
  { provider, providerId, refundedPence: before }: Payment,
  amountPence: Pence,
  { kind }: ProviderError,
): Promise<boolean> {
  if (kind !== 'broken' || !providerId) return false
  const response = await gateways[provider].read(providerId).catch(() => undefined)
  return (response?.refundedPence ?? 0) >= before + amountPence
}

/** Only a clear no ends the request; after anything else the same command finishes it. */
async function noteFailure(services: PaymentServices, refund: Refund, error: ProviderError): Promise<RefundResult> {
  const { kind, message } = error
  if (kind !== 'refused' && kind !== 'broken') {
    return { ok: false, reason: `${message}. The request is kept: give the same command again.` }
  }
  // After an error of its own Stripe repeats that for the key: the next request has another.
  const done = { state: 'failed', finishedAt: new Date() } as const
  await services.database.queries().update(refunds).set(done).where(eq(refunds.id, refund.id))
  const reason = kind === 'refused' ? `The provider refused: ${message}` : `${message}. Give the same command again.`
  return { ok: false, reason }
}

/** Pence; rows of the first release do not say what was taken. */
export function takenOf({ takenPence, amountPence }: Payment): Pence {
  return takenPence ?? amountPence
}
