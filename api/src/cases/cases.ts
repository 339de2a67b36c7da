import { and, desc, eq, isNull } from 'drizzle-orm'
import { type Case, cases } from '../database/after-sale-tables'
import type { Queries } from '../database/database'

/**
 * `unmatched_charge` belongs to no order. `not_taken`: the buyer had approved it. `refund_elsewhere`: made in the
 * provider's dashboard. `difference`: from the daily comparison. `given_up`: an event that failed too often.
 */
export type CaseKind =
  | 'unmatched_charge'
  | 'dispute'
  | 'dispute_lost'
  | 'not_taken'
  | 'paid_after_erasure'
  | 'refund_elsewhere'
  | 'difference'
  | 'given_up'
  | 'refund_failed'

export type NewCase = Pick<Case, 'subject' | 'summary'> &
  Partial<Pick<Case, 'orderId' | 'provider' | 'amountPence'>> & { kind: CaseKind }

/** Opens a case once: `subject` is unique, and closed cases count. @returns whether it is new */
export async function openCase(queries: Queries, found: NewCase): Promise<boolean> {
  const rows = await queries.insert(cases).values(found).onConflictDoNothing().returning({ id: cases.id })
  return rows.length > 0
}

export async function renewCase(queries: Queries, found: NewCase): Promise<void> {
  const { kind: _kind, subject: _subject, ...now } = found
  const again = { ...now, openedAt: new Date(), closedAt: null, closedBy: null, closedReason: null }
  await queries
    .insert(cases)
    .values(found)
    .onConflictDoUpdate({ target: [cases.kind, cases.subject], set: again })
}

/** The newest, in their order. */
export async function readOpenCases(queries: Queries, limit: number): Promise<Case[]> {
  const open = queries.select().from(cases).where(isNull(cases.closedAt))
  return (await open.orderBy(desc(cases.id)).limit(limit)).reverse()
}

export async function closeCases(
  queries: Queries,
  which: { id: number } | { orderId: string } | { kind: CaseKind; subject: string },
  { actor, reason }: { actor: string; reason: string },
): Promise<Case[]> {
  const isMeant =
    'id' in which
      ? eq(cases.id, which.id)
      : 'subject' in which
        ? and(eq(cases.kind, which.kind), eq(cases.subject, which.subject))
        : eq(cases.orderId, which.orderId)
  const closed = { closedAt: new Date(), closedBy: actor, closedReason: reason }
  const isOpen = and(isMeant, isNull(cases.closedAt))
  return queries.update(cases).set(closed).where(isOpen).returning()
}
