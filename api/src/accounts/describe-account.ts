import type { AccountReply } from '@site/shared/contracts/own-account'
import type { AccountDesk } from './account-services'
import type { AccountLink } from './account-tables'
import { readChange } from './link-repository'
import { type AccountSession, listSessions } from './session-repository'

/** What a page shows of the account that is signed in. */
export async function describeAccount(
  { database, mail }: AccountDesk,
  { session, account }: AccountSession,
): Promise<AccountReply> {
  const { id, firstName, lastName, email, emailConfirmedAt } = account
  const [links, all] = await Promise.all([readChange(database.queries(), id), listSessions(database.queries(), id)])
  return {
    user: { id, firstName, lastName, email },
    isEmailConfirmed: emailConfirmedAt !== null,
    change: describeChange(links),
    isMailed: mail.isMailed,
    sessions: all.map(({ id: one, createdAt, lastSeenAt }) => ({
      since: createdAt.toISOString(),
      lastSeen: lastSeenAt.toISOString(),
      isThis: one === session.id,
    })),
  }
}

function describeChange(links: readonly AccountLink[]): AccountReply['change'] {
  const from = links.find(({ purpose }) => purpose === 'change_from')
  const to = links.find(({ purpose }) => purpose === 'change_to')
  if (!from || !to) return null
  return { email: to.email, isOldConfirmed: from.usedAt !== null, isNewConfirmed: to.usedAt !== null }
}
