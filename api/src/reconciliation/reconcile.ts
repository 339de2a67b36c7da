import { type ListedMoney, type Provider, ProviderError } from '@site/providers/gateway'
import { formatPence, pence } from '@site/shared/money'
import { and, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { type NewCase, openCase } from '../cases/cases'
import { refunds } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type Payment, payments } from '../database/schema'
import { followDisputes } from '../disputes/follow-dispute'
import { findCharged } from '../payments/settle-payment'
import { isOurReference } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { takenOf } from '../refunds/refund-repository'
import { syncRefunds } from '../refunds/sync-refunds'

const takenStates = ['succeeded', 'duplicate', 'refunded', 'charged_back'] as const
const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** PayPal's list lags up to three hours (Transaction Search API), and payments under way differ. */
export const SETTLED_MS = { stripe: HOUR_MS, paypal: 4 * HOUR_MS } as const

/** Lists run to `now`; entries after `until` may be under way. */
type Span = { since: Date; until: Date; now: Date }

/**
 * Each difference opens a case.
 * @returns a sentence for each difference
 * @throws ProviderError after the rest is done
 */
export async function reconcile(
  services: PaymentServices,
  { since, now = new Date() }: { since: Date; now?: Date },
): Promise<string[]> {
  const start = new Date(since)
  start.setUTCHours(0, 0, 0, 0)
  const failures: ProviderError[] = []
  const orNote = (error: unknown): undefined => {
    if (!(error instanceof ProviderError)) throw error
    failures.push(error)
  }
  const found = await Promise.all(
    (['stripe', 'paypal'] as const).map(async (provider) => {
      const until = new Date(now.getTime() - SETTLED_MS[provider])
      // First: a dispute may be about money that is taken in here.
      const differences = await compareProvider(services, provider, { since: start, until, now }, orNote)
      await followDisputes(services, provider, start).catch(orNote)
      return differences
    }),
  )
  const messages = new Set(failures.map(({ message }) => message))
  if (failures[0]) {
    throw new ProviderError(failures[0].kind, [...messages].join('; '), { cause: new AggregateError(failures) })
  }
  return found.flat()
}

async function compareProvider(
  services: PaymentServices,
  provider: Provider,
  span: Span,
  orNote: (error: unknown) => undefined,
): Promise<string[]> {
  const queries = services.database.queries()
  const lines = await services.gateways[provider].listMoney(span.since, span.now).catch(orNote)
  if (!lines) return []
  const chargeIds = [...new Set(lines.map(({ chargeId }) => chargeId))]
  const references = lines.flatMap(({ reference }) => reference ?? [])
  const isNamed = or(inArray(payments.chargeId, chargeIds), inArray(payments.idempotencyKey, references))
  const isMeant = and(eq(payments.provider, provider), isNamed)
  const known = await queries.select().from(payments).where(isMeant)
  const byCharge = new Map(known.map((payment) => [payment.chargeId, payment]))
  const byReference = new Map(known.map((payment) => [payment.idempotencyKey, payment]))
  const cases: NewCase[] = []
  for (const line of lines) {
    const payment = byCharge.get(line.chargeId) ?? byReference.get(line.reference ?? '')
    const difference = await compareListed(services, { provider, line, payment }, span.until).catch(orNote)
    if (difference) cases.push(difference)
  }
  const listed = new Set(lines.filter(({ kind }) => kind === 'charge').map(({ chargeId }) => chargeId))
  cases.push(...(await findMissing(queries, provider, listed, span)))
  for (const difference of cases) await openCase(queries, difference)
  if (cases.length > 0) {
    services.log.error({ alert: 'reconciliation', provider, differences: cases.length }, 'payment alert')
  }
  return cases.map(({ summary }) => summary)
}

async function findMissing(
  queries: Queries,
  provider: Provider,
  listed: ReadonlySet<string>,
  { since, until }: Span,
): Promise<NewCase[]> {
  const isMeant = and(
    eq(payments.provider, provider),
    inArray(payments.state, [...takenStates]),
    gte(payments.createdAt, new Date(since.getTime() + DAY_MS)),
    lt(sql`coalesce(${payments.takenAt}, ${payments.createdAt})`, until),
  )
  const rows = await queries.select().from(payments).where(isMeant)
  return rows
    .filter(({ chargeId }) => chargeId === null || !listed.has(chargeId))
    .map(({ id, orderId, state }) => {
      const summary = `${orderId}: kept as ${state}, but ${provider} has no such payment in its list`
      return { kind: 'difference', subject: `${provider}:payment:${id}`, summary, orderId, provider }
    })
}

type Listed = { provider: Provider; line: ListedMoney; payment: Payment | undefined }

/**
 * @param until later changes may be under way
 * @throws ProviderError
 */
async function compareListed(services: PaymentServices, listed: Listed, until: Date): Promise<NewCase | undefined> {
  const { provider, line, payment } = listed
  if (line.kind === 'refund') return payment && compareRefund(services, listed, payment)
  const isLost = !payment && isOurReference(line.reference)
  const found = isLost ? (await findCharged(services, provider, line.chargeId, 'sweep')).payment : payment
  return compareCharge({ ...listed, payment: found }, until)
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
