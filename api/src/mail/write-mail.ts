import { isAccountMail, renderAccountMail, type WriteLink } from './account-mail'
import { attachPapers } from './attach-papers'
import { addressMail, type MailMessage } from './mail-message'
import type { OutboxMail } from './outbox-repository'
import { renderMail } from './render-mail'

export type MailWriting = {
  mailFrom: string
  writeLink: WriteLink
}

/**
 * A row of the outbox as it is sent.
 * @throws Error for a kind of message that does not exist, or one about an order that is not there.
 */
export async function writeMail(
  { row, about }: OutboxMail,
  { mailFrom, writeLink }: MailWriting,
): Promise<MailMessage> {
  if (isAccountMail(row.kind)) return addressMail(row, await renderAccountMail(row.kind, row, writeLink), mailFrom)
  if (!about) throw new Error('The message has no order')
  const { order, lines, papers } = about
  return addressMail(row, renderMail(row, order, lines, papers), mailFrom, await attachPapers(papers))
}
