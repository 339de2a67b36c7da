import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { eraseAccountMail } from '../mail/queue-account-mail'
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

/** Reads the account and keeps every other transaction from changing it until this one ends. */
export async function lockAccount(queries: Queries, id: string): Promise<Account | undefined> {
  const [row] = await queries.select().from(accounts).where(eq(accounts.id, id)).for('update')
  return row
}

export async function isTaken(queries: Queries, email: string): Promise<boolean> {
  return (await findAccount(queries, email)) !== undefined
}

export type AccountChange = Partial<
  Pick<Account, 'email' | 'firstName' | 'lastName' | 'passwordHash' | 'emailConfirmedAt'>
>

export async function changeAccount(queries: Queries, account: Account, values: AccountChange): Promise<Account> {
  await queries.update(accounts).set(values).where(eq(accounts.id, account.id))
  return { ...account, ...values }
}

/** With its sessions, its links and what was written to it; orders stay as they are. */
export async function deleteAccount(queries: Queries, id: string): Promise<void> {
  await queries.delete(accounts).where(eq(accounts.id, id))
  await eraseAccountMail(queries, id)
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
