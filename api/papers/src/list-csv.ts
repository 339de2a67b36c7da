import { toDecimal } from '@site/shared/money'
import type { Paper } from './paper'

const columns = ['number', 'kind', 'issued', 'tax point', 'order', 'about', 'customer', 'net', 'vat', 'total', 'reason']
/** Canadian English writes 2026-04-30. */
const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Europe/London' })

/**
 * Lists papers as CSV, in pounds; credit notes are negative, so columns add up.
 * Escapes formulas in typed text (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function listCsv(papers: readonly Paper[]): string {
  return [columns.join(','), ...papers.map((paper) => cellsOf(paper).join(',')), ''].join('\r\n')
}

function cellsOf({ kind, customer, about, ...paper }: Paper): string[] {
  const { number, issuedAt, taxPoint, orderId, reason = '' } = paper
  const amounts = [paper.netPence, paper.vatPence, paper.totalPence].map(toDecimal)
  const sign = kind === 'credit_note' ? '-' : ''
  return [
    ...[number, kind, dayOf(issuedAt), dayOf(taxPoint), orderId, about?.number ?? ''].map(quote),
    quote(customer?.name ?? ''),
    ...amounts.map((amount) => (amount === '0.00' ? amount : `${sign}${amount}`)),
    quote(reason),
  ]
}

function dayOf(time: string): string {
  return days.format(new Date(time))
}

function quote(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
