import { ProviderError } from '@site/providers/gateway'
import type { Provider } from '@site/providers/provider'
import type { ProviderDispute } from '@site/providers/provider-dispute'
import { formatPence } from '@site/shared/money'
import { and, eq } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import { type Dispute, disputes } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Payment, payments } from '../database/schema'
import { lockOrder, recordEvent, type Source } from '../orders/order-repository'
import { holdOrder } from './hold-order'
import { noteDisputeEnd } from './note-dispute-end'
import type { PaymentServices } from './payment-services'

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
  { chargeId, disputeId }: About,
  source: Source,
): Promise<Payment | undefined> {
  if (!disputeId) return undefined
  const found = await services.gateways[provider].readDispute(disputeId)
  const about = found.chargeId ?? chargeId
  const { payment, isNew } = await services.database.transaction(async (queries) => {
    const payment = about ? await findByCharge(queries, provider, about) : undefined
    if (!payment) return { isNew: await noteForeign(queries, provider, found) }
    return { payment, isNew: await keepDispute(queries, payment, found, source) }
  })
  if (isNew) services.log.error({ alert: 'dispute', provider, disputeId, status: found.status }, 'payment alert')
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

async function findByCharge(queries: Queries, provider: Provider, chargeId: string): Promise<Payment | undefined> {
  const isMeant = and(eq(payments.provider, provider), eq(payments.chargeId, chargeId))
  const [row] = await queries.select().from(payments).where(isMeant)
  return row
}

async function noteForeign(queries: Queries, provider: Provider, found: ProviderDispute): Promise<boolean> {
  const { providerId, amountPence, chargeId } = found
  const summary = `A buyer disputes ${provider} payment ${chargeId ?? providerId}, which belongs to no order.`
  return openCase(queries, { kind: 'dispute', subject: `${provider} ${providerId}`, provider, summary, amountPence })
}

/** @returns whether it is new, or has ended now. */
async function keepDispute(
  queries: Queries,
  payment: Payment,
  found: ProviderDispute,
  source: Source,
): Promise<boolean> {
  const { provider, orderId, id: paymentId } = payment
  await lockOrder(queries, orderId)
  const { providerId, status: state, amountPence, feePence = null, reason = null, dueAt = null, openedAt } = found
  const isSame = and(eq(disputes.provider, provider), eq(disputes.providerId, providerId))
  const [before] = await queries.select().from(disputes).where(isSame)
  const closedAt = state === 'open' ? null : (before?.closedAt ?? new Date())
  const values = { state, amountPence, feePence, reason, dueAt, closedAt }
  const [kept] = before
    ? await queries.update(disputes).set(values).where(isSame).returning()
    : await queries
        .insert(disputes)
        .values({ ...values, provider, providerId, orderId, paymentId, openedAt })
        .returning()
  if (!kept || before?.state === state) return false
  if (state === 'open') await noteOpen(queries, payment, kept, source)
  else await noteDisputeEnd(queries, { payment, dispute: kept, source })
  return true
}

async function noteOpen(queries: Queries, { orderId, provider }: Payment, dispute: Dispute, source: Source) {
  const { providerId, amountPence, dueAt } = dispute
  const until = dueAt ? ` until ${dueAt.toISOString().slice(0, 10)}` : ''
  const summary = `A buyer disputes ${formatPence(amountPence)} of this order (${provider} ${providerId}): answer in the provider's pages${until}.`
  const subject = `${provider} ${providerId}`
  await openCase(queries, { kind: 'dispute', subject, summary, orderId, provider, amountPence })
  const detail = { provider, dispute: providerId, amountPence }
  if (await holdOrder(queries, orderId, source, { ...detail, reason: 'disputed' })) return
  await recordEvent(queries, { orderId, type: 'alert', source, detail: { ...detail, reason: 'disputed' } })
}
