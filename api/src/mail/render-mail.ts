import { addressLine, company } from '@site/shared/company'
import { formatPounds } from '@site/shared/money'
import type { Order, OrderLine } from '../database/schema'
import { escapeHtml } from './escape-html'

/** What an order says to its buyer: that it is confirmed, or that a person looks at it first. */
export type MailKind = 'order_confirmation' | 'payment_received'
export type MailContent = { subject: string; text: string; html: string }
type Amount = { label: string; pence: number }

const kinds: Readonly<Record<MailKind, { subject: (orderId: string) => string; opening: string }>> = {
  order_confirmation: {
    subject: (orderId) => `Your order ${orderId} is confirmed`,
    opening: 'Thank you for your order. We have received your payment and your order is confirmed.',
  },
  payment_received: {
    subject: (orderId) => `We have received your payment for order ${orderId}`,
    opening:
      'Thank you. We have received your payment and are checking it against your order. We will be in touch about it; ' +
      'please do not pay again.',
  },
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const help = `If anything is not right, reply to this email or call ${company.phone.display} and give the order number.`
const sender = [company.name, addressLine, `Company number ${company.registrationNumber}`]

/**
 * The words of a message, as text and as HTML without any style or script, so that it reads the same in
 * every mail program. Everything in it that a buyer typed is escaped.
 * @throws Error for a kind of message that does not exist.
 */
export function renderMail(kind: string, order: Order, lines: readonly OrderLine[]): MailContent {
  if (!isKind(kind)) throw new Error(`There is no message of the kind "${kind}"`)
  const { subject, opening } = kinds[kind]
  const content = {
    title: subject(order.id),
    greeting: `Dear ${order.customerName},`,
    opening,
    orderId: order.id,
    date: dates.format(order.createdAt),
    lines,
    amounts: amountsOf(order, lines),
  }
  return { subject: content.title, text: asText(content), html: asHtml(content) }
}

type Content = {
  title: string
  greeting: string
  opening: string
  orderId: string
  date: string
  lines: readonly OrderLine[]
  amounts: Amount[]
}

/** An order without lines has one amount only: what was paid. */
function amountsOf({ vatPence, amountPence }: Order, lines: readonly OrderLine[]): Amount[] {
  const paid = { label: 'Total paid', pence: amountPence }
  if (vatPence === null || lines.length === 0) return [paid]
  return [{ label: 'Subtotal', pence: amountPence - vatPence }, { label: 'VAT (20%)', pence: vatPence }, paid]
}

function asText({ greeting, opening, orderId, date, lines, amounts }: Content): string {
  return [
    greeting,
    '',
    opening,
    '',
    `Order: ${orderId}`,
    `Date: ${date}`,
    '',
    ...lines.map((line) => `${describe(line)}: ${pounds(line.unitPence * line.quantity)}`),
    ...(lines.length > 0 ? [''] : []),
    ...amounts.map(({ label, pence }) => `${label}: ${pounds(pence)}`),
    '',
    help,
    '',
    ...sender,
    '',
  ].join('\n')
}

function asHtml({ title, greeting, opening, orderId, date, lines, amounts }: Content): string {
  const row = (label: string, pence: number, cell: 'td' | 'th') =>
    `<tr><${cell} align="left">${escapeHtml(label)}</${cell}><${cell} align="right">${pounds(pence)}</${cell}></tr>`
  const [paid, ...others] = [...amounts].reverse()
  return [
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>`,
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(opening)}</p>`,
    `<p>Order: ${escapeHtml(orderId)}<br>Date: ${date}</p>`,
    '<table cellpadding="6">',
    ...lines.map((line) => row(describe(line), line.unitPence * line.quantity, 'td')),
    ...others.reverse().map(({ label, pence }) => row(label, pence, 'td')),
    ...(paid ? [row(paid.label, paid.pence, 'th')] : []),
    '</table>',
    `<p>${escapeHtml(help)}</p>`,
    `<p>${sender.map(escapeHtml).join('<br>')}</p>`,
    '</body></html>',
  ].join('\n')
}

function describe({ title, quantity, unitPence }: OrderLine): string {
  return quantity > 1 ? `${quantity} × ${title} at ${pounds(unitPence)}` : title
}

function pounds(pence: number): string {
  return formatPounds(pence / 100)
}

function isKind(kind: string): kind is MailKind {
  return Object.hasOwn(kinds, kind)
}
