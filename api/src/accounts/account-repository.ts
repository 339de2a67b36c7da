import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type Account, accounts } from './account-tables'

/** An address is written in many ways and means one mailbox in all of them. */
export function accountEmail(email: string): string {
  return email.trim().toLowerCase()
}

export async function findAccount(queries: Queries, email: string): Promise<Account | undefined> {
  const [row] = await queries
    .select()
    .from(accounts)
    .where(eq(accounts.email, accountEmail(email)))
  return row
}

export type NewAccount = Pick<Account, 'email' | 'firstName' | 'lastName' | 'passwordHash'>

/** `undefined` when the address has an account already, even one made at the same moment. */
export async function insertAccount(queries: Queries, account: NewAccount): Promise<Account | undefined> {
  const [row] = await queries
    .insert(accounts)
    .values({ ...account, id: randomUUID(), email: accountEmail(account.email) })
    .onConflictDoNothing()
    .returning()
  return row
}
