import type { ConfirmEmailReply } from '@site/shared/contracts/own-account'
import type { Queries } from '../database/database'
import { ApiError } from '../errors/api-error'
import { refusals } from './account-refusals'
import { changeAccount, isTaken, lockAccount } from './account-repository'
import type { AccountDesk } from './account-services'
import type { Account, AccountLink } from './account-tables'
import { dropLinks, dropOtherLinks, readChange, takeLink } from './link-repository'
import { joinOrders } from './own-orders'
import { sendChanged } from './send-links'

/**
 * Uses the link of an address that is to be the account's: the one it was made with (R195), or either of a change (R197).
 * @throws ApiError 410 unless it is a link of this account that works; 409 where the address has another account by now
 */
export async function confirmAddress(desk: AccountDesk, { id }: Account, token: string): Promise<ConfirmEmailReply> {
  const claims = await desk.tokens.verify('link', token)
  if (!claims) throw new ApiError(refusals.linkNotValid)
  return desk.database.transaction(async (queries) => {
    const account = await lockAccount(queries, id)
    const link = await takeLink(queries, claims.name, ['confirm', 'change_from', 'change_to'])
    if (!account || link?.accountId !== id) throw new ApiError(refusals.linkNotValid)
    return link.purpose === 'confirm' ? confirmOwn(queries, account, link) : agree(queries, desk, account)
  })
}

async function confirmOwn(queries: Queries, account: Account, link: AccountLink): Promise<ConfirmEmailReply> {
  if (link.email !== account.email) throw new ApiError(refusals.linkNotValid)
  const confirmed = await changeAccount(queries, account, { emailConfirmedAt: new Date() })
  await dropLinks(queries, account.id, ['confirm'])
  await joinOrders(queries, confirmed)
  return { outcome: 'confirmed', user: userOf(confirmed) }
}

async function agree(queries: Queries, desk: AccountDesk, account: Account): Promise<ConfirmEmailReply> {
  const links = await readChange(queries, account.id)
  const [next] = links
  if (!next || links.length < 2 || links.some(({ usedAt }) => usedAt === null)) {
    return { outcome: 'half', user: userOf(account) }
  }
  if (await isTaken(queries, next.email)) throw new ApiError(refusals.addressTaken)
  // What was bought with the address before stays the account's.
  await joinOrders(queries, account)
  const changed = await changeAccount(queries, account, { email: next.email, emailConfirmedAt: new Date() })
  await dropOtherLinks(queries, account.id)
  await sendChanged(queries, desk, account, changed.email)
  await joinOrders(queries, changed)
  return { outcome: 'changed', user: userOf(changed) }
}

function userOf({ id, firstName, lastName, email }: Account): ConfirmEmailReply['user'] {
  return { id, firstName, lastName, email }
}
