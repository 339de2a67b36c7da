import { creditRefund, takeBackRefund } from '@site/papers/issue-papers'
import type { ProviderRefund } from '@site/providers/gateway'
import { formatPence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import { cancelBooking } from '../bookings/cancel-booking'
import { closeCases, openCase, renewCase } from '../cases/cases'
import type { Refund } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Order, Payment } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { isPaidFor, lockOrder, moveOrder, recordEvent, type Source } from '../orders/order-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { changeRefund, countGone, readRefunds } from './refund-repository'

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
  const counted = await countGone(queries, refund.paymentId, { whenAll: 'send_back' })
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

async function recordFailed(observed: Observed, services: PaymentServices, wasSent: boolean): Promise<void> {
  const { queries, order, payment, hasOther, refund, source } = observed
  const { amountPence } = refund
  const about = `refund-${refund.id}`
  const isWritten =
    wasSent && (await queueMail(queries, services, { order, kind: 'refund_failed', amountPence, about }))
  const although = wasSent ? ', although it had said so' : ''
  const written = isWritten ? '; the buyer was written to' : ''
  const what = `${payment.provider} could not send ${formatPence(amountPence)} of this order back${although}${written}`
  await listFailedRefund(queries, { payment, refund, what, wasSent })
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

/** The shop itself retries money that it may not keep. */
function whatIsLeft({ state }: Payment, { origin }: Refund): string {
  return origin === 'return' || state === 'duplicate'
    ? "The shop tries again by itself: send it nowhere else than in the provider's pages, or it goes back twice."
    : 'Refund it again, or send it another way and keep that: refund --by-hand.'
}

/** Reopens the case of a refund once reported as sent. */
export async function listFailedRefund(
  queries: Queries,
  { payment, refund, what, wasSent }: { payment: Payment; refund: Refund; what: string; wasSent: boolean },
): Promise<void> {
  const { orderId, amountPence } = refund
  const { provider } = payment
  const summary = `${what}. ${whatIsLeft(payment, refund)}`
  const found = { kind: 'refund_failed', subject: subjectOf(payment, refund), summary } as const
  await (wasSent ? renewCase : openCase)(queries, { ...found, orderId, provider, amountPence })
}

export async function closeFailedRefunds(queries: Queries, payment: Payment, reason: string): Promise<void> {
  const closing = { actor: payment.provider, reason }
  const failed = (await readRefunds(queries, payment.id)).filter(({ state }) => state === 'failed')
  for (const subject of new Set(failed.map((refund) => subjectOf(payment, refund))))
    await closeCases(queries, { kind: 'refund_failed', subject }, closing)
}

/** Closes one case, of an equal refund that failed before this one was wanted. */
async function closeEqualRefund(queries: Queries, payment: Payment, sent: Refund): Promise<void> {
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
function subjectOf({ provider, chargeId }: Payment, { origin, providerId, idempotencyKey }: Refund): string {
  return origin === 'return' ? `${provider} ${chargeId} return` : `${provider} ${providerId ?? idempotencyKey}`
}
