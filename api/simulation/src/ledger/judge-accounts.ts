import { parseDecimal } from '@site/shared/money'
import { type BookLine, balanceOf } from '../books/book-line'
import type { Breach } from './breach'
import { dayOf } from './judge-statements'

const head = 'date,provider,kind,entry,order,net,vat,fee,refund,dispute,payout,other,balance'
const amounts = ['net', 'vat', 'fee', 'refund', 'dispute', 'payout', 'other', 'balance'] as const
type Row = { date: string; provider: string; entry: string } & Record<(typeof amounts)[number], number>

/** The accountant's CSV, read as a text and added up here, against the lines of the providers' books. */
export function judgeAccounts(csv: string, lines: readonly BookLine[]): Breach[] {
  const breach = (text: string): Breach => ({ invariant: 'accounts', text, about: [] })
  const [first = '', ...rest] = csv.trim().split('\n')
  if (first !== head) return [breach(`the CSV begins with "${first}"`)]
  const all = rest.map(readRow)
  const rows = all.slice(0, -1)
  const sum = all.at(-1)
  const wrongSums = amounts
    .map((name) => ({ name, added: rows.reduce((total, row) => total + row[name], 0), said: sum?.[name] }))
    .filter(({ added, said }) => added !== said)
    .map(({ name, added, said }) => `the sum of ${name} is ${added}, the CSV says ${said}`)
  const surplus = rows.filter((row) => !lines.some((line) => isAbout(row, line)))
  return [
    ...wrongSums,
    ...lines.flatMap((line) => compareLine(rows, line)),
    ...surplus.map(({ provider, entry }) => `${provider} has no ${entry}`),
    ...(['stripe', 'paypal'] as const).flatMap((provider) => comparePayouts(provider, rows, lines)),
  ].map(breach)
}

/** What was sold, less all that was taken of it, is what was paid out and what the provider still has. */
function comparePayouts(provider: BookLine['provider'], rows: readonly Row[], lines: readonly BookLine[]): string[] {
  const own = lines.filter((line) => line.provider === provider)
  const paidOut = own.filter(({ column }) => column === 'payouts').reduce((sum, it) => sum - it.amountPence, 0)
  const earned = rows
    .filter((row) => row.provider === provider)
    .reduce((sum, row) => sum + row.net + row.vat - row.fee + row.refund + row.dispute + row.other, 0)
  const left = balanceOf(own)
  if (earned === paidOut + left) return []
  return [`${provider} has paid out ${paidOut} and has ${left}, by the CSV ${earned} was earned`]
}

const isAbout = (row: Row, line: BookLine) => row.provider === line.provider && row.entry === line.id

function compareLine(rows: readonly Row[], line: BookLine): string[] {
  const { provider, id, column, at, amountPence, feePence } = line
  const found = rows.filter((row) => isAbout(row, line))
  const [row] = found
  if (!row || found.length > 1) return [`${provider}'s ${id} is in ${found.length} lines of the CSV`]
  const moved = { charges: row.net + row.vat, refunds: row.refund, disputes: row.dispute, payouts: row.payout }[column]
  const isRight = moved === amountPence && row.fee === feePence && row.balance === amountPence - feePence
  return isRight && row.date === dayOf(at)
    ? []
    : [`${provider}'s ${id} is otherwise in the CSV: ${JSON.stringify(row)}`]
}

function readRow(text: string): Row {
  const [date = '', provider = '', , entry = '', , ...numbers] = text.split(',')
  const read = amounts.map((name, index) => [name, parseDecimal(numbers[index] ?? '') ?? Number.NaN])
  return { date, provider, entry, ...(Object.fromEntries(read) as Record<(typeof amounts)[number], number>) }
}
