import { formatPence, pence } from '@site/shared/money'
import type { OrderRecord } from '../../orders/order-views'
import type { OrderAction } from '../actions'
import { formatTime, rowsOf, stateNames, tellStory } from '../tell-story'
import { Page, type Visitor } from './page'
import { Facts, Section } from './parts'

type OrderPageProps = { visitor: Visitor; order: OrderRecord; actions: readonly (readonly [string, OrderAction])[] }

export function OrderPage({ visitor, order, actions }: OrderPageProps) {
  const { orderId, customerName, customerEmail, amountPence, createdAt, state, lines } = order
  const { papers } = rowsOf(order)
  return (
    <Page title={customerName || 'An erased buyer'} visitor={visitor}>
      <Facts
        facts={[
          ['Order', orderId],
          ['State', stateNames[state] ?? state],
          ['Amount', formatPence(amountPence)],
          ['Email', customerEmail || 'erased'],
          ['Begun', formatTime(createdAt)],
          ...lines.map((line) => [`${line.quantity} ×`, `${line.title} (${each(line.unitPence)} each)`] as const),
        ]}
      />
      {actions.length > 0 && (
        <p>
          {actions.map(([name, { title }]) => (
            <a key={name} className="action" href={`/desk/orders/${orderId}/${name}`}>
              {title}
            </a>
          ))}
        </p>
      )}
      <Section title="What happened">
        <ol>
          {tellStory(order).map(({ at, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two things may read alike
            <li key={index}>
              <time dateTime={at.toISOString()}>{formatTime(at)}</time> {text}
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Papers">
        {papers.length === 0 && <p>No receipt was issued.</p>}
        <ul>
          {papers.map(({ number }) => (
            <li key={number}>
              {visitor.role === 'owner' ? <a href={`/desk/papers/${number}`}>{number} (PDF)</a> : number}
            </li>
          ))}
        </ul>
      </Section>
      {visitor.role === 'owner' && customerEmail && (
        <p>
          <a href={`/desk/person?${new URLSearchParams({ email: customerEmail })}`}>
            Download all that is kept of {customerEmail}
          </a>
        </p>
      )}
    </Page>
  )
}

function each(amount: unknown): string {
  return formatPence(pence(Number(amount)))
}
