import type { OrderToCheck } from '@site/api/operator'
import { formatPounds } from '@site/shared/money'

/** Orders that need a person as an operator reads them; times are UTC. */
export function formatOrders(orders: readonly OrderToCheck[]): string {
  if (orders.length === 0) return 'No order needs attention'
  return [
    `${orders.length} ${orders.length === 1 ? 'order needs' : 'orders need'} attention:`,
    ...orders.map(formatOrder),
  ].join('\n')
}

function formatOrder({ orderId, state, amountPence, createdAt, reasons, ...customer }: OrderToCheck): string {
  return [
    `  ${orderId}  ${state}  ${formatPounds(amountPence / 100)}  ${createdAt.slice(0, 16).replace('T', ' ')}`,
    `    ${printable(customer.customerName)} <${printable(customer.customerEmail)}>`,
    ...reasons.map((reason) => `    - ${printable(reason)}`),
  ].join('\n')
}

/** What a customer typed must not move the cursor or change the terminal. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?')
}
