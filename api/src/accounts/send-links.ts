import type { Queries } from '../database/database'
import { queueAccountMail } from '../mail/queue-account-mail'
import type { AccountServices } from './account-services'
import type { Account, LinkPurpose } from './account-tables'
import { countWorking, dropLinks, insertLink, MAX_LINKS } from './link-repository'
import { mailLink } from './mail-links'

type Mailing = Pick<AccountServices, 'mail'>

const kinds = {
  confirm: 'account_confirm',
  change_from: 'account_change_from',
  change_to: 'account_change_to',
  take_back: 'account_email_changed',
  reset: 'account_reset',
} as const satisfies Record<LinkPurpose, string>

/** Asks whoever reads the account's address to confirm it (R195). @returns false when they have been asked enough. */
export async function sendConfirmation(queries: Queries, desk: Mailing, account: Account): Promise<boolean> {
  if ((await countWorking(queries, account.id, 'confirm')) >= MAX_LINKS) return false
  await sendLink(queries, desk, account, { purpose: 'confirm', email: account.email })
  return true
}

/** Asks both addresses (R197); another change that was under way is given up. */
export async function sendChange(queries: Queries, desk: Mailing, account: Account, email: string): Promise<void> {
  await dropLinks(queries, account.id, ['change_from', 'change_to'])
  await sendLink(queries, desk, account, { purpose: 'change_from', email, about: email })
  await sendLink(queries, desk, { ...account, email }, { purpose: 'change_to', email })
}

/** Tells the address before, with a way back (R197). */
export async function sendChanged(queries: Queries, desk: Mailing, before: Account, email: string): Promise<void> {
  await sendLink(queries, desk, before, { purpose: 'take_back', email: before.email, about: email })
}

/** A link to choose a new password (R199), unless enough of them work already. */
export async function sendReset(queries: Queries, desk: Mailing, account: Account): Promise<void> {
  if ((await countWorking(queries, account.id, 'reset')) >= MAX_LINKS) return
  await sendLink(queries, desk, account, { purpose: 'reset', email: account.email })
}

/** Says that the password was changed (R198). */
export function sendPasswordChanged(queries: Queries, { mail }: Mailing, account: Account): Promise<void> {
  return queueAccountMail(queries, mail, { kind: 'account_password_changed', accountId: account.id, to: account })
}

async function sendLink(
  queries: Queries,
  { mail }: Mailing,
  to: Account,
  { purpose, email, about }: { purpose: LinkPurpose; email: string; about?: string },
): Promise<void> {
  const link = await insertLink(queries, { accountId: to.id, purpose, email })
  const detail = { link: mailLink(link), ...(about !== undefined && { email: about }) }
  await queueAccountMail(queries, mail, { kind: kinds[purpose], accountId: to.id, to, detail })
}
