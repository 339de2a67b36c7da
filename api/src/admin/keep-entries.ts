import type { ProviderEntry } from '@site/providers/provider-entry'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type KeptEntry, providerEntries } from '../database/ledger-tables'
import { payments } from '../database/schema'
import { isOurReference } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'

/** Keeps lines of a provider's book with the payment each is about; of what is kept already only whose it is may change. */
export async function keepEntries(
  { database }: PaymentServices,
  entries: readonly ProviderEntry[],
): Promise<KeptEntry[]> {
  const queries = database.queries()
  const kept: KeptEntry[] = []
  for (const entry of chargesFirst(entries)) kept.push(await keepEntry(queries, entry))
  return kept
}

/** Within one second a list may have a refund before its charge. */
function chargesFirst(entries: readonly ProviderEntry[]): ProviderEntry[] {
  const rank = ({ kind }: ProviderEntry) => (kind === 'charge' ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b))
}

async function keepEntry(queries: Queries, entry: ProviderEntry): Promise<KeptEntry> {
  const { chargeId = null, aboutId = null, ...rest } = entry
  const paymentId = (await findPaymentId(queries, entry)) ?? null
  const row = { ...rest, chargeId, aboutId, reference: await findReference(queries, entry), paymentId }
  await queries
    .insert(providerEntries)
    .values(row)
    .onConflictDoUpdate({
      target: [providerEntries.provider, providerEntries.entryId],
      set: { paymentId: row.paymentId, reference: row.reference },
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

/** What went back of a charge names no reference of ours, or one of its own: it is of whom the charge is. */
async function findReference(queries: Queries, entry: ProviderEntry): Promise<string | null> {
  const { provider, kind, chargeId, reference = null } = entry
  if (kind === 'charge' || chargeId === undefined || isOurReference(reference ?? undefined)) return reference
  const isItsCharge = and(
    eq(providerEntries.provider, provider),
    eq(providerEntries.kind, 'charge'),
    eq(providerEntries.chargeId, chargeId),
  )
  const [charge] = await queries.select({ of: providerEntries.reference }).from(providerEntries).where(isItsCharge)
  return charge?.of ?? reference
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
