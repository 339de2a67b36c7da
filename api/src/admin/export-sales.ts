import { formatCsv } from '@site/papers/list-csv'
import { formatNumber, type PaperKind } from '@site/papers/paper'
import { type Pence, pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import { type Queries, rowsOf } from '../database/database'
import { AdminRefusal } from '../errors/api-error'

const DAY_MS = 24 * 60 * 60 * 1_000
const columns = ['date', 'provider', 'kind', 'charge', 'order', 'paper', 'net', 'vat', 'amount']

type Line = {
  date: string
  provider: string
  kind: 'sale' | 'refund' | 'dispute'
  charge: string | null
  order: string
  paper: PaperKind | null
  number: number | null
  net: Pence | null
  vat: Pence | null
  amount: Pence
}

/** Days are in UTC, both included. Outgoing money is negative; net and VAT come from the papers (R103), which may come without money. */
export async function exportSales(queries: Queries, days: { from: string; to: string }): Promise<string> {
  const since = startOfDay(days.from)
  const until = new Date(startOfDay(days.to).getTime() + DAY_MS)
  if (until <= since) throw new AdminRefusal(`There is no day from ${days.from} to ${days.to}.`)
  const lines = await readLines(queries, since, until)
  const sums = (['net', 'vat', 'amount'] as const).map((name) =>
    pence(lines.reduce((sum, line) => sum + (line[name] ?? 0), 0)),
  )
  return formatCsv([columns, ...lines.map(cellsOf), ['sum', '', '', '', '', '', ...sums]])
}

function readLines(queries: Queries, since: Date, until: Date): Promise<Line[]> {
  const moved = sql`
    select coalesce(taken_at, created_at) as at, provider, 'sale' as kind, charge_id as charge, payments.order_id as "order",
      papers.kind as paper, number, net_pence as net, vat_pence as vat, coalesce(taken_pence, amount_pence) as amount
    from payments left join papers on payment_id = payments.id and papers.kind = 'receipt' and cause = 'sale'
    where state in ('succeeded', 'duplicate', 'refunded', 'charged_back')
    union all
    select coalesce(issued_at, finished_at), provider, 'refund', charge_id, refunds.order_id,
      papers.kind, number, -net_pence, -vat_pence, -refunds.amount_pence
    from refunds join payments on payments.id = payment_id
      left join papers on papers.order_id = refunds.order_id and papers.kind = 'credit_note'
        and cause = 'refund-' || refunds.id
    where refunds.state = 'sent' or number is not null
    union all
    select closed_at, disputes.provider, 'dispute', charge_id, disputes.order_id,
      null, null, null, null, -disputes.amount_pence
    from disputes join payments on payments.id = payment_id where disputes.state = 'lost'
    union all
    select issued_at, provider, split_part(cause, '-', 1), charge_id, papers.order_id, papers.kind, number,
      sign * net_pence, sign * vat_pence, case when cause like 'refund-%' then total_pence else 0 end
    from papers join payments on payments.id = payment_id
      cross join lateral (select case papers.kind when 'receipt' then 1 else -1 end as sign) as signs
    where cause like 'dispute-%' or (papers.kind = 'receipt' and cause like 'refund-%')`
  return rowsOf<Line>(
    queries,
    sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as date, provider, kind, charge, "order", paper, number, net, vat, amount
      from (${moved}) as moved where at >= ${since.toISOString()} and at < ${until.toISOString()}
      order by at, provider, "order"`,
  )
}

function cellsOf({ date, provider, kind, charge, order, paper, number, net, vat, amount }: Line) {
  const name = paper === null || number === null ? '' : formatNumber(paper, number)
  return [date, provider, kind, charge ?? '', order, name, net ?? '', vat ?? '', amount]
}

export function startOfDay(day: string): Date {
  const start = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day))
    throw new AdminRefusal(`"${day}" is not a day such as 2026-04-30.`)
  return start
}
