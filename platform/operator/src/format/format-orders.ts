import type { Attention, OrderRecord, OrderSummary } from '@site/api/admin'
import { formatPence, pence } from '@site/shared/money'
import { minute, printable } from './printable'

type Row = OrderRecord['events'][number]
type OrderToCheck = Attention['orders'][number]

export function formatAttention({ orders, cases, warnings }: Attention): string {
  return [
    ...warnings.map((warning) => `Warning: ${printable(warning)}`),
    ...formatToCheck(orders),
    ...(cases.length > 0 ? [`${cases.length} ${cases.length === 1 ? 'case' : 'cases'} without an order:`] : []),
    ...cases.map(({ id, summary, openedAt }) => `  ${id}  ${minute(openedAt)}  ${printable(summary)}`),
  ].join('\n')
}

function formatToCheck(orders: readonly OrderToCheck[]): string[] {
  if (orders.length === 0) return ['No order needs attention']
  const title = `${orders.length} ${orders.length === 1 ? 'order needs' : 'orders need'} attention:`
  const lines = orders.flatMap(({ orderId, state, amountPence, createdAt, reasons, toDo, ...customer }) => [
    `  ${orderId}  ${state}  ${formatPence(amountPence)}  ${minute(createdAt)}`,
    `    ${nameCustomer(customer)}`,
    ...reasons.map((reason) => `    - ${printable(reason)}`),
    ...toDo.map((sentence) => `    To do: ${sentence}`),
  ])
  return [title, ...lines]
}

function nameCustomer({ customerName, customerEmail }: Pick<OrderToCheck, 'customerName' | 'customerEmail'>): string {
  return `${printable(customerName)} <${printable(customerEmail)}>`
}

export function formatDifferences(differences: readonly string[]): string {
  if (differences.length === 0) return 'No difference to the lists of both providers'
  const title = differences.length === 1 ? '1 difference:' : `${differences.length} differences:`
  return [title, ...differences.map((line) => `  - ${printable(line)}`)].join('\n')
}

export function formatList(orders: readonly OrderSummary[]): string {
  if (orders.length === 0) return 'There are no such orders'
  return orders.map(formatSummary).join('\n')
}

export function formatOrder(record: OrderRecord): string {
  const { lines, payments, refunds, disputes, papers, mails, cases, bookings, events, ...order } = record
  const paid = order.paidAt ? `, paid ${minute(order.paidAt)}` : ''
  return [
    `${order.orderId}  ${order.state}  ${formatPence(order.amountPence)}`,
    `  ${nameCustomer(order)}`,
    `  made ${minute(order.createdAt)}${paid}`,
    ...section('Lines', lines, 'quantity title unitPence'),
    ...section('Payments', payments, 'provider providerId state amountPence takenPence refundedPence'),
    ...section('Refunds', refunds.map(withWay), 'createdAt state amountPence way actor reason lastError'),
    ...section('Disputes', disputes, 'openedAt state amountPence feePence reason dueAt'),
    ...section('Papers', papers, 'number issuedAt totalPence cause about'),
    ...section('Messages', mails, 'createdAt kind recipient sentAt attempts lastError'),
    ...section('Booking', bookings, 'company purchaseOrder wishes'),
    ...section('Who is coming', listOf(bookings, 'people'), 'courseId name email'),
    ...section('Dates', listOf(bookings, 'confirmed'), 'courseId startsAt endsAt isCancelled place instructions'),
    ...section('Cases', cases, 'id summary closedBy closedReason'),
    ...section('Events', events, 'at type fromState toState source actor reason detail'),
  ].join('\n')
}

function listOf(bookings: readonly Row[], name: 'people' | 'confirmed'): Row[] {
  return bookings.flatMap((booking) => booking[name] as Row[])
}

/** Refunds of an earlier release may have neither provider id nor actor. */
function withWay(refund: Row): Row {
  const isByHand = refund.state === 'sent' && refund.actor
  return { ...refund, way: refund.providerId ?? (isByHand ? 'by hand' : undefined) }
}

function formatSummary({ orderId, state, amountPence, createdAt, ...customer }: OrderSummary): string {
  const amount = formatPence(amountPence).padStart(9)
  return `${minute(createdAt)}  ${orderId}  ${state.padEnd(15)}  ${amount}  ${nameCustomer(customer)}`
}

function section(title: string, rows: readonly Row[], fields: string): string[] {
  if (rows.length === 0) return []
  const names = fields.split(' ')
  return [`${title}:`, ...rows.map((row) => `  ${names.flatMap((name) => formatField(name, row[name])).join('  ')}`)]
}

function formatField(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (value === true) return [name]
  if (name.endsWith('Pence')) return [`${name.slice(0, -'Pence'.length)} ${formatPence(pence(Number(value)))}`]
  if (name === 'at' || name.endsWith('At')) return [`${name === 'at' ? '' : `${name} `}${minute(isoOf(value))}`]
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return [printable(name === 'reason' ? `“${text}”` : text)]
}

/** The running server sends text, this process reads a date. */
function isoOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
