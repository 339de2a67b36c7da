import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Case, cases } from '../database/after-sale-tables'
import type { Queries } from '../database/database'

/**
 * `unmatched_charge`: money at a provider that belongs to no order. The others are about an order: `dispute`,
 * `dispute_lost` (what is left to do), `not_taken` (a buyer had approved it), `paid_after_erasure`,
 * `refund_elsewhere` (sent back in the provider's own pages), `late_failure`, `difference` (found by comparing
 * with the provider's list), `given_up` (an event that could not be handled).
 */
export type CaseKind =
  | 'unmatched_charge'
  | 'dispute'
  | 'dispute_lost'
  | 'not_taken'
  | 'paid_after_erasure'
  | 'refund_elsewhere'
  | 'late_failure'
  | 'difference'
  | 'given_up'
  | 'refund_failed'

export type NewCase = Pick<Case, 'subject' | 'summary'> &
  Partial<Pick<Case, 'orderId' | 'provider' | 'amountPence'>> & { kind: CaseKind }

/**
 * Lists something for a person, in the caller's transaction. What was listed before, open or closed, is not
 * listed again: `subject` names it for good, as the provider does.
 * @returns whether it is new.
 */
export async function openCase(queries: Queries, found: NewCase): Promise<boolean> {
  const rows = await queries.insert(cases).values(found).onConflictDoNothing().returning({ id: cases.id })
  return rows.length > 0
}

/** Lists what is true of a case now, in the caller's transaction: one that was closed before is open again. */
export async function renewCase(queries: Queries, found: NewCase): Promise<void> {
  const { kind: _kind, subject: _subject, ...now } = found
  const again = { ...now, openedAt: new Date(), closedAt: null, closedBy: null, closedReason: null }
  await queries
    .insert(cases)
    .values(found)
    .onConflictDoUpdate({ target: [cases.kind, cases.subject], set: again })
}

/** What waits for a person, the oldest first. */
export async function readOpenCases(queries: Queries, limit: number): Promise<Case[]> {
  return queries.select().from(cases).where(isNull(cases.closedAt)).orderBy(asc(cases.id)).limit(limit)
}

export type Closing = { actor: string; reason: string }

/** @returns the open cases that were closed: the one with the number, or what names it, or all of the order. */
export async function closeCases(
  queries: Queries,
  which: { id: number } | { orderId: string } | { kind: CaseKind; subject: string },
  { actor, reason }: Closing,
): Promise<Case[]> {
  const isMeant =
    'id' in which
      ? eq(cases.id, which.id)
      : 'subject' in which
        ? and(eq(cases.kind, which.kind), eq(cases.subject, which.subject))
        : eq(cases.orderId, which.orderId)
  return queries
    .update(cases)
    .set({ closedAt: new Date(), closedBy: actor, closedReason: reason })
    .where(and(isMeant, isNull(cases.closedAt)))
    .returning()
}
