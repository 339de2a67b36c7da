import { company } from '@site/shared/company'
import type { OrderReply } from '@site/shared/contracts/own-account'
import { formatPounds } from '@site/shared/money'
import { Link, useParams } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { Button, PageOpening } from '@site/shared/ui'
import { useState } from 'react'
import { WhoIsComing } from '../booking/who-is-coming'
import { readOrder, readPaper, useOwn } from './account-calls'
import { dateOf, timeOf } from './dates'
import { NotHere } from './not-here'
import classes from './order-page.module.css'
import { OrderState } from './order-state'
import { useMailedToken } from './use-mailed-token'

const ID = /^order_[A-Za-z0-9_-]{6,64}$/

const none = {
  ok: false,
  reason: 'not_found',
  message: `There is no such order in your account. If you think there is, call ${company.phone.display}.`,
} as const

const titles: Readonly<Record<Paper['kind'], string>> = { receipt: 'VAT receipt', credit_note: 'Credit note' }

export default function OrderPage() {
  const { id = '' } = useParams()
  return <OneOrder key={id} id={id} />
}

function OneOrder({ id }: { id: string }) {
  const token = useMailedToken()
  const { outcome, retry } = useOwn<OrderReply>(async () => {
    if (!ID.test(id)) return none
    const answer = await readOrder(id)
    return !answer.ok && answer.reason === 'not_found' ? none : answer
  })
  return (
    <>
      <PageHead
        title="Your order"
        description="What you ordered, what was paid for it, and what was sent back to you."
        noindex
      />
      <PageOpening title="Your order" lead="What you ordered, what was paid, and what was sent back.">
        <p>
          <Link to={paths.account}>Back to your account</Link>
        </p>
      </PageOpening>
      <div className={classes.content}>
        {outcome?.ok && <OrderFacts order={outcome.value} />}
        {!outcome?.ok && token && (
          <div className={classes.order}>
            <p className={classes.id}>{`Order ${id}`}</p>
            <WhoIsComing orderId={id} bookingKey={token} />
          </div>
        )}
        {!outcome?.ok && !token && <NotHere outcome={outcome} what="your order" onRetry={retry} />}
      </div>
    </>
  )
}

function OrderFacts({ order }: { order: OrderReply }) {
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
      {order.booking && (state === 'paid' || state === 'needs_attention') && (
        <WhoIsComing orderId={orderId} bookingKey={order.booking} />
      )}
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
      <p>
        If anything is not right, call <a href={company.phone.href}>{company.phone.display}</a> or write to{' '}
        <a href={`mailto:${company.email}`}>{company.email}</a> and give the order number.
      </p>
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

function describe({ state, at }: OrderReply['refunds'][number]): string {
  if (state === 'sent') return `Sent back on ${dateOf(at)}. Your bank decides when it appears.`
  if (state === 'on_its_way') return `On its way since ${dateOf(at)}`
  return `Did not arrive (${dateOf(at)}). We will be in touch.`
}

type Paper = OrderReply['papers'][number]

function Papers({ papers }: { papers: readonly Paper[] }) {
  const [said, setSaid] = useState('')
  if (papers.length === 0) return null

  async function handleSave(number: string) {
    setSaid('Loading the file…')
    const outcome = await readPaper(number)
    setSaid(outcome.ok ? `${outcome.value.name} is saved.` : outcome.message)
    if (outcome.ok) save(outcome.value)
  }
  return (
    <section aria-labelledby="papers-title">
      <h2 className={classes.title} id="papers-title">
        Receipts and credit notes
      </h2>
      <ul className={classes.lines}>
        {papers.map(({ kind, number, issuedAt, total }) => (
          <li key={number} className={classes.line}>
            <span>
              {`${titles[kind]} ${number}`}
              <span className={classes.detail}>{`${dateOf(issuedAt)}, ${formatPounds(total)}`}</span>
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Download ${kind === 'receipt' ? 'VAT receipt' : 'credit note'} ${number} (PDF)`}
              onClick={() => handleSave(number)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      <p role="status">{said}</p>
    </section>
  )
}

function save(file: File): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: file.name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
