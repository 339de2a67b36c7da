import type { Paper } from '@site/papers/paper'
import { company } from '@site/shared/company'
import { escapeHtml } from '@site/shared/escape-html'
import { formatPence, type Pence, pence } from '@site/shared/money'
import type { Order, OrderLine } from '../database/schema'
import { greet, layOutMail, type MailContent, paragraph } from './mail-layout'

const mailKinds = {
  order_confirmation: {
    subject: (orderId: string) => `Your order ${orderId} is confirmed`,
    opening: 'Thank you for your order. We have received your payment and your order is confirmed.',
    amount: 'Total paid',
  },
  payment_received: {
    subject: (orderId: string) => `We have received your payment for order ${orderId}`,
    opening:
      'Thank you. We have received your payment and are checking it against your order. We will be in touch about it; ' +
      'please do not pay again.',
    amount: 'Total paid',
  },
  payment_refused: {
    subject: (orderId: string) => `Your payment for order ${orderId} was refused`,
    opening:
      'The payment that we were waiting for was refused, so your order is not confirmed and no money was taken. You are ' +
      'welcome to order again and pay another way.',
    amount: 'Not paid',
  },
  payment_not_taken: {
    subject: (orderId: string) => `Your payment for order ${orderId} was not completed`,
    opening:
      'You approved a payment with PayPal, but it was never completed, so nothing was charged and this order is not ' +
      'confirmed. You are welcome to order again.',
    amount: 'Not charged',
  },
  payment_refunded: {
    subject: (orderId: string) => `A refund for order ${orderId}`,
    opening:
      'We have sent the amount below back to the card or PayPal account that you paid with. Your bank decides when it ' +
      'appears there; this usually takes a few working days.',
    amount: 'Refunded',
  },
  refund_failed: {
    subject: (orderId: string) => `Your refund for order ${orderId} did not arrive`,
    opening:
      'We wrote to you that we had sent the amount below back to you. The payment provider could not deliver it, so it ' +
      'is with us again. We will be in touch to find another way; please reply to this email if you do not hear from us.',
    amount: 'Not refunded',
  },
  papers_corrected: {
    subject: (orderId: string) => `Corrected papers for order ${orderId}`,
    opening:
      'We have corrected the papers of your order. What is attached takes the place of what you have; please give it to ' +
      'whoever keeps your books.',
    amount: 'Order total',
  },
  order_sold: {
    subject: (orderId: string) => `Order ${orderId} was paid`,
    opening: 'An order was paid in the shop.',
    amount: 'Total paid',
  },
} as const

export type MailKind = keyof typeof mailKinds

export function kindOf(text: string): MailKind {
  const [kind = ''] = text.split(':')
  if (!Object.hasOwn(mailKinds, kind)) throw new Error(`There is no message of the kind "${text}"`)
  return kind as MailKind
}

type Amount = { label: string; pence: Pence }

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const help = () =>
  `If anything is not right, reply to this email or call ${company.phone.display} and give the order number.`

export function renderMail(
  about: { kind: string; amountPence: Pence | null; recipientName: string },
  order: Order,
  lines: readonly OrderLine[],
  papers: readonly Paper[] = [],
  { isPrinted = true, link = '', deskUrl }: { isPrinted?: boolean; link?: string; deskUrl?: string | undefined } = {},
): MailContent {
  const kind = kindOf(about.kind)
  const { subject, opening } = mailKinds[kind]
  const date = dates.format(order.createdAt)
  const attached = papers.map((paper) => describePaper(kind, paper))
  if (!isPrinted) attached.push(`${UNPRINTED} You are ${order.customerName} in our books.`)
  const isToShop = kind === 'order_sold'
  return layOutMail(subject(order.id), [
    isToShop ? 'To the shop,' : greet(about.recipientName),
    isToShop ? `${opening} ${describeBuyer(order)}` : opening,
    { text: `Order: ${order.id}\nDate: ${date}`, html: `<p>Order: ${escapeHtml(order.id)}<br>Date: ${date}</p>` },
    tableOf(lines, amountsOf(kind, about.amountPence, order, lines)),
    ...(attached.length > 0 ? [{ text: attached.join('\n'), html: attached.map(paragraph).join('\n') }] : []),
    ...(link ? [inviteToBook(link)] : []),
    isToShop ? pointToOrder(order.id, deskUrl) : help(),
  ])
}

export function invitesToBook(kind: string): boolean {
  return kind === 'order_confirmation' || kind === 'payment_received'
}

function inviteToBook(link: string) {
  const words =
    'Who is coming? If you like, tell us the people, your company, a purchase order number and the dates that suit you. ' +
    'You can change all of it until we confirm the date:'
  return withLink(words, link, 'Enter people and dates')
}

function pointToOrder(orderId: string, deskUrl: string | undefined) {
  return deskUrl
    ? withLink('The order at your desk:', `${deskUrl}/orders/${orderId}`, 'Open the order')
    : `npm run site -- orders show ${orderId}`
}

function withLink(words: string, link: string, label: string) {
  return { text: `${words}\n${link}`, html: `${paragraph(words)}\n<p><a href="${escapeHtml(link)}">${label}</a></p>` }
}

const UNPRINTED =
  'The PDF cannot print every character of a name and shows the sign □ instead. Copied or read aloud, the name is as typed.'

function describePaper(mailKind: MailKind, { kind, number }: Paper): string {
  const name = `${kind === 'receipt' ? 'VAT receipt' : 'credit note'} ${number}`
  // The checkout does not ask for the employer (R125).
  const offer =
    ' If it should name your employer, give the company below, or reply to this email with its name and address.'
  return `Attached is your ${name}.${mailKind === 'order_confirmation' ? offer : ''}`
}

function describeBuyer({ state, customerName, customerEmail, erasedAt }: Order): string {
  if (erasedAt) return 'The buyer was taken out of what is kept.'
  const next = state === 'needs_attention' ? 'It is held until you confirm, refund or cancel it.' : ''
  return `The buyer is ${customerName} <${customerEmail}>. ${next}`.trim()
}

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

function tableOf(lines: readonly OrderLine[], amounts: readonly Amount[]) {
  const courses = lines.map(({ title, quantity, unitPence }) => ({
    label: quantity > 1 ? `${quantity} × ${title} at ${formatPence(unitPence)}` : title,
    pence: pence(unitPence * quantity),
  }))
  const texts = [courses, amounts].map((rows) =>
    rows.map(({ label, pence }) => `${label}: ${formatPence(pence)}`).join('\n'),
  )
  const rows = [...courses, ...amounts].map(({ label, pence }, index, all) => {
    const cell = index === all.length - 1 ? 'th' : 'td'
    const cells = `<${cell} align="left">${escapeHtml(label)}</${cell}><${cell} align="right">${formatPence(pence)}</${cell}>`
    return `<tr>${cells}</tr>`
  })
  return { text: texts.filter(Boolean).join('\n\n'), html: ['<table cellpadding="6">', ...rows, '</table>'].join('\n') }
}
