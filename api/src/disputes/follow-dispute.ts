import { ProviderError } from '@site/providers/gateway'
import type { Provider } from '@site/providers/provider'
import type { ProviderDispute } from '@site/providers/provider-dispute'
import { formatPence } from '@site/shared/money'
import { and, eq } from 'drizzle-orm'
import { openCase, renewCase } from '../cases/cases'
import { type Dispute, disputes } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { providerEntries } from '../database/ledger-tables'
import { type Payment, payments } from '../database/schema'
import { lockOrder, recordEvent, type Source } from '../orders/order-repository'
import { isOurReference } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { syncRefunds } from '../refunds/sync-refunds'
import { countLoss } from './count-loss'
import { holdOrder } from './hold-order'
import { noteDisputeEnd } from './note-dispute-end'

type About = { chargeId: string | null; disputeId: string | null }

/**
 * A buyer or a bank wants the money back through the provider: asks the provider how that stands, and keeps it. While
 * it is open the order waits for a person, who answers in the provider's pages; what came of it ends the waiting.
 * @returns the payment it is about, if that is one of ours
 * @throws ProviderError when the provider does not say.
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
  const hasOurs = payment && found.status === 'lost' && found.hasOurRefunds
  const counted = hasOurs ? countLoss(found, await syncRefunds(services, payment, source), before) : found
  const news = await services.database.transaction((queries) =>
    payment ? keepDispute(queries, { payment, found: counted, before, source }) : noteForeign(queries, provider, found),
  )
  // Another process has taken in what may be younger than this answer.
  if (news === 'overtaken') return followDispute(services, provider, about, source)
  if (news === 'new')
    services.log.error({ alert: 'dispute', provider, disputeId, status: found.status }, 'payment alert')
  return payment
}

/** Asks after each dispute that is open here: the event of its end may never have come. One that cannot be read stays as it is. */
export async function followOpenDisputes(services: PaymentServices, provider: Provider): Promise<void> {
  const isMeant = and(eq(disputes.provider, provider), eq(disputes.state, 'open'))
  const open = await services.database.queries().select().from(disputes).where(isMeant)
  for (const { providerId: disputeId, orderId } of open) {
    try {
      await followDispute(services, provider, { chargeId: null, disputeId }, 'sweep')
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      services.log.warn({ err: error, provider, orderId, disputeId }, 'it is not known how a dispute stands')
    }
  }
}

/**
 * Asks after all disputes of one payment: its money was said to have moved by one, whose own events may never have come.
 * @throws ProviderError when the provider does not say.
 */
export async function followDisputesOf(
  services: PaymentServices,
  { provider, chargeId }: Pick<Payment, 'provider' | 'chargeId'>,
  source: Source,
): Promise<void> {
  if (chargeId === null) return
  for (const disputeId of await services.gateways[provider].findDisputes({ chargeId }))
    await followDispute(services, provider, { chargeId, disputeId }, source)
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

/** `new`: a person has to know of it. */
type News = 'new' | 'known' | 'overtaken'

/** Of what is known to be another product's of the same account nobody here has to know. */
async function noteForeign(queries: Queries, provider: Provider, found: ProviderDispute): Promise<News> {
  const { providerId, amountPence, chargeId } = found
  if (chargeId && (await isElsewhere(queries, provider, chargeId))) return 'known'
  const summary = `A buyer disputes ${provider} payment ${chargeId ?? providerId}, which belongs to no order.`
  const subject = `${provider} ${providerId}`
  const isNew = await openCase(queries, { kind: 'dispute', subject, provider, summary, amountPence })
  return isNew ? 'new' : 'known'
}

/** Whether the provider's book, which is read once a day, has the charge with a reference that is not ours. */
async function isElsewhere(queries: Queries, provider: Provider, chargeId: string): Promise<boolean> {
  const { chargeId: id, provider: of, kind, reference } = providerEntries
  const isCharge = and(eq(of, provider), eq(id, chargeId), eq(kind, 'charge'))
  const [charge] = await queries.select({ reference }).from(providerEntries).where(isCharge)
  return charge !== undefined && !isOurReference(charge.reference ?? undefined)
}

type Followed = { payment: Payment; found: ProviderDispute; before: Dispute | undefined; source: Source }

/** A dispute may be asked about again with another date, and one that had ended may be taken up again, under the same name. */
async function keepDispute(queries: Queries, { payment, found, before, source }: Followed): Promise<News> {
  const { provider, orderId, id: paymentId } = payment
  await lockOrder(queries, orderId)
  const { providerId, feePence = null, reason = null, openedAt } = found
  const now = await readDispute(queries, provider, providerId)
  if (!isUnchanged(before, now)) return 'overtaken'
  const { status: state, amountPence } = found
  const closedAt = state === 'open' ? null : (before?.closedAt ?? found.closedAt ?? new Date())
  // Once it is answered, no date is named any more; one that is taken up again has its own.
  const isOfBefore = state !== 'open' || before?.state === 'open'
  const dueAt = found.dueAt ?? (isOfBefore ? (before?.dueAt ?? null) : null)
  const values = { state, amountPence, feePence, reason, dueAt, closedAt }
  const [kept] = before
    ? await queries.update(disputes).set(values).where(eq(disputes.id, before.id)).returning()
    : await queries
        .insert(disputes)
        .values({ ...values, provider, providerId, orderId, paymentId, openedAt })
        .returning()
  if (!kept || (before && isSame(before, kept))) return 'known'
  if (state === 'open') await noteOpen(queries, payment, kept, source)
  else await noteDisputeEnd(queries, { payment, dispute: kept, source })
  return 'new'
}

function isUnchanged(before: Dispute | undefined, now: Dispute | undefined): boolean {
  const isAlike = now?.state === before?.state && now?.amountPence === before?.amountPence
  return isAlike && now?.dueAt?.getTime() === before?.dueAt?.getTime()
}

function isSame(before: Dispute, now: Dispute): boolean {
  if (before.state !== now.state) return false
  return now.state === 'open'
    ? before.dueAt?.getTime() === now.dueAt?.getTime()
    : now.state === 'won' || before.amountPence === now.amountPence
}

async function noteOpen(queries: Queries, { orderId, provider }: Payment, dispute: Dispute, source: Source) {
  const { providerId, amountPence, dueAt } = dispute
  const until = dueAt ? ` until ${dueAt.toISOString().slice(0, 10)}` : ''
  const summary = `A buyer disputes ${formatPence(amountPence)} of this order (${provider} ${providerId}): answer in the provider's pages${until}.`
  const subject = `${provider} ${providerId}`
  await renewCase(queries, { kind: 'dispute', subject, summary, orderId, provider, amountPence })
  const detail = { provider, dispute: providerId, amountPence }
  if (await holdOrder(queries, orderId, source, { ...detail, reason: 'disputed' })) return
  await recordEvent(queries, { orderId, type: 'alert', source, detail: { ...detail, reason: 'disputed' } })
}
