import { createHash, randomBytes } from 'node:crypto'
import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { type Account, accounts, sessions } from '../database/account-tables'
import type { Queries } from '../database/database'

/** NIST SP 800-63B's limit for more than a password alone. */
export const SESSION_SECONDS = 12 * 60 * 60
export const IDLE_SECONDS = 2 * 60 * 60
const MAX_SESSIONS = 20
/** Writes the last use at most once in this time. */
const SEEN_SECONDS = 60

type Session = typeof sessions.$inferSelect
export type AccountSession = { session: Session; account: Account }

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
const isAlive = and(gt(sessions.createdAt, ago(SESSION_SECONDS)), gt(sessions.lastSeenAt, ago(IDLE_SECONDS)))
const isOver = or(lt(sessions.createdAt, ago(SESSION_SECONDS)), lt(sessions.lastSeenAt, ago(IDLE_SECONDS)))

/** 192 random bits. */
export const newName = (): string => randomBytes(24).toString('base64url')

/** Only digests are stored, so a leaked table opens no session. */
export const digestOf = (name: string): string => createHash('sha256').update(name).digest('base64url')

export async function insertSession(queries: Queries, accountId: string): Promise<string> {
  const name = newName()
  const kept = queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(MAX_SESSIONS - 1)
  await queries.delete(sessions).where(and(eq(sessions.accountId, accountId), sql`${sessions.id} not in ${kept}`))
  await queries.insert(sessions).values({ id: digestOf(name), accountId })
  return name
}

export async function findSession(queries: Queries, name: string): Promise<AccountSession | undefined> {
  const [found] = await queries
    .select({ session: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.id, digestOf(name)), isAlive))
  return found
}

export async function recordTurn(queries: Queries, { id, turn }: Session): Promise<void> {
  const next = { turn: turn + 1, turnedAt: sql`now()`, lastSeenAt: sql`now()` }
  const isBefore = and(eq(sessions.id, id), eq(sessions.turn, turn))
  await queries.update(sessions).set(next).where(isBefore)
}

export async function recordSeen(queries: Queries, { id, lastSeenAt }: Session): Promise<void> {
  if (lastSeenAt.getTime() > Date.now() - SEEN_SECONDS * 1_000) return
  await queries.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, id))
}

export async function listSessions(queries: Queries, accountId: string): Promise<Session[]> {
  const isMeant = and(eq(sessions.accountId, accountId), isAlive)
  return queries.select().from(sessions).where(isMeant).orderBy(desc(sessions.lastSeenAt), asc(sessions.id))
}

export async function endSession(queries: Queries, name: string): Promise<void> {
  await queries.delete(sessions).where(eq(sessions.id, digestOf(name)))
}

export async function endSessions(queries: Queries, accountId: string): Promise<void> {
  await queries.delete(sessions).where(eq(sessions.accountId, accountId))
}

export async function forgetEndedSessions(queries: Queries): Promise<number> {
  const rows = await queries.delete(sessions).where(isOver).returning({ id: sessions.id })
  return rows.length
}
