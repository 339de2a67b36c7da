import { type Provider, type ProviderDispute, ProviderError } from '@site/providers/gateway'
import { and, eq } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import { type Dispute, disputes } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Payment, payments } from '../database/schema'
import { lockOrder, type Source } from '../orders/order-repository'
import { isOurReference } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { syncRefunds } from '../refunds/sync-refunds'
import { noteDisputeEnd, noteOpenDispute } from './note-dispute'

type About = { chargeId: string | null; disputeId: string | null }

/**
 * @returns our payment, if any
 * @throws ProviderError
 */
export async function followDispute(
  services: PaymentServices,
  provider: Provider,
  about: About,
  source: Source,
): Promise<Payment | undefined> {
  const { disputeId } = about
  if (!disputeId) return undefined
  const queries = services.database.queries()
  const before = await readDispute(queries, provider, disputeId)
  const found = await services.gateways[provider].readDispute(disputeId)
  const chargeId = found.chargeId ?? about.chargeId
  const payment = chargeId ? await findByCharge(queries, provider, chargeId) : undefined
  // Refunds made by the shop count first.
  if (payment) await syncRefunds(services, payment, source)
  const news = payment
    ? await services.database.transaction((tx) => keepDispute(tx, { payment, found, before, source }))
    : await noteForeign(queries, provider, found)
  // Another process may have stored a newer answer.
  if (news === 'overtaken') return followDispute(services, provider, about, source)
  if (news === 'new')
    services.log.error({ alert: 'dispute', provider, disputeId, status: found.status }, 'payment alert')
  return payment
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

async function findByCharge(queries: Queries, provider: Provider, chargeId: string): Promise<Payment | undefined> {
  const isMeant = and(eq(payments.provider, provider), eq(payments.chargeId, chargeId))
  const [row] = await queries.select().from(payments).where(isMeant)
  return row
}

type News = 'new' | 'known' | 'overtaken'

/** Opens a case unless another product owns the dispute. */
async function noteForeign(queries: Queries, provider: Provider, found: ProviderDispute): Promise<News> {
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
  if (state === 'open') await noteOpenDispute(queries, { payment, dispute, source }, found.url)
  else await noteDisputeEnd(queries, { payment, dispute, source })
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
