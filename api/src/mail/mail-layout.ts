import { company } from '@site/shared/company'
import { escapeHtml } from '@site/shared/escape-html'

export type MailContent = { subject: string; text: string; html: string }
/** HTML is already escaped. */
export type MailPart = string | { text: string; html: string }

/** No styles or scripts, so that all mail programs show it alike. */
export function layOutMail(subject: string, parts: readonly MailPart[]): MailContent {
  const sender = [company.name, company.addressLine, `Company number ${company.registrationNumber}`]
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.text))
  const html = [
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
    ...parts.map((part) => (typeof part === 'string' ? paragraph(part) : part.html)),
    `<p>${sender.map(escapeHtml).join('<br>')}</p>`,
    '</body></html>',
  ]
  return { subject, text: `${[...texts, sender.join('\n')].join('\n\n')}\n`, html: html.join('\n') }
}

export function greet(name: string): string {
  return name === '' ? 'Hello,' : `Dear ${name},`
}

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}
