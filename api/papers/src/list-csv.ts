import { type Pence, pence, toDecimal } from '@site/shared/money'
import type { Paper } from './paper'

const columns = ['number', 'kind', 'issued', 'tax point', 'order', 'about', 'customer', 'net', 'vat', 'total', 'reason']
/** Canadian English writes 2026-04-30. */
const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Europe/London' })

/** Lists papers as CSV, in pounds; credit notes are negative, so columns add up. */
export const listCsv = (papers: readonly Paper[]): string => formatCsv([columns, ...papers.map(cellsOf)])

function cellsOf({ kind, customer, about, ...paper }: Paper): Cell[] {
  const { number, issuedAt, taxPoint, orderId, reason = '' } = paper
  const sign = kind === 'credit_note' ? -1 : 1
  const amounts = [paper.netPence, paper.vatPence, paper.totalPence].map((amount) => pence(sign * amount))
  const buyer = [customer?.company, customer?.name].filter(Boolean).join(', ')
  const days = [dayOf(issuedAt), dayOf(taxPoint)]
  return [number, kind, ...days, orderId, about?.number ?? '', buyer, ...amounts, reason]
}

const dayOf = (time: string): string => days.format(new Date(time))

type Cell = string | Pence

/** Spreadsheets take a file without this mark for one of their country's old encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Quotes every text and writes amounts in pounds.
 * Spreadsheets of other countries separate by `;` or tab, so text that would be a formula after any separator gets an
 * apostrophe, as do wide forms (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function formatCsv(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? quote(cell) : toDecimal(cell))))
  return BYTE_ORDER_MARK + [...lines.map((cells) => cells.join(',')), ''].join('\r\n')
}

function quote(text: string): string {
  const harmless = text.replace(/(^|[,;|\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠﹣﹢﹦﹫])/gu, "$1$2'")
  return `"${harmless.replaceAll('"', '""')}"`
}
