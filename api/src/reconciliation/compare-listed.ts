import type { ListedMoney, Provider } from '@site/providers/gateway'
import { formatPence, pence } from '@site/shared/money'
import { and, eq } from 'drizzle-orm'
import type { NewCase } from '../cases/cases'
import { refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Payment } from '../database/schema'
import { isOurReference } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { takenOf } from '../refunds/refund-repository'
import { syncRefunds } from '../refunds/sync-refunds'

export const takenStates = ['succeeded', 'duplicate', 'refunded', 'charged_back'] as const

export type Listed = { provider: Provider; line: ListedMoney; payment: Payment | undefined }

/**
 * @param until later changes may be under way
 * @throws ProviderError
 */
export async function compareListed(
  services: PaymentServices,
  listed: Listed,
  until: Date,
): Promise<NewCase | undefined> {
  const { payment } = listed
  if (listed.line.kind === 'charge') return compareCharge(listed, until)
  return payment && compareRefund(services, listed, payment)
}

function compareCharge({ provider, line, payment }: Listed, until: Date): NewCase | undefined {
  const { chargeId, reference, amountPence, currency } = line
  const money = `${formatPence(amountPence)}${currency === 'gbp' ? '' : ` (${currency})`}`
  const subject = `${provider}:${line.id}`
  if (!payment) {
    if (!isOurReference(reference)) return undefined
    const summary = `${provider} took ${money} as ${chargeId}, which belongs to no order (${reference})`
    return { kind: 'unmatched_charge', subject, summary, provider, amountPence }
  }
  const isTaken = takenStates.some((state) => state === payment.state)
  const ours = isTaken ? takenOf(payment) : pence(0)
  // Payments under way differ for a moment.
  if (ours === amountPence || (!isTaken && payment.checkedAt > until)) return undefined
  const here = isTaken ? `${formatPence(ours)} is kept` : `it is kept as ${payment.state}`
  return differ(payment, line, `${provider} took ${money} as ${chargeId}, but ${here}`)
}

/** Stores refunds from the dashboard first; only the rest differs. */
async function compareRefund(
  services: PaymentServices,
  { provider, line }: Listed,
  payment: Payment,
): Promise<NewCase | undefined> {
  const queries = services.database.queries()
  if (await isRefundKept(queries, line, payment)) return undefined
  await syncRefunds(services, payment, 'sweep')
  if (await isRefundKept(queries, line, payment)) return undefined
  const what = `${line.isFailed ? 'could not send' : 'sent'} ${formatPence(line.amountPence)} of ${line.chargeId} back`
  return differ(payment, line, `${provider} ${what}, but our book does not say so`)
}

async function isRefundKept(queries: Queries, line: ListedMoney, { id }: Payment): Promise<boolean> {
  const isMeant = and(eq(refunds.paymentId, id), eq(refunds.providerId, line.id))
  const [row] = await queries.select().from(refunds).where(isMeant)
  return row?.amountPence === line.amountPence && (!line.isFailed || row.state === 'failed')
}

function differ({ orderId, provider }: Payment, { id, amountPence }: ListedMoney, what: string): NewCase {
  const summary = `${orderId}: ${what}`
  return { kind: 'difference', subject: `${provider}:${id}:${summary}`, summary, orderId, provider, amountPence }
}
