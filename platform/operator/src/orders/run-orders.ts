import type { Admin, OperationResult } from '@site/api/admin'
import { listCsv } from '@site/papers/list-csv'
import { printable } from '../format/printable'
import { formatAttention } from './format-attention'
import { formatList, formatOrder } from './format-order'
import { formatWebhooks } from './format-webhooks'
import { ordersUsage, parseOrders } from './parse-orders'
import { savePapers } from './save-papers'

export type OrdersContext = {
  /** Does it in the shop's database, or has the server do it that has the database open. */
  admin: Admin
  print: (line: string) => void
}

const formats: { [N in keyof OperationResult]: (result: OperationResult[N]) => string } = {
  attention: (found) => formatAttention(found),
  list: formatList,
  show: formatOrder,
  reconcile: formatDifferences,
  webhooks: formatWebhooks,
  // As it is: a spreadsheet reads it.
  sales: (csv) => csv.trimEnd(),
  receipts: (papers) => listCsv(papers).trimEnd(),
  export: (data) => JSON.stringify(data, null, 2),
  confirm: printable,
  'correct-email': printable,
  reissue: printable,
  credit: printable,
  refund: printable,
  cancel: printable,
  dismiss: printable,
  'resend-mail': printable,
  erase: printable,
  backup: printable,
}

/** The owner's commands: what came of each is printed. @throws Error with the one message to read. */
export async function runOrders(args: readonly string[], { admin, print }: OrdersContext): Promise<void> {
  if (args[0] === 'help') return print(ordersUsage)
  const { operation, asJson, out } = parseOrders(args)
  const result = await admin(operation)
  if (out !== undefined) return print(await savePapers(out, result as OperationResult['receipts']))
  const format: (result: never) => string = formats[operation.do]
  print(asJson ? JSON.stringify(result, null, 2) : format(result as never))
}

function formatDifferences(differences: readonly string[]): string {
  if (differences.length === 0) return 'No difference to the lists of both providers'
  const title = differences.length === 1 ? '1 difference:' : `${differences.length} differences:`
  return [title, ...differences.map((line) => `  - ${printable(line)}`)].join('\n')
}
