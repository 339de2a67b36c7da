import type { Paper } from '@site/papers/paper'
import { company } from '@site/shared/company'
import type { Order } from '../database/schema'
import { nameBooking } from '../orders/booking-repository'
import { isAccountMail, type MailLink, renderAccountMail, type WriteLink } from './account-mail'
import { renderBookingMail } from './booking-mail'
import type { MailContent } from './mail-layout'
import { invitesToBook, renderMail } from './order-mail'
import type { OutboxMail } from './outbox-repository'

export type MailWriting = { mailFrom?: string | undefined; writeLink: WriteLink; deskUrl?: string }

type Address = { name: string; address: string }
export type Attachment = { filename: string; contentType: string; content: Buffer }

export type MailMessage = MailContent & {
  from: Address
  to: Address
  replyTo: Address
  messageId: string
  date: Date
  attachments: readonly Attachment[]
}

export async function writeMail(
  { row, about }: OutboxMail,
  { mailFrom, writeLink, deskUrl }: MailWriting,
): Promise<MailMessage> {
  if (isAccountMail(row.kind)) return addressMail(row, await renderAccountMail(row.kind, row, writeLink), mailFrom)
  if (!about) throw new Error('The message has no order')
  const { order, lines, papers, booking } = about
  if (booking) {
    const { content, calendar, method } = renderBookingMail(row, booking)
    const contentType = `text/calendar; charset=utf-8; method=${method}`
    const file = { filename: 'course.ics', contentType, content: Buffer.from(calendar) }
    return addressMail(row, content, mailFrom, [file])
  }
  const isPrinted = papers.length === 0 || papers.every((await import('@site/papers/render-pdf')).isPrinted)
  const link = invitesToBook(row.kind) && !order.erasedAt ? await writeLink(bookingLink(order, row.createdAt)) : ''
  const content = renderMail(row, order, lines, papers, { isPrinted, link, deskUrl })
  return addressMail(row, content, mailFrom, await attachPapers(papers))
}

const LINK_MS = 365 * 24 * 60 * 60 * 1_000

function bookingLink(order: Order, createdAt: Date): MailLink {
  const expiresAt = new Date(createdAt.getTime() + LINK_MS)
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  return { id: nameBooking(order), purpose: 'booking', ...times }
}

async function attachPapers(papers: readonly Paper[]): Promise<Attachment[]> {
  if (papers.length === 0) return []
  const { renderPdf } = await import('@site/papers/render-pdf')
  return Promise.all(
    papers.map(async (paper) => ({
      filename: `${paper.number}.pdf`,
      contentType: 'application/pdf',
      content: await renderPdf(paper),
    })),
  )
}

type MailRow = { messageId: string; recipient: string; recipientName: string; createdAt: Date }

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/

/** @throws Error for a line break in a name or address, which would inject a header */
export function addressMail(
  { messageId, recipient, recipientName, createdAt }: MailRow,
  content: MailContent,
  mailFrom = company.email,
  attachments: readonly Attachment[] = [],
): MailMessage {
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
