import { addressLine, company } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'
import { escapeHtml } from '@site/shared/escape-html'

export type MailContent = { subject: string; text: string; html: string }
/** A paragraph, or a part that is written differently in the two forms; its HTML is escaped already. */
export type MailPart = string | { text: string; html: string }

const sender = [company.name, addressLine, `Company number ${companyDetails.registrationNumber}`]

/** A message as text and as HTML without any style or script, so that it reads the same in every mail program. */
export function layOutMail(subject: string, parts: readonly MailPart[]): MailContent {
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.text))
  const html = [
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
    ...parts.map((part) => (typeof part === 'string' ? paragraph(part) : part.html)),
    `<p>${sender.map(escapeHtml).join('<br>')}</p>`,
    '</body></html>',
  ]
  return { subject, text: `${[...texts, sender.join('\n')].join('\n\n')}\n`, html: html.join('\n') }
}

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}
