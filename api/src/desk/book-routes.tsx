import { listCsv } from '@site/papers/list-csv'
import type { Paper } from '@site/papers/paper'
import { readPaper } from '@site/papers/paper-repository'
import { formatPence } from '@site/shared/money'
import type { FastifyReply } from 'fastify'
import type { Database } from '../database/database'
import { AdminRefusal } from '../errors/api-error'
import { formatTime } from '../orders/order-views'
import type { Fields } from './reply'
import type { Routes } from './routes'
import { Page, type Visitor } from './views/page'
import { Section } from './views/parts'

type Days = { from: string; to: string }

const MOST_SHOWN = 200

/** Papers and exports, for reading and for the accountant. */
export function registerBooks({ ask, page, file }: Routes, database: Database): void {
  page('/books', async (visitor, { query }) => {
    const days = daysOf(query)
    return (
      <BooksPage visitor={visitor} days={days} papers={await ask({ do: 'receipts', ...days, limit: MOST_SHOWN + 1 })} />
    )
  })

  file('/sales.csv', async (_visitor, { query }, reply) => {
    const days = daysOf(query)
    return download(reply, `sales-${days.from}-${days.to}.csv`, 'text/csv').send(await ask({ do: 'sales', ...days }))
  })

  file('/receipts.csv', async (_visitor, { query }, reply) => {
    const days = daysOf(query)
    const papers = await ask({ do: 'receipts', ...days })
    return download(reply, `receipts-${days.from}-${days.to}.csv`, 'text/csv').send(listCsv(papers))
  })

  file('/papers/:id', async (_visitor, { params: { id } }, reply) => {
    const paper = await readPaper(database.queries(), id)
    if (!paper) throw new AdminRefusal(`There is no paper ${id}.`)
    const { renderPdf } = await import('@site/papers/render-pdf')
    return download(reply, `${paper.number}.pdf`, 'application/pdf').send(await renderPdf(paper))
  })

  file('/person', async ({ name: actor }, { query: { email = '' }, log }, reply) => {
    log.info({ actor }, 'the data of a person were exported')
    const kept = await ask({ do: 'export', email })
    return download(reply, 'person.json', 'application/json').send(JSON.stringify(kept, null, 2))
  })
}

function BooksPage({ visitor, days, papers }: { visitor: Visitor; days: Days; papers: readonly Paper[] }) {
  const query = new URLSearchParams(days)
  const newest = papers.toSorted((a, b) => b.id - a.id).slice(0, MOST_SHOWN)
  return (
    <Page title="Receipts and exports" section="/desk/books" visitor={visitor}>
      <form method="get" action="/desk/books" className="search">
        <label>
          First day
          <input name="from" type="date" defaultValue={days.from} required />
        </label>
        <label>
          Last day
          <input name="to" type="date" defaultValue={days.to} required />
        </label>
        <button type="submit">Show</button>
      </form>
      {visitor.role === 'owner' && (
        <p>
          <a href={`/desk/sales.csv?${query}`}>Sales for the accountant (CSV)</a>
          <a href={`/desk/receipts.csv?${query}`}>Receipts and credit notes (CSV)</a>
        </p>
      )}
      <Section title="Receipts and credit notes">
        {papers.length === 0 && <p>None was issued in these days.</p>}
        {papers.length > MOST_SHOWN && (
          <p>These are the newest {MOST_SHOWN}. Older ones are in the CSV, or choose fewer days.</p>
        )}
        <ul>
          {newest.map(({ number, orderId, customer, totalPence, issuedAt }) => (
            <li key={number}>
              {visitor.role === 'owner' ? <a href={`/desk/papers/${number}`}>{number} (PDF)</a> : `${number} `}
              {formatPence(totalPence)}, {formatTime(issuedAt)}
              <p>
                <a href={`/desk/orders/${orderId}`}>The order of {customer?.name || 'an erased buyer'}</a>
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}

function download(reply: FastifyReply, name: string, type: string) {
  return reply.header('content-disposition', `attachment; filename="${name}"`).type(type)
}

const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Europe/London' })

/** Without days: this month. */
function daysOf({ from, to }: Fields): Days {
  const today = days.format(new Date())
  const asked = { from: from || `${today.slice(0, 8)}01`, to: to || today }
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (isDay(asked.from) && isDay(asked.to)) return asked
  throw new AdminRefusal('Name the first and the last day, such as 2026-04-01 and 2026-04-30.')
}
