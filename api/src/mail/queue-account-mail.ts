import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type AccountMailDetail, outbox } from '../database/schema'
import type { AccountMailKind } from './account-mail'
import type { MailSettings } from './queue-mail'

export type AccountMessage = {
  kind: AccountMailKind
  accountId: string
  to: { email: string; firstName: string; lastName: string }
  detail?: AccountMailDetail
}

/** Queues a message about an account in the caller's transaction; nothing in a shop that sends no mail. */
export async function queueAccountMail(
  queries: Queries,
  { isMailed, mailDomain }: Pick<MailSettings, 'isMailed' | 'mailDomain'>,
  { kind, accountId, to, detail }: AccountMessage,
): Promise<void> {
  if (!isMailed) return
  await queries.insert(outbox).values({
    kind,
    accountId,
    messageId: `<${randomUUID()}@${mailDomain}>`,
    recipient: to.email,
    recipientName: `${to.firstName} ${to.lastName}`,
    detail: detail ?? null,
  })
}

/** Takes a person out of the messages about their account; what was not sent yet is not sent. */
export async function eraseAccountMail(queries: Queries, accountId: string): Promise<void> {
  await queries.delete(outbox).where(and(eq(outbox.accountId, accountId), isNull(outbox.sentAt)))
  await queries
    .update(outbox)
    .set({ recipient: '', recipientName: '', detail: null })
    .where(eq(outbox.accountId, accountId))
}
