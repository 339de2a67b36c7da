import { papersOf } from '@site/papers/paper-repository'
import { isMailbox } from '../accounts/account-repository'
import { type Account, accounts } from '../database/account-tables'
import type { Queries } from '../database/database'
import { orders } from '../database/schema'
import { readRecords } from '../orders/order-views'
import { isOrderOf } from './erase-orders'
import { placesOf } from './participants'

/** UK GDPR, article 15. */
export async function exportPerson(queries: Queries, email: string) {
  const [account] = await queries.select().from(accounts).where(isMailbox(accounts.email, email))
  const ids = (await queries.select({ id: orders.id }).from(orders).where(isOrderOf(email))).map(({ id }) => id)
  return {
    email,
    account: account ? describeAccount(account) : null,
    orders: await readRecords(queries, ids),
    papers: (await Promise.all(ids.map((id) => papersOf(queries, id)))).flat(),
    places: await placesOf(queries, email),
  }
}

function describeAccount({ firstName, lastName, email, createdAt }: Account) {
  return { firstName, lastName, email, createdAt: createdAt.toISOString() }
}
