import { orderPath } from '@site/shared/paths'
import { and, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Account, type AccountLink, accountLinks, type LinkPurpose } from '../database/account-tables'
import type { Queries } from '../database/database'
import type { WriteLink } from '../mail/account-mail'
import { queueAccountMail } from '../mail/queue-mail'
import type { AccountServices } from './account-services'
import { newName } from './session-repository'
import type { SignedTokens } from './signed-tokens'

const HOUR_MS = 3_600_000
/** The token follows `#`, so no log and no `Referer` contains it. */
const purposes = {
  confirm: { mail: 'account_confirm', page: '/account', lifeMs: 24 * HOUR_MS },
  change_from: { mail: 'account_change_from', page: '/account', lifeMs: 24 * HOUR_MS },
  change_to: { mail: 'account_change_to', page: '/account', lifeMs: 24 * HOUR_MS },
  // Long, because the owner may be on holiday.
  take_back: { mail: 'account_email_changed', page: '/reset-password', lifeMs: 7 * 24 * HOUR_MS },
  reset: { mail: 'account_reset', page: '/reset-password', lifeMs: HOUR_MS / 2 },
} as const satisfies Record<LinkPurpose, object>
const MAX_LINKS = 5

export function createLinkWriter(tokens: SignedTokens, publicUrl: string): WriteLink {
  const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000)
  return async ({ id, purpose, createdAt, expiresAt }) => {
    const claims = { name: id, issuedAt: seconds(createdAt), expiresAt: seconds(expiresAt) }
    if (purpose === 'booking') {
      const [orderId = ''] = id.split('.')
      return `${publicUrl}${orderPath(orderId)}#${await tokens.sign('booking', claims)}`
    }
    const token = await tokens.sign('link', claims)
    // The desk has no scripts, so a fragment would not reach it.
    if (purpose === 'staff') return `${publicUrl}/desk/enter?token=${token}`
    return `${publicUrl}${purposes[purpose as LinkPurpose].page}#${token}`
  }
}

type Mailing = Pick<AccountServices, 'mail'>

/** Sends nothing while five links for the purpose still work. */
export async function sendOwnLink(
  queries: Queries,
  context: Mailing,
  account: Account,
  purpose: 'confirm' | 'reset',
): Promise<void> {
  const working = await queries.$count(accountLinks, and(isOf(account.id, purpose), works))
  if (working < MAX_LINKS) await sendLink(queries, context, account, { purpose, email: account.email })
}

export async function sendChange(queries: Queries, context: Mailing, account: Account, email: string): Promise<void> {
  await dropLinks(queries, account.id, ['change_from', 'change_to'])
  await sendLink(queries, context, account, {
    purpose: 'change_from',
    email,
    ...(account.emailConfirmedAt && { about: email }),
  })
  await sendLink(queries, context, { ...account, email, emailConfirmedAt: null }, { purpose: 'change_to', email })
}

export async function sendChanged(queries: Queries, context: Mailing, before: Account, email: string): Promise<void> {
  await sendLink(queries, context, before, { purpose: 'take_back', email: before.email, about: email })
}

export function sendPasswordChanged(queries: Queries, { mail }: Mailing, account: Account): Promise<void> {
  return queueAccountMail(queries, mail, { kind: 'account_password_changed', accountId: account.id, to: account })
}

async function sendLink(
  queries: Queries,
  { mail }: Mailing,
  to: Account,
  { purpose, email, about }: { purpose: LinkPurpose; email: string; about?: string },
): Promise<void> {
  const { mail: kind, lifeMs } = purposes[purpose]
  // Tokens have whole seconds.
  const createdAt = new Date(Math.floor(Date.now() / 1_000) * 1_000)
  const expiresAt = new Date(createdAt.getTime() + lifeMs)
  const id = newName()
  await queries.insert(accountLinks).values({ id, accountId: to.id, purpose, email, createdAt, expiresAt })
  const link = { id, purpose, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  const detail = { link, ...(about !== undefined && { email: about }) }
  await queueAccountMail(queries, mail, { kind, accountId: to.id, to, detail })
}

const isInTime = gt(accountLinks.expiresAt, sql`now()`)
const works = and(isNull(accountLinks.usedAt), isInTime)
const isOf = (accountId: string, ...those: LinkPurpose[]) =>
  and(eq(accountLinks.accountId, accountId), inArray(accountLinks.purpose, those))

export async function takeLink(
  queries: Queries,
  id: string,
  ...those: LinkPurpose[]
): Promise<AccountLink | undefined> {
  const isMeant = and(eq(accountLinks.id, id), inArray(accountLinks.purpose, those), works)
  const [row] = await queries.update(accountLinks).set({ usedAt: sql`now()` }).where(isMeant).returning()
  return row
}

export function readChange(queries: Queries, accountId: string): Promise<AccountLink[]> {
  const isMeant = and(isOf(accountId, 'change_from', 'change_to'), isInTime)
  return queries.select().from(accountLinks).where(isMeant)
}

export async function dropLinks(queries: Queries, accountId: string, those: LinkPurpose[]): Promise<void> {
  await queries.delete(accountLinks).where(isOf(accountId, ...those))
}

export async function dropOtherLinks(queries: Queries, accountId: string): Promise<void> {
  const isOther = and(eq(accountLinks.accountId, accountId), ne(accountLinks.purpose, 'take_back'))
  await queries.delete(accountLinks).where(isOther)
}

export async function forgetOldLinks(queries: Queries): Promise<number> {
  const isOver = lt(accountLinks.expiresAt, sql`now()`)
  const rows = await queries.delete(accountLinks).where(isOver).returning({ id: accountLinks.id })
  return rows.length
}
