import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Account, accounts } from '../database/account-tables'
import type { Queries } from '../database/database'
import { outbox } from '../database/schema'
import { eraseMail } from '../mail/queue-mail'

export const accountEmail = (email: string): string => email.trim().toLowerCase()

/** Also matches `Ada <ada@example.com>` and a last dot, which earlier releases took. No address is nobody's. */
export function isMailbox(column: SQL | PgColumn, email: string): SQL {
  const mailboxIn = (text: SQL | PgColumn) => sql`lower(trim(' .' from regexp_replace(${text}, '^.*<|>.*$', '', 'g')))`
  return sql`${mailboxIn(column)} = nullif(${mailboxIn(sql`${email}::text`)}, '')`
}

export const userOf = ({ id, firstName, lastName, email }: Account) => ({ id, firstName, lastName, email })

export async function findAccount(queries: Queries, email: string): Promise<Account | undefined> {
  const isTheirs = eq(accounts.email, accountEmail(email))
  const [row] = await queries.select().from(accounts).where(isTheirs)
  return row
}

export async function lockAccount(queries: Queries, id: string): Promise<Account | undefined> {
  const [row] = await queries.select().from(accounts).where(eq(accounts.id, id)).for('update')
  return row
}

export async function changeAccount(
  queries: Queries,
  account: Account,
  values: Partial<Omit<Account, 'id' | 'createdAt'>>,
): Promise<Account> {
  await queries.update(accounts).set(values).where(eq(accounts.id, account.id))
  return { ...account, ...values }
}

export async function deleteAccount(queries: Queries, id: string): Promise<void> {
  await queries.delete(accounts).where(eq(accounts.id, id))
  await eraseMail(queries, eq(outbox.accountId, id))
}

type NewAccount = Pick<Account, 'email' | 'firstName' | 'lastName' | 'passwordHash'>

/** @returns `undefined` when the address already has an account */
export async function insertAccount(queries: Queries, account: NewAccount): Promise<Account | undefined> {
  const values = { ...account, id: randomUUID(), email: accountEmail(account.email) }
  const [row] = await queries.insert(accounts).values(values).onConflictDoNothing().returning()
  return row
}
