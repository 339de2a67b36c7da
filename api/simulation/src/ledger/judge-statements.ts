import { type BookLine, balanceOf } from '../books/book-line'
import { DAY } from '../world/clock'
import type { Breach } from './breach'
import type { ShopRecords, StatementRecord } from './shop-records'

const columns = ['charges', 'refunds', 'disputes', 'payouts'] as const

/** The statement of each whole day between two times, against the lines that the provider's book has of it. */
export function judgeStatements(
  { statements, differences }: Pick<ShopRecords, 'statements' | 'differences'>,
  lines: readonly BookLine[],
  since: number,
  until: number,
): Breach[] {
  const breach = (text: string): Breach => ({ invariant: 'statement', text, about: [] })
  return (['stripe', 'paypal'] as const).flatMap((provider) =>
    daysBetween(since, until).flatMap((day) => {
      const own = lines.filter((line) => line.provider === provider && dayOf(line.at) === day)
      const found = statements.filter((it) => it.provider === provider && it.day === day)
      const [statement] = found
      if (!statement || found.length > 1) return [breach(`${provider} has ${found.length} statements of ${day}`)]
      const isNamed = differences.some(
        ({ provider: of, subject }) => of === provider && own.some(({ id }) => subject.split(':').includes(id)),
      )
      return [
        ...compare(statement, own).map((text) => breach(`${provider}, ${day}: ${text}`)),
        ...(statement.difference !== 0 && !isNamed
          ? [breach(`${provider}, ${day}: a difference of ${statement.difference} is named by no case`)]
          : []),
      ]
    }),
  )
}

function compare(statement: StatementRecord, lines: readonly BookLine[]): string[] {
  const amounts = columns.map((column) => {
    const own = lines.filter((line) => line.column === column)
    return { column, book: balanceOf(own.map((line) => ({ ...line, feePence: 0 }))), shop: statement[column] }
  })
  const fees = { column: 'fees', book: lines.reduce((sum, { feePence }) => sum + feePence, 0), shop: statement.fees }
  return [...amounts, fees, { column: 'other', book: 0, shop: statement.other }]
    .filter(({ book, shop }) => book !== shop)
    .map(({ column, book, shop }) => `its ${column} are ${book}, the statement says ${shop}`)
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Those that are over. */
function daysBetween(since: number, until: number): string[] {
  const days: string[] = []
  for (let at = since; dayOf(at) < dayOf(until); at += DAY) days.push(dayOf(at))
  return days
}
