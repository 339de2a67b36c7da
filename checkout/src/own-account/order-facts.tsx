import { company } from '@site/shared/company'
import type { OrderReply } from '@site/shared/contracts/own-account'
import { formatPounds } from '@site/shared/money'
import { Button } from '@site/shared/ui'
import { dateOf, timeOf } from './dates'
import classes from './order-page.module.css'
import { OrderState } from './order-state'
import { Papers } from './papers'

type Refund = OrderReply['refunds'][number]

export function OrderFacts({ order }: { order: OrderReply }) {
  const { orderId, state, refunded, placedAt, paidAt, paidBy, total, vat, lines, refunds } = order
  return (
    <div className={classes.order}>
      <p>
        <OrderState state={state} refunded={refunded} />
      </p>
      <dl className={classes.facts}>
        <Fact name="Order">{orderId}</Fact>
        <Fact name="Ordered">{timeOf(placedAt)}</Fact>
        {paidAt && (
          <Fact name="Paid">{`${timeOf(paidAt)}${paidBy ? ` by ${paidBy === 'card' ? 'card' : 'PayPal'}` : ''}`}</Fact>
        )}
      </dl>
      <section aria-labelledby="lines-title">
        <h2 className={classes.title} id="lines-title">
          What you ordered
        </h2>
        <ul className={classes.lines}>
          {lines.map(({ courseId, title, price, quantity }) => (
            <li key={courseId} className={classes.line}>
              <span>
                {title}
                {quantity > 1 && (
                  <span className={classes.detail}>{`${quantity} places at ${formatPounds(price)}`}</span>
                )}
              </span>
              <span>{formatPounds(price * quantity)}</span>
            </li>
          ))}
        </ul>
        <dl className={classes.totals}>
          {vat !== null && (
            <>
              <Sum name="Subtotal" pounds={total - vat} />
              <Sum name="VAT (20%)" pounds={vat} />
            </>
          )}
          <Sum name="Total" pounds={total} isTotal />
          {refunded > 0 && <Sum name="Sent back to you" pounds={-refunded} />}
        </dl>
      </section>
      {refunds.length > 0 && (
        <section aria-labelledby="refunds-title">
          <h2 className={classes.title} id="refunds-title">
            Refunds
          </h2>
          <ul className={classes.lines}>
            {refunds.map((refund, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: refunds have no other name, and only grow in number
              <li key={index} className={classes.line}>
                <span>{describe(refund)}</span>
                <span>{formatPounds(refund.amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Papers papers={order.papers} />
      <p>{`If anything is not right, call ${company.phone.display} or write to ${company.email} and give the order number.`}</p>
      <p className={classes.actions}>
        <Button variant="secondary" onClick={() => window.print()}>
          Print this page
        </Button>
      </p>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Sum({ name, pounds, isTotal = false }: { name: string; pounds: number; isTotal?: boolean }) {
  return (
    <div className={isTotal ? `${classes.line} ${classes.total}` : classes.line}>
      <dt>{name}</dt>
      <dd>{formatPounds(pounds)}</dd>
    </div>
  )
}

function describe({ state, at }: Refund): string {
  if (state === 'sent') return `Sent back on ${dateOf(at)}. Your bank decides when it appears.`
  if (state === 'on_its_way') return `On its way since ${dateOf(at)}`
  return `Did not arrive (${dateOf(at)}). We will be in touch.`
}
