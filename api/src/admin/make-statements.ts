import type { EntryKind } from '@site/providers/entry-kind'
import type { Provider } from '@site/providers/provider'
import { type Pence, pence } from '@site/shared/money'
import { and, asc, eq, gte, lt, lte } from 'drizzle-orm'
import { providerEntries, type Statement, statements } from '../database/ledger-tables'
import type { PaymentServices } from '../payments/payment-services'

type Sum = Exclude<keyof Statement, 'provider' | 'day' | 'madeAt' | 'differencePence' | 'feesPence'>
type Dated = { at: Date; pence: Pence }
type Days = { since: Date; until: Date; differences: readonly Dated[] }

const DAY_MS = 24 * 60 * 60 * 1_000
const sums: Readonly<Record<EntryKind, Sum>> = {
  charge: 'chargesPence',
  refund: 'refundsPence',
  refund_failed: 'refundsPence',
  dispute: 'disputesPence',
  dispute_won: 'disputesPence',
  fee: 'otherPence',
  payout: 'payoutsPence',
  other: 'otherPence',
}

/** One statement for each day that has ended for the provider, made again while its days are compared again. */
export async function makeStatements(services: PaymentServices, provider: Provider, days: Days): Promise<void> {
  const { since, until, differences } = days
  for (let day = since; day.getTime() + DAY_MS <= until.getTime(); day = new Date(day.getTime() + DAY_MS)) {
    const end = new Date(day.getTime() + DAY_MS)
    const ofDay = differences.filter(({ at }) => at >= day && at < end)
    const differencePence = pence(ofDay.reduce((sum, it) => sum + it.pence, 0))
    await makeStatement(services, provider, day, end, differencePence)
  }
}

async function makeStatement(
  { database }: PaymentServices,
  provider: Provider,
  start: Date,
  end: Date,
  differencePence: Pence,
): Promise<void> {
  const queries = database.queries()
  const isOfDay = and(
    eq(providerEntries.provider, provider),
    gte(providerEntries.at, start),
    lt(providerEntries.at, end),
  )
  const entries = await queries.select().from(providerEntries).where(isOfDay)
  const zero = pence(0)
  const row = {
    ...{ chargesPence: zero, refundsPence: zero, disputesPence: zero, payoutsPence: zero, otherPence: zero },
    feesPence: zero,
    differencePence,
    madeAt: new Date(),
  }
  for (const { kind, amountPence, feePence } of entries) {
    row[sums[kind]] = pence(row[sums[kind]] + amountPence)
    row.feesPence = pence(row.feesPence + feePence)
  }
  const day = start.toISOString().slice(0, 10)
  await queries
    .insert(statements)
    .values({ provider, day, ...row })
    .onConflictDoUpdate({ target: [statements.provider, statements.day], set: row })
}

/** The statements of some days, both included, the oldest first. */
export function readStatements({ database }: PaymentServices, from: string, to: string): Promise<Statement[]> {
  return database
    .queries()
    .select()
    .from(statements)
    .where(and(gte(statements.day, from), lte(statements.day, to)))
    .orderBy(asc(statements.day), asc(statements.provider))
}
