import type { Attention } from '@site/api/admin'
import { formatPence } from '@site/shared/money'
import type { Session } from '../session/sessions'
import { Page } from './page'
import { Command, Empty, Item, List, Notice, Section, Time } from './parts'

/** Orders that need a person. Names and addresses of buyers are not shown here; `site orders show` has them. */
export function OrdersPage({ session, attention }: { session: Session; attention: Attention | string }) {
  if (typeof attention === 'string') {
    return (
      <Page title="Orders" section="/orders" session={session}>
        <Notice tone="bad" title="The shop’s database does not answer">
          <p>{attention}</p>
        </Notice>
      </Page>
    )
  }
  const { orders, cases, warnings } = attention
  return (
    <Page title="Orders" section="/orders" session={session}>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning" title={warning} />
      ))}
      <Section title="Orders that need a person">
        {orders.length === 0 && <Empty>No order needs a person.</Empty>}
        <List>
          {orders.map(({ orderId, state, amountPence, createdAt, reasons }) => (
            <Item
              key={orderId}
              title={`${formatPence(amountPence)} · ${state}`}
              note={
                <>
                  {orderId} · <Time iso={createdAt} />
                </>
              }
            >
              {reasons.map((reason) => (
                <p key={reason}>{reason}</p>
              ))}
              <Command text={`npm run site -- orders show ${orderId}`} />
            </Item>
          ))}
        </List>
      </Section>
      {cases.length > 0 && (
        <Section title="Cases that belong to no order">
          <List>
            {cases.map(({ id, summary, openedAt }) => (
              <Item key={id} title={`Case ${id}`} note={<Time iso={openedAt} />}>
                <p>{summary}</p>
              </Item>
            ))}
          </List>
        </Section>
      )}
    </Page>
  )
}
