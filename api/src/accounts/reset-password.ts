import type { Queries } from '../database/database'
import { ApiError } from '../errors/api-error'
import { refusals } from './account-refusals'
import { changeAccount, isTaken, lockAccount } from './account-repository'
import type { AccountDesk } from './account-services'
import type { Account, AccountLink } from './account-tables'
import { dropLinks, dropOtherLinks, takeLink } from './link-repository'
import { joinOrders } from './own-orders'
import { sendPasswordChanged } from './send-links'
import { endSessions } from './session-repository'

/**
 * Sets the password of whoever reads the account's address, which is confirmed by that; or, by the link that a change of the
 * address left with the one before, of whoever reads that one, and the account has it again. Everybody is signed out.
 * @throws ApiError 410 unless it is a link that works; 409 where the address before has another account by now
 */
export async function resetPassword(desk: AccountDesk, name: string, passwordHash: string): Promise<void> {
  await desk.database.transaction(async (queries) => {
    const link = await takeLink(queries, name, ['reset', 'take_back'])
    const account = link && (await lockAccount(queries, link.accountId))
    if (!account) throw new ApiError(refusals.linkNotValid)
    const email = await addressAfter(queries, account, link)
    const changed = await changeAccount(queries, account, { passwordHash, email, emailConfirmedAt: new Date() })
    await endSessions(queries, account.id)
    await dropOtherLinks(queries, account.id)
    if (link.purpose === 'take_back') await dropLinks(queries, account.id, ['take_back'])
    await joinOrders(queries, changed)
    await sendPasswordChanged(queries, desk, changed)
  })
}

async function addressAfter(queries: Queries, account: Account, { purpose, email }: AccountLink): Promise<string> {
  if (email === account.email) return email
  // A link to the address before a change: only the one that takes the account back says anything now.
  if (purpose === 'reset') throw new ApiError(refusals.linkNotValid)
  if (await isTaken(queries, email)) throw new ApiError(refusals.addressTaken)
  return email
}
