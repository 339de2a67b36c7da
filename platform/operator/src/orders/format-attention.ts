import type { Attention } from '@site/api/admin'
import { formatPence } from '@site/shared/money'
import { minute, printable } from '../format/printable'

type OrderToCheck = Attention['orders'][number]

/** What needs a person, as an operator reads it; times are UTC. */
export function formatAttention({ orders, cases, warnings }: Attention): string {
  return [
    ...warnings.map((warning) => `Warning: ${printable(warning)}`),
    ...formatOrders(orders),
    ...(cases.length > 0 ? [`${cases.length} ${cases.length === 1 ? 'case' : 'cases'} without an order:`] : []),
    ...cases.map(({ id, summary, openedAt }) => `  ${id}  ${minute(openedAt)}  ${printable(summary)}`),
  ].join('\n')
}

function formatOrders(orders: readonly OrderToCheck[]): string[] {
  if (orders.length === 0) return ['No order needs attention']
  const title = `${orders.length} ${orders.length === 1 ? 'order needs' : 'orders need'} attention:`
  return [title, ...orders.map(formatOrder)]
}

function formatOrder({ orderId, state, amountPence, createdAt, reasons, ...customer }: OrderToCheck): string {
  return [
    `  ${orderId}  ${state}  ${formatPence(amountPence)}  ${minute(createdAt)}`,
    `    ${printable(customer.customerName)} <${printable(customer.customerEmail)}>`,
    ...reasons.map((reason) => `    - ${printable(reason)}`),
  ].join('\n')
}
