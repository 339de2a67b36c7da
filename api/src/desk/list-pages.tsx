import { formatPence } from '@site/shared/money'
import type { OperationResult } from '../admin/operations'
import type { Attention } from '../attention/attention'
import { formatTime, type OrderSummary } from '../orders/order-views'
import { describeEvent, stateNames } from './tell-story'
import { Page, type Visitor } from './views/page'
import { Linked, Needs, Notice, Section } from './views/parts'
import { Form } from './views/staff-pages'

type Search = { text: string; state: string; day: string }
type ListPageProps = {
  visitor: Visitor
  attention: Attention
  orders: readonly OrderSummary[]
  search: Search
  /** Last order of this page, when there are more. */
  next?: string | undefined
}

export function ListPage({ visitor, attention, orders, search, next }: ListPageProps) {
  return (
    <Page title="Orders" section="/desk" visitor={visitor}>
      <ToDo visitor={visitor} attention={attention} />
      <Section title="All orders">
        <form method="get" action="/desk" className="search">
          <label>
            Name, email, number or amount
            <input name="text" type="search" defaultValue={search.text} maxLength={200} autoComplete="off" />
          </label>
          <label>
            State
            <select name="state" defaultValue={search.state}>
              <option value="">any</option>
              {Object.entries(stateNames).map(([state, name]) => (
                <option key={state} value={state}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            Day
            <input name="day" type="date" defaultValue={search.day} />
          </label>
          <button type="submit">Search</button>
        </form>
        {orders.length === 0 && <NoOrders isSearch={Object.values(search).some(Boolean)} />}
        <ul>
          {orders.map(({ orderId, customerName, customerEmail, amountPence, state, createdAt }) => (
            <li key={orderId} className="row">
              <a href={`/desk/orders/${orderId}`}>{customerName || 'Erased buyer'}</a>
              <strong>{formatPence(amountPence)}</strong>
              <span>{stateNames[state] ?? state}</span>
              <span>{formatTime(createdAt)}</span>
              <span>{customerEmail}</span>
            </li>
          ))}
        </ul>
        {next && <a href={`/desk?${new URLSearchParams({ ...search, before: next })}`}>Older orders</a>}
      </Section>
    </Page>
  )
}

function NoOrders({ isSearch }: { isSearch: boolean }) {
  if (!isSearch) return <p>There are no orders yet. One appears here as soon as a buyer goes on to pay.</p>
  return (
    <p>
      There are no such orders. Try a part of the name, or any state and day. <a href="/desk">All orders</a>
    </p>
  )
}

function ToDo({ visitor, attention: { orders, cases, warnings } }: { visitor: Visitor; attention: Attention }) {
  const count = orders.length + cases.length
  return (
    <Section title={count === 0 ? 'Nothing needs you' : `${count} ${count === 1 ? 'thing needs' : 'things need'} you`}>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning" title={warning}>
          <p>Please ask the person who runs this site to look at it.</p>
        </Notice>
      ))}
      {count > 0 && (
        <ul>
          {orders.map(({ orderId, customerName, amountPence, reasons, toDo }) => (
            <li key={orderId}>
              <a href={`/desk/orders/${orderId}`}>{customerName || 'Erased buyer'}</a>
              <strong>{formatPence(amountPence)}</strong>
              <Needs reasons={reasons} toDo={toDo} />
            </li>
          ))}
          {cases.map(({ id, summary, openedAt }) => (
            <li key={id}>
              <Linked text={summary} /> ({formatTime(openedAt)})
              {visitor.role === 'owner' && (
                <Form action={`/desk/cases/${id}`} visitor={visitor}>
                  <label>
                    How it was settled
                    <input name="reason" required maxLength={300} autoComplete="off" />
                  </label>
                  <button type="submit">Take off the list</button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

export function ChangesPage({ visitor, changes }: { visitor: Visitor; changes: OperationResult['changes'] }) {
  return (
    <Page title="Changes that people made" section="/desk/changes" visitor={visitor}>
      {changes.length === 0 && <p>There are none yet.</p>}
      <ul>
        {changes.map((event) => (
          <li key={event.id}>
            <a href={`/desk/orders/${event.orderId}`}>{formatTime(event.at)}</a>
            {describeEvent(event)}
          </li>
        ))}
      </ul>
    </Page>
  )
}
