import { ProviderError } from '@site/providers/gateway'
import type { Provider } from '@site/providers/provider'
import { and, eq, gte, inArray, lt } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import type { KeptEntry } from '../database/ledger-tables'
import { type Payment, payments } from '../database/schema'
import { followOpenDisputes } from '../disputes/follow-dispute'
import type { PaymentServices } from '../payments/shared/payment-services'
import { takenOf } from '../refunds/refund-repository'
import { type Difference, takenStates } from './compare-entry'
import { findListed, keepEntries } from './keep-entries'
import { makeStatements } from './make-statements'
import { compareOrSayWhyNot } from './not-compared'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** PayPal's list may be three hours behind (Transaction Search API), and what is under way differs for a moment. */
const SETTLED_MS = { stripe: HOUR_MS, paypal: 4 * HOUR_MS } as const

/** A difference, and the day it belongs to by the provider's date. */
export type Dated = Difference & { at: Date }

/**
 * Compares our book with both providers' own, by their dates: charges, refunds, disputes, fees and payouts since then.
 * Every difference is a sentence, and a case that stays listed until a person has closed it; each whole day of each
 * provider gets a statement. Neither provider waits for the other, and open disputes are asked after in any case.
 * @throws ProviderError when a list cannot be read, which says whose: of that provider nothing is known, and nothing opened.
 * The same, once all else is done, where a provider gave no answer about a line: whoever tries again soon asks it again.
 */
export async function reconcile(
  services: PaymentServices,
  { since, now = new Date() }: { since: Date; now?: Date },
): Promise<string[]> {
  const start = startOfDay(since)
  const done = await Promise.allSettled(
    (['stripe', 'paypal'] as const).map((provider) =>
      compare(services, provider, {
        since: start,
        until: new Date(now.getTime() - SETTLED_MS[provider]),
        now,
      }),
    ),
  )
  const failures: unknown[] = done.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
  if (failures.length > 0) throw asOne(failures)
  return done.flatMap((it) => (it.status === 'fulfilled' ? it.value : []))
}

/** A bug, or the one failure, or what both providers said, each of which names itself. */
function asOne(failures: readonly unknown[]): unknown {
  const said = failures.filter((error) => error instanceof ProviderError)
  const [first] = said
  if (!first || failures.length === 1 || said.length < failures.length) {
    return failures.find((error) => !(error instanceof ProviderError)) ?? first
  }
  const message = said.map((error) => error.message).join('; ')
  return new ProviderError(first.kind, message, { cause: new AggregateError(said) })
}

/** The lists go on to `now`; what is later than `until` may still be on its way. */
type Span = { since: Date; until: Date; now: Date }

async function compare(services: PaymentServices, provider: Provider, span: Span): Promise<string[]> {
  await followOpenDisputes(services, provider)
  const kept = await keepEntries(services, await services.entries[provider](span.since, span.now))
  const differences: Dated[] = []
  const unanswered: ProviderError[] = []
  for (const entry of kept) {
    const { difference, passing } = await compareOrSayWhyNot(services, entry, span.until)
    if (passing) unanswered.push(passing)
    if (difference) differences.push({ ...difference, at: entry.at })
    if (difference) await list(services.database.queries(), provider, entry, difference)
  }
  differences.push(...(await findMissing(services, provider, span)))
  await makeStatements(services, provider, { ...span, differences })
  // The caller hears of none of them where the other provider fails.
  if (differences.length > 0) {
    services.log.error({ alert: 'reconciliation', provider, differences: differences.length }, 'payment alert')
  }
  if (unanswered.length > 0) throw unanswered[0]
  return differences.map(({ summary }) => summary)
}

async function list(queries: Queries, provider: Provider, entry: KeptEntry, difference: Difference): Promise<void> {
  const { kind, orderId, summary } = difference
  const named = `${provider}:${entry.entryId}${kind === 'difference' ? `:${summary}` : ''}`
  const { subject = named } = difference
  await openCase(queries, { kind, subject, summary, orderId, provider, amountPence: entry.amountPence })
}

/** What our book has and the provider's has not. A payment may be made days before its money moves. */
async function findMissing(services: PaymentServices, provider: Provider, { since, until }: Span): Promise<Dated[]> {
  const queries = services.database.queries()
  const isMeant = and(
    eq(payments.provider, provider),
    inArray(payments.state, [...takenStates]),
    gte(payments.createdAt, new Date(since.getTime() + DAY_MS)),
    lt(payments.createdAt, until),
  )
  const rows = await queries.select().from(payments).where(isMeant)
  const listed = await findListed(
    queries,
    provider,
    rows.flatMap(({ chargeId }) => chargeId ?? []),
  )
  const missing = rows.filter(({ chargeId }) => chargeId === null || !listed.has(chargeId))
  return Promise.all(missing.map((payment) => listMissing(queries, payment)))
}

async function listMissing(queries: Queries, payment: Payment): Promise<Dated> {
  const { id, orderId, provider, state, createdAt: at } = payment
  const summary = `${orderId}: kept as ${state}, but ${provider} has no such payment in its list`
  await openCase(queries, { kind: 'difference', subject: `${provider}:payment:${id}`, summary, orderId, provider })
  return { kind: 'difference', orderId, summary, at, pence: (0 - takenOf(payment)) as Dated['pence'] }
}

function startOfDay(time: Date): Date {
  return new Date(`${time.toISOString().slice(0, 10)}T00:00:00.000Z`)
}
