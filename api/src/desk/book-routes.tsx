import { listCsv } from '@site/papers/list-csv'
import { readPaper } from '@site/papers/paper-repository'
import type { FastifyReply } from 'fastify'
import type { Database } from '../database/database'
import { AdminRefusal } from '../errors/api-error'
import { BooksPage } from './books-page'
import type { Fields } from './reply'
import type { Routes } from './routes'

/** Papers and exports, for reading and for the accountant. */
export function registerBooks({ ask, page, file }: Routes, database: Database): void {
  page('/books', async (visitor, { query }) => {
    const days = daysOf(query)
    return <BooksPage visitor={visitor} days={days} papers={await ask({ do: 'receipts', ...days })} />
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

function download(reply: FastifyReply, name: string, type: string) {
  return reply.header('content-disposition', `attachment; filename="${name}"`).type(type)
}

const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Europe/London' })

/** Without days: this month. */
function daysOf({ from, to }: Fields): { from: string; to: string } {
  const today = days.format(new Date())
  const asked = { from: from || `${today.slice(0, 8)}01`, to: to || today }
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (isDay(asked.from) && isDay(asked.to)) return asked
  throw new AdminRefusal('Name the first and the last day, such as 2026-04-01 and 2026-04-30.')
}
