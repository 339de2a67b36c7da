import { formatPence, type Pence, pence } from '@site/shared/money'
import { and, eq, inArray } from 'drizzle-orm'
import type { CaseKind } from '../cases/cases'
import { disputes, type Refund, refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type KeptEntry, providerEntries } from '../database/ledger-tables'
import { type Payment, payments } from '../database/schema'
import { followDisputesOf } from '../disputes/follow-dispute'
import type { PaymentServices } from '../payments/shared/payment-services'
import { takenOf } from '../refunds/refund-repository'
import { syncRefunds } from '../refunds/sync-refunds'
import { isOfShop } from './is-of-shop'

/** A line that our book does not have, or has otherwise. */
export type Difference = {
  kind: Extract<CaseKind, 'unmatched_charge' | 'difference'>
  orderId: string | null
  summary: string
  /** Names its case for good where the sentence may be another the next day. */
  subject?: string
  /** The provider's amount less ours. */
  pence: Pence
}

/** The states in which the provider has taken money for a payment. */
export const takenStates = ['succeeded', 'duplicate', 'refunded', 'charged_back'] as const

/**
 * Compares one line of a provider's book with ours; fees and payouts are the provider's alone.
 * @throws ProviderError when the provider has to be asked about it, and does not say.
 */
export async function compareEntry(
  services: PaymentServices,
  entry: KeptEntry,
  until: Date,
): Promise<Difference | undefined> {
  const queries = services.database.queries()
  const payment = entry.paymentId === null ? undefined : await readPayment(queries, entry.paymentId)
  switch (entry.kind) {
    case 'charge':
      return compareCharge(entry, payment, until)
    case 'refund':
    case 'refund_failed':
      return payment && compareRefund(services, entry, payment)
    case 'dispute':
    case 'dispute_won':
      return payment && compareDispute(services, entry, payment)
    default:
      return undefined
  }
}

async function readPayment(queries: Queries, id: number): Promise<Payment | undefined> {
  const [row] = await queries.select().from(payments).where(eq(payments.id, id))
  return row
}

function compareCharge(entry: KeptEntry, payment: Payment | undefined, until: Date): Difference | undefined {
  const { provider, chargeId, reference, amountPence, currency } = entry
  const money = `${formatPence(amountPence)}${currency === 'gbp' ? '' : ` (${currency})`}`
  // Another product of the same account takes money too.
  if (!isOfShop(entry)) return undefined
  if (!payment) {
    const summary = `${provider} took ${money} as ${chargeId}, which belongs to no order (${reference})`
    return { kind: 'unmatched_charge', orderId: null, summary, pence: amountPence }
  }
  const ours = isTaken(payment) ? takenOf(payment) : pence(0)
  // What is under way differs for a moment.
  if (ours === amountPence || (!isTaken(payment) && payment.checkedAt > until)) return undefined
  const here = isTaken(payment) ? `${formatPence(ours)} is kept` : `it is kept as ${payment.state}`
  return differ(payment, `${provider} took ${money} as ${chargeId}, but ${here}`, amountPence - ours)
}

/** What somebody sent back without us is taken in first: only what our book cannot take in differs. */
async function compareRefund(
  services: PaymentServices,
  entry: KeptEntry,
  payment: Payment,
): Promise<Difference | undefined> {
  const isRight = async () => {
    const row = await findRefund(services.database.queries(), entry, payment)
    const isFailed = entry.kind === 'refund_failed'
    return row && row.amountPence === Math.abs(entry.amountPence) && (!isFailed || row.state === 'failed')
  }
  if (await isRight()) return undefined
  await syncRefunds(services, payment, 'sweep')
  if (await isRight()) return undefined
  const { provider, chargeId, amountPence } = entry
  const what = entry.kind === 'refund' ? 'sent' : 'could not send'
  const summary = `${provider} ${what} ${formatPence(pence(Math.abs(amountPence)))} of ${chargeId} back, but our book does not say so`
  return differ(payment, summary, amountPence)
}

async function findRefund(queries: Queries, { aboutId }: KeptEntry, { id }: Payment): Promise<Refund | undefined> {
  if (aboutId === null) return undefined
  const [row] = await queries
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), eq(refunds.providerId, aboutId)))
  return row
}

/** A dispute of which no event came is asked after first: PayPal's book names the payment alone. */
async function compareDispute(
  services: PaymentServices,
  entry: KeptEntry,
  payment: Payment,
): Promise<Difference | undefined> {
  const { provider, chargeId, amountPence } = entry
  if (await isDisputeKept(services.database.queries(), entry, payment)) return undefined
  await followDisputesOf(services, payment, 'sweep')
  if (await isDisputeKept(services.database.queries(), entry, payment)) return undefined
  const money = formatPence(pence(Math.abs(amountPence)))
  return differ(
    payment,
    `${provider} has moved ${money} of ${chargeId} for a dispute that is not kept here`,
    amountPence,
  )
}

async function isDisputeKept(
  queries: Queries,
  { kind, aboutId, amountPence }: KeptEntry,
  payment: Payment,
): Promise<boolean> {
  const rows = await queries.select().from(disputes).where(eq(disputes.paymentId, payment.id))
  const isKept = rows.some(
    (row) =>
      row.amountPence === Math.abs(amountPence) &&
      // PayPal's book names the payment and not the dispute.
      (!aboutId || row.providerId === aboutId) &&
      (kind !== 'dispute_won' || row.state === 'won'),
  )
  if (isKept) return true
  // A part that was taken and, after an appeal, given back is the amount of no dispute.
  const { chargedBackPence } = (await readPayment(queries, payment.id)) ?? payment
  return (await sumOfDisputes(queries, payment)) === 0 - chargedBackPence
}

/** What disputes have moved of a payment by the provider's own book. */
async function sumOfDisputes(queries: Queries, { provider, id }: Payment): Promise<number> {
  const isMeant = and(
    eq(providerEntries.provider, provider),
    eq(providerEntries.paymentId, id),
    inArray(providerEntries.kind, ['dispute', 'dispute_won']),
  )
  const rows = await queries.select({ pence: providerEntries.amountPence }).from(providerEntries).where(isMeant)
  return rows.reduce((sum, { pence }) => sum + pence, 0)
}

function differ({ orderId }: Payment, what: string, difference: number): Difference {
  return { kind: 'difference', orderId, summary: `${orderId}: ${what}`, pence: pence(difference) }
}

function isTaken({ state }: Payment): boolean {
  return takenStates.some((it) => it === state)
}
