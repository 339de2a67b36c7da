import { formatPence } from '@site/shared/money'
import { describeDates } from '../mail/booking-mail'
import type { BookingRecord } from '../orders/booking-repository'
import { formatTime, type OrderRecord } from '../orders/order-views'
import type { OrderAction } from './actions'
import { stateNames, tellStory } from './tell-story'
import { Page, type Visitor } from './views/page'
import { Facts, Needs, Notice, Section } from './views/parts'

type OrderPageProps = {
  visitor: Visitor
  needs: { reasons: string[]; toDo: string[] } | undefined
  order: OrderRecord
  booking: BookingRecord
  actions: readonly (readonly [string, OrderAction])[]
}

export function OrderPage({ visitor, needs, order, booking, actions }: OrderPageProps) {
  const { orderId, customerName, customerEmail, amountPence, createdAt, state, lines, papers } = order
  return (
    <Page title={customerName || 'An erased buyer'} visitor={visitor}>
      {needs && (
        <Notice tone="warning" title="This order needs you">
          <Needs {...needs} />
        </Notice>
      )}
      <Facts
        facts={[
          ['Order', orderId],
          ['State', stateNames[state] ?? state],
          ['Amount', formatPence(amountPence)],
          ['Email', customerEmail || 'erased'],
          ['Started', formatTime(createdAt)],
          ...lines.map(
            (line) => [`${line.quantity} ×`, `${line.title} (${formatPence(line.unitPence)} each)`] as const,
          ),
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
      <WhoComes booking={booking} />
      <Section title="What happened">
        <ol>
          {tellStory(order).map(({ at, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two events may have the same text
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

function WhoComes({ booking: { courses, company, purchaseOrder, wishes } }: { booking: BookingRecord }) {
  const notes = Object.entries({ Company: company, 'Purchase order': purchaseOrder, Wishes: wishes })
  const given = notes.filter(([, text]) => text !== '')
  return (
    <Section title="Dates and who is coming">
      {given.length > 0 && <Facts facts={given} />}
      {courses.length === 0 && <p>This order names no course.</p>}
      <ul>
        {courses.map(({ courseId, title, people, confirmed }) => (
          <li key={courseId}>
            <strong>{title}</strong>:{' '}
            {confirmed
              ? `${describeDates(confirmed)}, ${confirmed.place}${confirmed.isCancelled ? ' (cancelled)' : ''}`
              : 'no date yet'}
            {people.map(({ name, email }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of the place
              <p key={place}>
                {place + 1}. {name || 'not named yet'} {email}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}
