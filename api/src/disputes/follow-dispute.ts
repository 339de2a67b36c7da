import { type Provider, type ProviderDispute, ProviderError } from '@site/providers/gateway'
import { formatPence, pence } from '@site/shared/money'
import { and, desc, eq } from 'drizzle-orm'
import { closeCases, openCase, renewCase } from '../cases/cases'
import { type Dispute, disputes } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Order, orderEvents, type Payment } from '../database/schema'
import { isPaidFor, issueReceiptOf, lockOrder, moveOrder, recordEvent, type Source } from '../orders/order-repository'
import { formatTime } from '../orders/order-views'
import { findByCharge, isOurReference, readPayments } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { closeFailedRefunds } from '../refunds/record-refund'
import { countGone, isPaidByOther, sumOf } from '../refunds/refund-repository'
import { syncRefunds } from '../refunds/sync-refunds'

type Observed = { payment: Payment; dispute: Dispute; source: Source }

export const DISPUTED = 'disputed'

type About = { chargeId: string | null; disputeId: string | null }

/** @throws ProviderError */
export async function followDispute(
  services: PaymentServices,
  provider: Provider,
  about: About,
  source: Source,
): Promise<void> {
  const { disputeId } = about
  if (!disputeId) return
  const queries = services.database.queries()
  const before = await readDispute(queries, provider, disputeId)
  const found = await services.gateways[provider].readDispute(disputeId)
  const payment = await findByCharge(queries, provider, found.chargeId ?? about.chargeId)
  // Refunds made by the shop count first.
  if (payment) await syncRefunds(services, payment, source)
  const news = payment
    ? await services.database.transaction((tx) => keepDispute(tx, { payment, found, before, source }))
    : await recordForeign(queries, provider, found)
  // Another process may have stored a newer answer.
  if (news === 'overtaken') return followDispute(services, provider, about, source)
  if (news === 'new')
    services.log.error({ alert: 'dispute', provider, disputeId, status: found.status }, 'payment alert')
}

/**
 * Also follows disputes that are open here: events may be lost.
 * @throws ProviderError of the first failure; the others are stored
 */
export async function followDisputes(services: PaymentServices, provider: Provider, since: Date): Promise<void> {
  const isOpen = and(eq(disputes.provider, provider), eq(disputes.state, 'open'))
  const open = await services.database.queries().select({ id: disputes.providerId }).from(disputes).where(isOpen)
  const failures: ProviderError[] = []
  const orNote = (error: unknown): undefined => {
    if (!(error instanceof ProviderError)) throw error
    failures.push(error)
  }
  const listed = (await services.gateways[provider].listDisputes(since).catch(orNote)) ?? []
  for (const disputeId of new Set([...open.map(({ id }) => id), ...listed])) {
    await followDispute(services, provider, { chargeId: null, disputeId }, 'sweep').catch(orNote)
  }
  if (failures[0]) throw failures[0]
}

async function readDispute(queries: Queries, provider: Provider, providerId: string): Promise<Dispute | undefined> {
  const isMeant = and(eq(disputes.provider, provider), eq(disputes.providerId, providerId))
  const [row] = await queries.select().from(disputes).where(isMeant)
  return row
}

type News = 'new' | 'known' | 'overtaken'

/** Opens a case unless another product owns the dispute. */
async function recordForeign(queries: Queries, provider: Provider, found: ProviderDispute): Promise<News> {
  const { providerId, amountPence, chargeId, reference, url } = found
  if (reference !== undefined && !isOurReference(reference)) return 'known'
  const summary = `A buyer disputes ${provider} payment ${chargeId ?? providerId}, which belongs to no order: ${url}`
  const subject = `${provider} ${providerId}`
  const isNew = await openCase(queries, { kind: 'dispute', subject, provider, summary, amountPence })
  return isNew ? 'new' : 'known'
}

type Followed = { payment: Payment; found: ProviderDispute; before: Dispute | undefined; source: Source }

async function keepDispute(queries: Queries, { payment, found, before, source }: Followed): Promise<News> {
  const { provider, orderId, id: paymentId } = payment
  await lockOrder(queries, orderId)
  const { providerId, status: state, amountPence, feePence = null, reason = null, openedAt, dueAt = null } = found
  const now = await readDispute(queries, provider, providerId)
  if (!isUnchanged(before, now)) return 'overtaken'
  const closedAt = state === 'open' ? null : (before?.closedAt ?? found.closedAt ?? new Date())
  const values = { state, amountPence, feePence, reason, dueAt, closedAt }
  const [dispute] = await queries
    .insert(disputes)
    .values({ ...values, provider, providerId, orderId, paymentId, openedAt })
    .onConflictDoUpdate({ target: [disputes.provider, disputes.providerId], set: values })
    .returning()
  if (!dispute || (before && !isNews(before, dispute))) return 'known'
  if (state === 'open') await recordOpenDispute(queries, { payment, dispute, source }, found.url)
  else await recordDisputeEnd(queries, { payment, dispute, source })
  return 'new'
}

function isUnchanged(before: Dispute | undefined, now: Dispute | undefined): boolean {
  const isAlike = now?.state === before?.state && now?.amountPence === before?.amountPence
  return isAlike && now?.dueAt?.getTime() === before?.dueAt?.getTime()
}

/** An answered dispute loses its date, which needs no action. */
function isNews(before: Dispute, now: Dispute): boolean {
  if (before.state !== now.state) return true
  if (now.state === 'open') return now.dueAt !== null && before.dueAt?.getTime() !== now.dueAt.getTime()
  return now.state === 'lost' && before.amountPence !== now.amountPence
}

async function recordOpenDispute(queries: Queries, { payment, dispute, source }: Observed, url: string): Promise<void> {
  const { orderId, provider } = payment
  const { providerId, amountPence, dueAt } = dispute
  const until = dueAt ? ` until ${formatTime(dueAt)}` : ''
  const summary = `A buyer disputes ${formatPence(amountPence)} of this order: answer at ${url}${until}.`
  const subject = `${provider} ${providerId}`
  await renewCase(queries, { kind: 'dispute', subject, summary, orderId, provider, amountPence })
  const detail = { provider, dispute: providerId, amountPence, reason: DISPUTED }
  const order = await lockOrder(queries, orderId)
  const isHeld = order?.state === 'paid' && !isPaidByOther(payment, await readPayments(queries, orderId))
  if (isHeld) await moveOrder(queries, order, 'needs_attention', source, detail)
  else await recordEvent(queries, { orderId, type: 'alert', source, detail })
}

async function recordDisputeEnd(queries: Queries, { payment, dispute, source }: Observed): Promise<void> {
  const { provider, providerId, orderId, state, amountPence, feePence } = dispute
  const isWon = state === 'won'
  const outcome = isWon ? 'the dispute is over and has taken nothing' : 'the dispute is lost'
  const subject = `${provider} ${providerId}`
  const closing = { actor: provider, reason: outcome }
  await closeCases(queries, { kind: 'dispute', subject }, closing)
  if (isWon) await closeCases(queries, { kind: 'dispute_lost', subject }, closing)
  const order = await lockOrder(queries, orderId)
  if (!order) throw new Error(`Order ${orderId} has gone`)
  const isLost = and(eq(disputes.paymentId, payment.id), eq(disputes.state, 'lost'))
  const lostPence = sumOf(await queries.select().from(disputes).where(isLost))
  const { payment: now, hasOther } = await countGone(queries, payment.id, { whenAll: 'lose', lostPence })
  if (now.state === 'charged_back') {
    await closeFailedRefunds(queries, now, 'a dispute has taken all that was left of it')
  }
  if (!isWon && now.chargedBackPence > 0) await listWhatIsLeft(queries, dispute, hasOther)
  // Replaces a credit note that undid the sale (D-53).
  if (isWon && order.paidAt && now.state === 'succeeded') await issueReceiptOf(queries, order)
  const detail = { provider, dispute: providerId, amountPence, feePence, reason: outcome }
  const next = hasOther ? undefined : await nextStep(queries, order, now)
  if (next) await moveOrder(queries, order, next.to, source, { ...detail, ...next.detail })
  else await recordEvent(queries, { orderId, type: isWon ? 'dispute_won' : 'charged_back', source, detail })
}

type Step = { to: 'paid' | 'charged_back' | 'needs_attention'; detail?: { reason: string } }

async function nextStep(queries: Queries, order: Order, payment: Payment): Promise<Step | undefined> {
  if (payment.state === 'charged_back') return isPaidFor(order.state) ? { to: 'charged_back' } : undefined
  if (payment.state !== 'succeeded') return undefined
  // A message has announced the end of the sale.
  if (order.state === 'charged_back' || order.state === 'refunded')
    return { to: 'needs_attention', detail: { reason: 'what a dispute had taken is back' } }
  if (order.state !== 'needs_attention' || (await reasonOfHold(queries, order.id)) !== DISPUTED) return undefined
  const isOpen = and(eq(disputes.orderId, order.id), eq(disputes.state, 'open'))
  return (await queries.$count(disputes, isOpen)) > 0 ? undefined : { to: 'paid' }
}

async function reasonOfHold(queries: Queries, orderId: string): Promise<unknown> {
  const isHold = and(eq(orderEvents.orderId, orderId), eq(orderEvents.toState, 'needs_attention'))
  const [event] = await queries.select().from(orderEvents).where(isHold).orderBy(desc(orderEvents.id)).limit(1)
  return event?.detail?.reason
}

async function listWhatIsLeft(queries: Queries, dispute: Dispute, hasOther: boolean): Promise<void> {
  const { orderId, provider, providerId, amountPence, feePence } = dispute
  const fee = feePence ? ` and its fee of ${formatPence(pence(feePence))}` : ''
  const rest = hasOther ? 'another payment pays for the order' : 'cancel the booking, or ask the buyer to pay again'
  const summary = `The dispute ${providerId} is lost: ${provider} has taken ${formatPence(amountPence)}${fee}. Nothing is to be refunded; ${rest}.`
  const subject = `${provider} ${providerId}`
  await renewCase(queries, { kind: 'dispute_lost', subject, summary, orderId, provider, amountPence })
}
