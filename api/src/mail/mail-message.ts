import { company } from '@site/shared/company'
import type { Attachment } from './attach-papers'

/** The words of a message. */
export type MailContent = { subject: string; text: string; html: string }
type Address = { name: string; address: string }

/** A finished message, as it is handed to the mail server. */
export type MailMessage = MailContent & {
  from: Address
  to: Address
  replyTo: Address
  /** Fixed, so that a message sent twice is known as one. */
  messageId: string
  date: Date
  attachments: readonly Attachment[]
}

export type MailRow = { messageId: string; recipient: string; recipientName: string; createdAt: Date }

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/

/**
 * Addresses a message.
 * @throws Error when a name or an address has a line break, which would begin another header.
 */
export function addressMail(
  row: MailRow,
  content: MailContent,
  mailFrom: string,
  attachments: readonly Attachment[] = [],
): MailMessage {
  const { messageId, recipient, recipientName, createdAt } = row
  for (const text of [messageId, recipient, recipientName, content.subject, mailFrom]) {
    if (CONTROL.test(text)) throw new Error('A header of the message would have a line break')
  }
  return {
    ...content,
    from: { name: company.name, address: mailFrom },
    to: { name: recipientName, address: recipient },
    replyTo: { name: company.name, address: company.email },
    messageId,
    date: createdAt,
    attachments,
  }
}
