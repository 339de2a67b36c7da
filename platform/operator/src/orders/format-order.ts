import type { OrderRecord, OrderSummary } from '@site/api/admin'
import { formatPence, pence } from '@site/shared/money'
import { minute, printable } from '../format/printable'

type Row = OrderRecord['events'][number]

/** One line for each order; times are UTC. */
export function formatList(orders: readonly OrderSummary[]): string {
  if (orders.length === 0) return 'There are no such orders'
  return orders.map(formatSummary).join('\n')
}

/** Everything that is known of one order, in the words of its tables. */
export function formatOrder(record: OrderRecord): string {
  const { lines, payments, refunds, disputes, papers, mails, cases, events, ...order } = record
  const { customerName, customerEmail, createdAt, paidAt } = order
  const paid = paidAt ? `, paid ${minute(paidAt)}` : ''
  return [
    `${order.orderId}  ${order.state}  ${formatPence(order.amountPence)}`,
    `  ${printable(customerName)} <${printable(customerEmail)}>`,
    `  made ${minute(createdAt)}${paid}`,
    ...section('Lines', lines, ['quantity', 'title', 'unitPence']),
    ...section('Payments', payments, ['provider', 'providerId', 'state', 'amountPence', 'takenPence', 'refundedPence']),
    ...section('Refunds', refunds.map(withWay), [
      'createdAt',
      'state',
      'amountPence',
      'way',
      'actor',
      'reason',
      'lastError',
    ]),
    ...section('Disputes', disputes, ['openedAt', 'state', 'amountPence', 'feePence', 'reason', 'dueAt']),
    ...section('Papers', papers, ['number', 'issuedAt', 'totalPence', 'cause', 'about']),
    ...section('Messages', mails, ['createdAt', 'kind', 'recipient', 'sentAt', 'attempts', 'lastError']),
    ...section('Cases', cases, ['id', 'summary', 'closedBy', 'closedReason']),
    ...section('Events', events, ['at', 'type', 'fromState', 'toState', 'source', 'actor', 'reason', 'detail']),
  ].join('\n')
}

/** Which way it went: its name at the provider, or by hand. What an earlier release has sent may have neither name nor actor. */
function withWay(refund: Row): Row {
  const isByHand = refund.state === 'sent' && refund.actor
  return { ...refund, way: refund.providerId ?? (isByHand ? 'by hand' : undefined) }
}

function formatSummary({ orderId, state, amountPence, createdAt, ...customer }: OrderSummary): string {
  const who = `${printable(customer.customerName)} <${printable(customer.customerEmail)}>`
  return `${minute(createdAt)}  ${orderId}  ${state.padEnd(15)}  ${formatPence(amountPence).padStart(9)}  ${who}`
}

function section(title: string, rows: readonly Row[], fields: readonly string[]): string[] {
  if (rows.length === 0) return []
  return [`${title}:`, ...rows.map((row) => `  ${fields.flatMap((name) => formatField(name, row[name])).join('  ')}`)]
}

function formatField(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (name.endsWith('Pence')) return [`${name.slice(0, -'Pence'.length)} ${formatPence(pence(Number(value)))}`]
  if (name === 'at' || name.endsWith('At')) return [`${name === 'at' ? '' : `${name} `}${minute(isoOf(value))}`]
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return [printable(name === 'reason' ? `“${text}”` : text)]
}

/** A time is text when the running server has answered, and a date when this process has read it. */
function isoOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
