import type { ProviderEntry } from '@site/providers/provider-entry'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type KeptEntry, providerEntries } from '../database/ledger-tables'
import { payments } from '../database/schema'
import type { PaymentServices } from '../payments/payment-services'

/** Keeps lines of a provider's book with the payment each is about; what is kept already is left as it is. */
export async function keepEntries(
  { database }: PaymentServices,
  entries: readonly ProviderEntry[],
): Promise<KeptEntry[]> {
  const queries = database.queries()
  const kept: KeptEntry[] = []
  for (const entry of entries) kept.push(await keepEntry(queries, entry))
  return kept
}

async function keepEntry(queries: Queries, entry: ProviderEntry): Promise<KeptEntry> {
  const { chargeId = null, aboutId = null, reference = null, ...rest } = entry
  const row = { ...rest, chargeId, aboutId, reference, paymentId: (await findPaymentId(queries, entry)) ?? null }
  await queries
    .insert(providerEntries)
    .values(row)
    .onConflictDoUpdate({
      target: [providerEntries.provider, providerEntries.entryId],
      set: { paymentId: row.paymentId },
    })
  return row
}

async function findPaymentId(
  queries: Queries,
  { provider, chargeId, reference }: ProviderEntry,
): Promise<number | undefined> {
  const names = [
    ...(chargeId === undefined ? [] : [eq(payments.chargeId, chargeId)]),
    ...(reference === undefined ? [] : [eq(payments.idempotencyKey, reference)]),
  ]
  if (names.length === 0) return undefined
  const [row] = await queries
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider), or(...names)))
  return row?.id
}

/** Which of these charges a provider's book has. */
export async function findListed(
  queries: Queries,
  provider: KeptEntry['provider'],
  chargeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (chargeIds.length === 0) return new Set()
  const isMeant = and(
    eq(providerEntries.provider, provider),
    eq(providerEntries.kind, 'charge'),
    inArray(providerEntries.chargeId, [...chargeIds]),
  )
  const rows = await queries.select({ chargeId: providerEntries.chargeId }).from(providerEntries).where(isMeant)
  return new Set(rows.flatMap(({ chargeId }) => chargeId ?? []))
}
