import type { Paper } from '@site/papers/paper'
import { formatPence } from '@site/shared/money'
import { formatTime } from '../orders/order-views'
import { Page, type Visitor } from './views/page'
import { Section } from './views/parts'

type BooksPageProps = { visitor: Visitor; days: { from: string; to: string }; papers: readonly Paper[] }

export function BooksPage({ visitor, days, papers }: BooksPageProps) {
  const query = new URLSearchParams(days)
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
        <ul>
          {papers.map(({ number, orderId, customer, totalPence, issuedAt }) => (
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
