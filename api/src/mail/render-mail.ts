import type { Paper } from '@site/papers/paper'
import { addressLine, company } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'
import { escapeHtml } from '@site/shared/escape-html'
import { formatPence, type Pence, pence } from '@site/shared/money'
import type { Order, OrderLine } from '../database/schema'
import { kindOf, type MailKind, mailKinds } from './mail-content'
import type { MailContent } from './mail-message'

/** What the row of the outbox says of its message. */
export type MailSubject = { kind: string; amountPence: Pence | null }
type Amount = { label: string; pence: Pence }

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const help = `If anything is not right, reply to this email or call ${company.phone.display} and give the order number.`
const sender = [company.name, addressLine, `Company number ${companyDetails.registrationNumber}`]

/**
 * The words of a message, as text and as HTML without any style or script, so that it reads the same in
 * every mail program. Everything in it that a buyer typed is escaped.
 * @throws Error for a kind of message that does not exist.
 */
export function renderMail(
  about: MailSubject,
  order: Order,
  lines: readonly OrderLine[],
  papers: readonly Paper[] = [],
): MailContent {
  const kind = kindOf(about.kind)
  const { subject, opening } = mailKinds[kind]
  const forShop = kind === 'order_sold'
  const content = {
    title: subject(order.id),
    greeting: forShop ? 'To the shop,' : `Dear ${order.customerName},`,
    opening: forShop ? `${opening} ${describeBuyer(order)}` : opening,
    orderId: order.id,
    date: dates.format(order.createdAt),
    lines,
    amounts: amountsOf(kind, about.amountPence, order, lines),
    attached: describePapers(kind, papers),
    ending: forShop ? `npm run site -- orders show ${order.id}` : help,
  }
  return { subject: content.title, text: asText(content), html: asHtml(content) }
}

function describePapers(mailKind: MailKind, papers: readonly Paper[]): string[] {
  const names = papers.map(({ kind, number }) => `${kind === 'receipt' ? 'VAT receipt' : 'credit note'} ${number}`)
  // The checkout asks for nobody's employer (R125).
  const offer = 'If it should name your employer, reply to this email with the name and the address.'
  return names.map((name) => `Attached is your ${name}.${mailKind === 'order_confirmation' ? ` ${offer}` : ''}`)
}

function describeBuyer({ state, customerName, customerEmail, erasedAt }: Order): string {
  if (erasedAt) return 'The buyer was taken out of what is kept.'
  const next = state === 'needs_attention' ? 'It is held until you confirm, refund or cancel it.' : ''
  return `The buyer is ${customerName} <${customerEmail}>. ${next}`.trim()
}

type Content = {
  title: string
  greeting: string
  opening: string
  orderId: string
  date: string
  lines: readonly OrderLine[]
  amounts: Amount[]
  /** One sentence for each file that goes with it. */
  attached: string[]
  ending: string
}

/** Money moved is told as it moved: with the sum of the order beside it when that is another. */
function amountsOf(kind: MailKind, movedPence: Pence | null, order: Order, lines: readonly OrderLine[]): Amount[] {
  const { vatPence, amountPence } = order
  const moved = { label: mailKinds[kind].amount, pence: movedPence ?? amountPence }
  const isBasket = vatPence !== null && lines.length > 0
  const sums = isBasket
    ? [
        { label: 'Subtotal', pence: pence(amountPence - vatPence) },
        { label: 'VAT (20%)', pence: vatPence },
      ]
    : []
  const isSame = moved.pence === amountPence && moved.label === 'Total paid'
  const isTotal = isSame || moved.label === 'Order total'
  return [...sums, ...(isTotal ? [] : [{ label: 'Order total', pence: amountPence }]), moved]
}

function asText({ greeting, opening, orderId, date, lines, amounts, attached, ending }: Content): string {
  return [
    greeting,
    '',
    opening,
    '',
    `Order: ${orderId}`,
    `Date: ${date}`,
    '',
    ...lines.map((line) => `${describe(line)}: ${formatPence(totalOf(line))}`),
    ...(lines.length > 0 ? [''] : []),
    ...amounts.map(({ label, pence }) => `${label}: ${formatPence(pence)}`),
    '',
    ...attached,
    ...(attached.length > 0 ? [''] : []),
    ending,
    '',
    ...sender,
    '',
  ].join('\n')
}

function asHtml({ title, greeting, opening, orderId, date, lines, amounts, attached, ending }: Content): string {
  const row = (label: string, pence: Pence, cell: 'td' | 'th') =>
    `<tr><${cell} align="left">${escapeHtml(label)}</${cell}><${cell} align="right">${formatPence(pence)}</${cell}></tr>`
  const [paid, ...others] = [...amounts].reverse()
  return [
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>`,
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(opening)}</p>`,
    `<p>Order: ${escapeHtml(orderId)}<br>Date: ${date}</p>`,
    '<table cellpadding="6">',
    ...lines.map((line) => row(describe(line), totalOf(line), 'td')),
    ...others.reverse().map(({ label, pence }) => row(label, pence, 'td')),
    ...(paid ? [row(paid.label, paid.pence, 'th')] : []),
    '</table>',
    ...attached.map((text) => `<p>${text}</p>`),
    `<p>${escapeHtml(ending)}</p>`,
    `<p>${sender.map(escapeHtml).join('<br>')}</p>`,
    '</body></html>',
  ].join('\n')
}

function describe({ title, quantity, unitPence }: OrderLine): string {
  return quantity > 1 ? `${quantity} × ${title} at ${formatPence(unitPence)}` : title
}

function totalOf({ unitPence, quantity }: OrderLine): Pence {
  return pence(unitPence * quantity)
}
