import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { digestOf, newName } from '../accounts/session-repository'
import type { Database, Queries } from '../database/database'
import { outbox } from '../database/schema'
import { AdminRefusal } from '../errors/api-error'
import type { MailSettings } from '../mail/queue-mail'
import type { KeySealer } from './seal-keys'
import { type StaffStage, staff, staffTokens } from './staff-tables'

const MINUTE_MS = 60_000
export const LINK_MS = 15 * MINUTE_MS
export const SESSION_MS = 8 * 60 * MINUTE_MS
const STEP_SECONDS = 30
/** One step early or late, for clocks that differ. */
const WINDOW = 1

const works = gt(staffTokens.expiresAt, sql`now()`)

async function insertToken(queries: Queries, email: string, stage: StaffStage, expiresAt: Date): Promise<string> {
  const name = newName()
  await queries.insert(staffTokens).values({ id: digestOf(name), email, stage, expiresAt })
  return name
}

export async function sendStaffLink(queries: Queries, { mailDomain }: Pick<MailSettings, 'mailDomain'>, email: string) {
  // Tokens have whole seconds.
  const createdAt = new Date(Math.floor(Date.now() / 1_000) * 1_000)
  const expiresAt = new Date(createdAt.getTime() + LINK_MS)
  const id = await insertToken(queries, email, 'link', expiresAt)
  const link = { id, purpose: 'staff', createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  const messageId = `<${randomUUID()}@${mailDomain}>`
  await queries
    .insert(outbox)
    .values({ kind: 'staff_link', messageId, recipient: email, recipientName: '', detail: { link } })
}

/** @returns the name of a session that waits for a code; `undefined` for a used, expired or unknown link */
export function takeStaffLink(database: Database, name: string, { seal }: KeySealer): Promise<string | undefined> {
  return database.transaction(async (queries) => {
    const isMeant = and(eq(staffTokens.id, digestOf(name)), eq(staffTokens.stage, 'link'), works)
    const [link] = await queries.delete(staffTokens).where(isMeant).returning()
    if (!link) return undefined
    const { email } = link
    await queries.delete(staffTokens).where(and(eq(staffTokens.email, email), eq(staffTokens.stage, 'code')))
    // A key that an earlier link showed and no code confirmed must not become the second factor.
    const totpKey = seal(new Secret().base32)
    await queries
      .insert(staff)
      .values({ email, totpKey })
      .onConflictDoUpdate({ target: staff.email, set: { totpKey }, setWhere: isNull(staff.enrolledAt) })
    return insertToken(queries, email, 'code', link.expiresAt)
  })
}

/** @param sealer without it the key stays sealed */
export async function findStaffSession(queries: Queries, name: string, sealer?: KeySealer) {
  const [found] = await queries
    .select({
      email: staffTokens.email,
      stage: staffTokens.stage,
      totpKey: staff.totpKey,
      enrolledAt: staff.enrolledAt,
    })
    .from(staffTokens)
    .innerJoin(staff, eq(staff.email, staffTokens.email))
    .where(and(eq(staffTokens.id, digestOf(name)), ne(staffTokens.stage, 'link'), works))
  if (!found || !sealer) return found
  const totpKey = sealer.open(found.totpKey)
  if (totpKey !== undefined) return { ...found, totpKey }
  throw new AdminRefusal('The secret of this shop was replaced. Ask the operator for: site desk reset <address>')
}

export function totpOf(email: string, totpKey: string, issuer: string): TOTP {
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(totpKey), period: STEP_SECONDS })
}

/**
 * Accepts each code once and replaces the session's name, so a name planted before sign-in opens nothing.
 * @returns the new name; `undefined` for a wrong or repeated code
 */
export function takeCode(database: Database, name: string, token: string, sealer: KeySealer) {
  const now = Date.now()
  return database.transaction(async (queries) => {
    const session = await findStaffSession(queries, name, sealer)
    if (session?.stage !== 'code') return undefined
    const totp = totpOf(session.email, session.totpKey, '')
    const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp: now, window: WINDOW }) : null
    if (delta === null) return undefined
    const step = totp.counter({ timestamp: now }) + delta
    const enrolledAt = sql`coalesce(${staff.enrolledAt}, now())`
    const used = { totpKey: sealer.seal(session.totpKey), lastStep: step, enrolledAt }
    const isUnused = and(eq(staff.email, session.email), lt(staff.lastStep, step))
    const [row] = await queries.update(staff).set(used).where(isUnused).returning()
    if (!row) return undefined
    await endStaffSession(queries, name)
    return insertToken(queries, row.email, 'open', new Date(Date.now() + SESSION_MS))
  })
}

export async function endStaffSession(queries: Queries, name: string): Promise<void> {
  await queries.delete(staffTokens).where(eq(staffTokens.id, digestOf(name)))
}

export async function resetStaff(queries: Queries, address: string): Promise<string> {
  const email = address.trim().toLowerCase()
  await queries.delete(staffTokens).where(eq(staffTokens.email, email))
  const rows = await queries.delete(staff).where(eq(staff.email, email)).returning({ email: staff.email })
  if (rows.length === 0) throw new AdminRefusal(`${email} has no second factor.`)
  return `${email} is signed out everywhere, and sets up a new second factor with the next link.`
}

export async function forgetOldTokens(queries: Queries): Promise<void> {
  await queries.delete(staffTokens).where(lt(staffTokens.expiresAt, sql`now()`))
}
