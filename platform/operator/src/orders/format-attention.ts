import type { Attention } from '@site/api/admin'
import { formatPence } from '@site/shared/money'
import { minute, printable } from '../format/printable'

type OrderToCheck = Attention['orders'][number]

/**
 * What needs a person, as an operator reads it; times are UTC.
 * @param hidesCustomers leaves out the names and addresses of buyers
 */
export function formatAttention({ orders, cases, warnings }: Attention, hidesCustomers = false): string {
  return [
    ...warnings.map((warning) => `Warning: ${printable(warning)}`),
    ...formatOrders(orders, hidesCustomers),
    ...(cases.length > 0 ? [`${cases.length} ${cases.length === 1 ? 'case' : 'cases'} without an order:`] : []),
    ...cases.map(({ id, summary, openedAt }) => `  ${id}  ${minute(openedAt)}  ${printable(summary)}`),
  ].join('\n')
}

function formatOrders(orders: readonly OrderToCheck[], hidesCustomers: boolean): string[] {
  if (orders.length === 0) return ['No order needs attention']
  const title = `${orders.length} ${orders.length === 1 ? 'order needs' : 'orders need'} attention:`
  return [title, ...orders.map((order) => formatOrder(order, hidesCustomers))]
}

function formatOrder(order: OrderToCheck, hidesCustomers: boolean): string {
  const { orderId, state, amountPence, createdAt, reasons, customerName, customerEmail } = order
  return [
    `  ${orderId}  ${state}  ${formatPence(amountPence)}  ${minute(createdAt)}`,
    ...(hidesCustomers ? [] : [`    ${printable(customerName)} <${printable(customerEmail)}>`]),
    ...reasons.map((reason) => `    - ${printable(reason)}`),
  ].join('\n')
}
