import { type Provider, ProviderError } from '@site/providers/gateway'
import { and, eq, gte, inArray, lt } from 'drizzle-orm'
import { type NewCase, openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import { type Payment, payments } from '../database/schema'
import { followDisputes } from '../disputes/follow-dispute'
import type { PaymentServices } from '../payments/shared/payment-services'
import { compareListed, takenStates } from './compare-listed'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** PayPal's list lags up to three hours (Transaction Search API), and payments under way differ. */
const SETTLED_MS = { stripe: HOUR_MS, paypal: 4 * HOUR_MS } as const

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
      await followDisputes(services, provider, start).catch(orNote)
      return compareProvider(services, provider, { since: start, until, now }, orNote)
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
  const byCharge = new Map<string, Payment>()
  const chargeIds = [...new Set(lines.map(({ chargeId }) => chargeId))]
  const references = lines.flatMap(({ reference }) => reference ?? [])
  const known = await findPayments(queries, provider, chargeIds, references)
  const byReference = new Map(known.map((payment) => [payment.idempotencyKey, payment]))
  for (const payment of known) if (payment.chargeId) byCharge.set(payment.chargeId, payment)
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

async function findPayments(
  queries: Queries,
  provider: Provider,
  chargeIds: string[],
  references: string[],
): Promise<Payment[]> {
  const isOf = eq(payments.provider, provider)
  const byCharge = await queries
    .select()
    .from(payments)
    .where(and(isOf, inArray(payments.chargeId, chargeIds)))
  const byReference = await queries
    .select()
    .from(payments)
    .where(and(isOf, inArray(payments.idempotencyKey, references)))
  return [...byReference, ...byCharge]
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
    lt(payments.createdAt, until),
  )
  const rows = await queries.select().from(payments).where(isMeant)
  return rows
    .filter(({ chargeId }) => chargeId === null || !listed.has(chargeId))
    .map(({ id, orderId, state }) => {
      const summary = `${orderId}: kept as ${state}, but ${provider} has no such payment in its list`
      return { kind: 'difference', subject: `${provider}:payment:${id}`, summary, orderId, provider }
    })
}
