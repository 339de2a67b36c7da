import type { ConfirmEmailReply } from '@site/shared/contracts/own-account'
import type { Queries } from '../database/database'
import { ApiError } from '../errors/api-error'
import { refusals } from './account-refusals'
import { changeAccount, isTaken, lockAccount, userOf } from './account-repository'
import type { AccountContext } from './account-services'
import type { Account, AccountLink } from './account-tables'
import { dropLinks, dropOtherLinks, readChange, sendChanged, sendPasswordChanged, takeLink } from './links'
import { joinOrders } from './own-orders'
import { endSessions } from './session-repository'

/** @throws ApiError 410 for an invalid link, 409 when another account has the address */
export async function confirmAddress(
  context: AccountContext,
  { id }: Account,
  token: string,
): Promise<ConfirmEmailReply> {
  const claims = await context.tokens.verify('link', token)
  if (!claims) throw new ApiError(refusals.linkNotValid)
  return context.database.transaction(async (queries) => {
    const account = await lockAccount(queries, id)
    const link = await takeLink(queries, claims.name, 'confirm', 'change_from', 'change_to')
    if (!account || link?.accountId !== id) throw new ApiError(refusals.linkNotValid)
    return link.purpose === 'confirm' ? confirmOwn(queries, account, link) : agree(queries, context, account)
  })
}

async function confirmOwn(queries: Queries, account: Account, link: AccountLink): Promise<ConfirmEmailReply> {
  if (link.email !== account.email) throw new ApiError(refusals.linkNotValid)
  const confirmed = await changeAccount(queries, account, { emailConfirmedAt: new Date() })
  await dropLinks(queries, account.id, ['confirm'])
  await joinOrders(queries, confirmed)
  return { outcome: 'confirmed', user: userOf(confirmed) }
}

async function agree(queries: Queries, context: AccountContext, account: Account): Promise<ConfirmEmailReply> {
  const links = await readChange(queries, account.id)
  const [next] = links
  if (!next || links.length < 2 || links.some(({ usedAt }) => usedAt === null)) {
    return { outcome: 'half', user: userOf(account) }
  }
  if (await isTaken(queries, next.email)) throw new ApiError(refusals.addressTaken)
  // Joins orders of the old address before it changes.
  await joinOrders(queries, account)
  const changed = await changeAccount(queries, account, { email: next.email, emailConfirmedAt: new Date() })
  await dropOtherLinks(queries, account.id)
  await sendChanged(queries, context, account, changed.email)
  await joinOrders(queries, changed)
  return { outcome: 'changed', user: userOf(changed) }
}

/** @throws ApiError 410 for an invalid link, 409 when another account has the old address */
export async function resetPassword(context: AccountContext, name: string, passwordHash: string): Promise<void> {
  await context.database.transaction(async (queries) => {
    const link = await takeLink(queries, name, 'reset', 'take_back')
    const account = link && (await lockAccount(queries, link.accountId))
    if (!account) throw new ApiError(refusals.linkNotValid)
    const { email, purpose } = link
    if (email !== account.email) {
      if (purpose === 'reset') throw new ApiError(refusals.linkNotValid)
      if (await isTaken(queries, email)) throw new ApiError(refusals.addressTaken)
    }
    const changed = await changeAccount(queries, account, { passwordHash, email, emailConfirmedAt: new Date() })
    await endSessions(queries, account.id)
    await dropOtherLinks(queries, account.id)
    if (purpose === 'take_back') await dropLinks(queries, account.id, ['take_back'])
    await joinOrders(queries, changed)
    await sendPasswordChanged(queries, context, changed)
  })
}
