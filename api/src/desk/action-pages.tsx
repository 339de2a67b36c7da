import { formatPence } from '@site/shared/money'
import type { OrderRecord } from '../orders/order-views'
import type { OrderAction } from './actions'
import type { Fields } from './reply'
import { Page, type Visitor } from './views/page'
import { Notice } from './views/parts'
import { Form } from './views/staff-pages'

type ActionPageProps = {
  visitor: Visitor
  order: OrderRecord
  action: OrderAction
  address: string
  fields?: Fields
  review?: { sentences: string[]; hidden?: Record<string, string> }
  refusal?: string
}

export function ActionPage({ visitor, order, action, address, fields = {}, review, refusal }: ActionPageProps) {
  const { title, effect } = action
  const known = Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return (
    <Page title={review ? `${title}: is this right?` : title} visitor={visitor}>
      {refusal && <Notice id="problem" title={refusal} />}
      <p>
        The order of {order.customerName || 'an erased buyer'}, {formatPence(order.amountPence)} ({order.orderId}).{' '}
        {!review && effect}
      </p>
      {review && (
        <Notice tone="warning" title={review.sentences[0] ?? ''}>
          {review.sentences.slice(1).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      <Form action={address} visitor={visitor} hidden={review ? { ...known, ...review.hidden, isSeen: 'yes' } : {}}>
        {!review && <Inputs {...{ order, action, fields, isRefused: refusal !== undefined }} />}
        <button type="submit">{review ? `Yes: ${title.toLowerCase()}` : title}</button>{' '}
        <a href={`/desk/orders/${order.orderId}`}>Back without a change</a>
      </Form>
    </Page>
  )
}

type InputsProps = { order: OrderRecord; action: OrderAction; fields: Fields; isRefused: boolean }

function Inputs({ order, action, fields, isRefused }: InputsProps) {
  return (
    <>
      {action.fields?.(order).map(({ name, label, kind, value, choices, isOptional }, index) => {
        const refused = isRefused && index === 0 && { autoFocus: true, 'aria-describedby': 'problem' }
        const given = { id: name, name, defaultValue: fields[name] ?? value, required: !isOptional, ...refused }
        return (
          <label key={name} htmlFor={name}>
            {label}
            {kind === 'long' && <textarea {...given} maxLength={2_000} rows={4} />}
            {choices && (
              <select {...given}>
                {choices.map(([choice, text]) => (
                  <option key={choice} value={choice}>
                    {text}
                  </option>
                ))}
              </select>
            )}
            {kind !== 'long' && !choices && (
              <input
                {...given}
                type={kind === 'email' ? 'email' : 'text'}
                inputMode={kind === 'amount' ? 'decimal' : undefined}
                maxLength={300}
                autoComplete="off"
              />
            )}
          </label>
        )
      })}
      <label>
        Reason (kept with the order)
        <input name="reason" defaultValue={fields.reason} maxLength={300} required autoComplete="off" />
      </label>
    </>
  )
}

export function DonePage({ visitor, order, message }: { visitor: Visitor; order?: OrderRecord; message: string }) {
  return (
    <Page title="Done" visitor={visitor}>
      <Notice tone="good" title={message} />
      <p>
        {order && <a href={`/desk/orders/${order.orderId}`}>The order</a>}
        <a href="/desk">All orders</a>
      </p>
    </Page>
  )
}
