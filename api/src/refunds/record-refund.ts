import { creditRefund, takeBackRefund } from '@site/papers/issue-papers'
import type { ProviderRefund } from '@site/providers/gateway'
import { formatPence, pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import { cancelBooking } from '../bookings/cancel-booking'
import { closeCases, openCase, renewCase } from '../cases/cases'
import type { Refund } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Order, Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { isPaidFor, lockOrder, moveOrder, recordEvent, type Source } from '../orders/order-repository'
import { changePayment, movePayment, readPayments } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { changeRefund, readRefunds, sumOf, takenOf } from './refund-repository'

type Observed = {
  queries: Queries
  order: Order
  payment: Payment
  hasOther: boolean
  refund: Refund
  source: Source
}

/** `null` for a refund by hand, outside of the provider. */
type Found = Omit<ProviderRefund, 'providerId'> & { providerId: string | null }

export async function recordRefund(
  queries: Queries,
  services: PaymentServices,
  before: Refund,
  found: Found,
  source: Source,
): Promise<void> {
  const order = await lockOrder(queries, before.orderId)
  const [refund] = (await readRefunds(queries, before.paymentId)).filter(({ id }) => id === before.id)
  if (!order || !refund) throw new Error(`The refund ${before.id} has gone`)
  if (isOldNews(refund, found)) return
  const isOver = found.status !== 'pending'
  await changeRefund(queries, refund, {
    state: found.status,
    providerId: found.providerId,
    amountPence: found.amountPence,
    // By the database's clock, like `createdAt`, which it is compared with.
    finishedAt: isOver ? sql`now()` : null,
    failedChecks: 0,
    lastError: found.status === 'failed' ? 'The provider could not send it back' : null,
  })
  if (refund.state === found.status) return
  const counted = await countReturned(queries, refund)
  const observed = { queries, order, ...counted, refund: { ...refund, ...found, id: refund.id }, source }
  if (found.status === 'sent') await recordSent(observed, services)
  if (found.status === 'pending') await record(observed, 'refund_pending')
  if (found.status === 'failed') await recordFailed(observed, services, refund.state === 'sent')
}

/** Ignores stale answers: `sent` never becomes `pending` again, and a provider's `failed` is final. */
function isOldNews({ state, providerId }: Refund, found: Found): boolean {
  const isSame = providerId === found.providerId
  return isSame && (state === found.status || state === 'failed' || (state === 'sent' && found.status === 'pending'))
}

async function countReturned(queries: Queries, { orderId, paymentId, origin }: Refund) {
  const attempts = await readPayments(queries, orderId)
  const payment = attempts.find(({ id }) => id === paymentId)
  if (!payment) throw new Error(`The payment ${paymentId} has gone`)
  const sent = (await readRefunds(queries, paymentId)).filter(({ state }) => state === 'sent')
  const refundedPence = sumOf(sent)
  const left = takenOf(payment) - refundedPence
  const chargedBackPence = pence(Math.min(payment.chargedBackPence, left))
  const hasOther = attempts.some(({ id, state }) => id !== paymentId && state === 'succeeded')
  const back = origin === 'return' || hasOther ? ('come_back_extra' as const) : ('come_back' as const)
  const event = chargedBackPence < left ? back : refundedPence > 0 && ('send_back' as const)
  const state = event ? await movePayment(queries, payment, event) : payment.state
  await changePayment(queries, payment, { refundedPence, chargedBackPence })
  return { payment: { ...payment, refundedPence, chargedBackPence, state }, hasOther }
}

async function recordSent(observed: Observed, services: PaymentServices): Promise<void> {
  const { queries, order, payment, hasOther, refund, source } = observed
  const { amountPence } = refund
  const about = `refund-${refund.id}`
  // For a refund by hand, the owner informs the buyer.
  if (refund.providerId) await queueMail(queries, services, { order, kind: 'payment_refunded', amountPence, about })
  await creditRefund(queries, { orderId: order.id, paymentId: payment.id, refundId: refund.id, amountPence })
  if (payment.state === 'refunded') await closeFailedRefunds(queries, payment, 'all of it has gone back since')
  else if (refund.origin === 'admin') await closeEqualRefund(queries, payment, refund)
  const isWhole = payment.state === 'refunded' && refund.origin !== 'return'
  const isOrders = isWhole && isPaidFor(order.state) && !hasOther
  if (!isOrders) return record(observed, refund.origin === 'return' ? 'returned' : 'refunded')
  const person = personOf(refund)
  await moveOrder(queries, order, 'refunded', person ? 'operator' : source, detailOf(observed), person)
  await cancelBooking(queries, services, order)
}

/** Informs a buyer who expected the money. */
async function recordFailed(observed: Observed, services: PaymentServices, wasSent: boolean): Promise<void> {
  const { queries, order, payment, hasOther, refund, source } = observed
  const { amountPence } = refund
  const about = `refund-${refund.id}`
  const isWritten =
    wasSent && (await queueMail(queries, services, { order, kind: 'refund_failed', amountPence, about }))
  const although = isWritten ? ', although it had said so; the buyer was written to' : ', although it had said so'
  const summary = `${payment.provider} could not send ${formatPence(amountPence)} of this order back${
    wasSent ? although : ''
  }. ${whatIsLeft(payment, refund)}`
  await listFailedRefund(queries, { payment, refund }, { summary, wasSent })
  if (wasSent) await takeBackRefund(queries, order.id, refund.id)
  if (wasSent && (order.state === 'refunded' || order.state === 'charged_back') && !hasOther) {
    return void (await moveOrder(queries, order, 'needs_attention', source, {
      ...detailOf(observed),
      reason: 'a refund has failed',
    }))
  }
  await record(observed, 'refund_failed')
}

async function record(observed: Observed, type: string): Promise<void> {
  const { queries, order, refund, source } = observed
  const person = personOf(refund)
  const event = { orderId: order.id, type, source: person ? 'operator' : source, detail: detailOf(observed) }
  await recordEvent(queries, { ...event, ...person })
}

function detailOf({ payment: { provider, providerId }, refund: { amountPence } }: Observed) {
  return { provider, providerId, amountPence }
}

function personOf({ actor, reason }: Refund): { actor: string; reason: string } | undefined {
  return actor !== null && reason !== null ? { actor, reason } : undefined
}

type Failed = {
  payment: Pick<Payment, 'id' | 'provider' | 'chargeId' | 'state'>
  refund: Pick<Refund, 'id' | 'orderId' | 'origin' | 'amountPence' | 'providerId' | 'idempotencyKey'>
}

/** The shop itself retries money that it may not keep. */
export function whatIsLeft({ state }: Pick<Payment, 'state'>, { origin }: Pick<Refund, 'origin'>): string {
  return origin === 'return' || state === 'duplicate'
    ? "The shop tries again by itself: send it nowhere else than in the provider's pages, or it goes back twice."
    : 'Refund it again, or send it another way and keep that: refund --by-hand.'
}

/** Reopens the case of a refund once reported as sent. */
export async function listFailedRefund(
  queries: Queries,
  { payment, refund }: Failed,
  { summary, wasSent }: { summary: string; wasSent: boolean },
): Promise<void> {
  const { orderId, amountPence } = refund
  const list = wasSent ? renewCase : openCase
  const { provider } = payment
  await list(queries, {
    kind: 'refund_failed',
    subject: subjectOf(payment, refund),
    summary,
    orderId,
    provider,
    amountPence,
  })
}

export async function closeFailedRefunds(queries: Queries, payment: Failed['payment'], reason: string): Promise<void> {
  const closing = { actor: payment.provider, reason }
  const failed = (await readRefunds(queries, payment.id)).filter(({ state }) => state === 'failed')
  for (const subject of new Set(failed.map((refund) => subjectOf(payment, refund))))
    await closeCases(queries, { kind: 'refund_failed', subject }, closing)
}

/** Closes one case, of an equal refund that failed before this one was wanted. */
async function closeEqualRefund(queries: Queries, payment: Failed['payment'], sent: Refund): Promise<void> {
  const rows = await readRefunds(queries, payment.id)
  // Our own date: the provider's may differ.
  const wantedAt = rows.find(({ id }) => id === sent.id)?.createdAt ?? sent.createdAt
  const equal = rows.filter(
    ({ state, amountPence, finishedAt }) =>
      state === 'failed' && amountPence === sent.amountPence && finishedAt && finishedAt <= wantedAt,
  )
  const closing = { actor: payment.provider, reason: 'it was sent once more' }
  for (const refund of equal) {
    const subject = subjectOf(payment, refund)
    if ((await closeCases(queries, { kind: 'refund_failed', subject }, closing)).length > 0) return
  }
}

/** All attempts to return a duplicate are one case; any other refund has its own. */
function subjectOf(
  { provider, chargeId }: Failed['payment'],
  { origin, providerId, idempotencyKey }: Failed['refund'],
) {
  return origin === 'return' ? `${provider} ${chargeId} return` : `${provider} ${providerId ?? idempotencyKey}`
}
