import { and, count, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type AccountLink, accountLinks, type LinkPurpose } from './account-tables'
import { newName } from './session-repository'

const HOUR = 60 * 60
/** How long a link works, in seconds. The owner of an address may read that it was taken away only after a holiday. */
const LIFETIME: Readonly<Record<LinkPurpose, number>> = {
  confirm: 24 * HOUR,
  change_from: 24 * HOUR,
  change_to: 24 * HOUR,
  take_back: 7 * 24 * HOUR,
  reset: HOUR / 2,
}
/** Links of one purpose that may work at once: whoever asks for more has enough in their mailbox. */
export const MAX_LINKS = 5

export type NewLink = Pick<AccountLink, 'accountId' | 'purpose' | 'email'>

export async function insertLink(queries: Queries, link: NewLink): Promise<AccountLink> {
  // Whole seconds, as the token says them.
  const createdAt = new Date(Math.floor(Date.now() / 1_000) * 1_000)
  const expiresAt = new Date(createdAt.getTime() + LIFETIME[link.purpose] * 1_000)
  const [row] = await queries
    .insert(accountLinks)
    .values({ ...link, id: newName(), createdAt, expiresAt })
    .returning()
  if (!row) throw new Error('The link was not kept')
  return row
}

const works = and(isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, sql`now()`))

/** Uses a link up. @returns it the first time, while it works; `undefined` else. */
export async function takeLink(
  queries: Queries,
  id: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLink | undefined> {
  const [row] = await queries
    .update(accountLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountLinks.id, id), inArray(accountLinks.purpose, [...purposes]), works))
    .returning()
  return row
}

export async function countWorking(queries: Queries, accountId: string, purpose: LinkPurpose): Promise<number> {
  const [found] = await queries
    .select({ value: count() })
    .from(accountLinks)
    .where(and(eq(accountLinks.accountId, accountId), eq(accountLinks.purpose, purpose), works))
  return found?.value ?? 0
}

/** The two links of a change of address that is under way; none when there is none, or its time is over. */
export async function readChange(queries: Queries, accountId: string): Promise<AccountLink[]> {
  return queries
    .select()
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.accountId, accountId),
        inArray(accountLinks.purpose, ['change_from', 'change_to']),
        gt(accountLinks.expiresAt, sql`now()`),
      ),
    )
}

/** Of these purposes none works any more. */
export async function dropLinks(queries: Queries, accountId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await queries
    .delete(accountLinks)
    .where(and(eq(accountLinks.accountId, accountId), inArray(accountLinks.purpose, [...purposes])))
}

/** No link works any more but those that take the account back. */
export async function dropOtherLinks(queries: Queries, accountId: string): Promise<void> {
  await queries
    .delete(accountLinks)
    .where(and(eq(accountLinks.accountId, accountId), ne(accountLinks.purpose, 'take_back')))
}

/** Forgets links whose time is over. @returns how many. */
export async function forgetOldLinks(queries: Queries): Promise<number> {
  const rows = await queries
    .delete(accountLinks)
    .where(lt(accountLinks.expiresAt, sql`now()`))
    .returning({ id: accountLinks.id })
  return rows.length
}
