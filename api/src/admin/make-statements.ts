import type { EntryKind } from '@site/providers/entry-kind'
import type { Provider } from '@site/providers/provider'
import { type Pence, pence } from '@site/shared/money'
import { and, asc, eq, getTableColumns, gte, lt, lte, sql } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { providerEntries, type Statement, statements } from '../database/ledger-tables'
import type { PaymentServices } from '../payments/shared/payment-services'
import { isOfShop } from './is-of-shop'

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
export async function makeStatements({ database }: PaymentServices, provider: Provider, days: Days): Promise<void> {
  const made = new Map(daysOf(days).map((day) => [day, emptyStatement(provider, day)]))
  if (made.size === 0) return
  const queries = database.queries()
  for (const entry of await readEntries(queries, provider, days)) {
    const { at, kind, amountPence, feePence } = entry
    const statement = made.get(dayOf(at))
    if (!statement) continue
    if (!isOfShop(entry)) {
      statement.otherPence = pence(statement.otherPence + amountPence - feePence)
      continue
    }
    statement[sums[kind]] = pence(statement[sums[kind]] + amountPence)
    statement.feesPence = pence(statement.feesPence + feePence)
  }
  for (const difference of days.differences) {
    const statement = made.get(dayOf(difference.at))
    if (statement) statement.differencePence = pence(statement.differencePence + difference.pence)
  }
  await queries
    .insert(statements)
    .values([...made.values()])
    .onConflictDoUpdate({ target: [statements.provider, statements.day], set: asInserted })
}

function emptyStatement(provider: Provider, day: string): Statement {
  const zero = pence(0)
  const moved = { chargesPence: zero, refundsPence: zero, disputesPence: zero, feesPence: zero, payoutsPence: zero }
  return { provider, day, ...moved, otherPence: zero, differencePence: zero, madeAt: new Date() }
}

const asInserted = Object.fromEntries(
  Object.entries(getTableColumns(statements)).map(([name, { name: column }]) => [
    name,
    sql.raw(`excluded."${column}"`),
  ]),
)

function readEntries(queries: Queries, provider: Provider, { since, until }: Days) {
  const { provider: of, at } = providerEntries
  return queries
    .select()
    .from(providerEntries)
    .where(and(eq(of, provider), gte(at, since), lt(at, until)))
}

/** The days between two times that have ended, in UTC. */
function daysOf({ since, until }: Days): string[] {
  const count = Math.max(0, Math.floor((until.getTime() - since.getTime()) / DAY_MS))
  return Array.from({ length: count }, (_, index) => dayOf(new Date(since.getTime() + index * DAY_MS)))
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
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
