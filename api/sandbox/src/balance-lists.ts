import { type Pence, pence, toDecimal } from '@site/shared/money'
import type { FastifyInstance } from 'fastify'
import type { AnswerCall } from './answer-call'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'
import { amountOf, type FakeOrder, takenByDispute } from './paypal-objects'
import { type FakeIntent, showCharge, showDispute, showRefund } from './stripe-objects'

/** The books of both providers about the shop's balance there, which a shop is reconciled with. One page holds all. */
type StripeQuery = { Querystring: Record<string, string | undefined> }
type StripeLine = { id: string; type: string; amount: number; fee: number; created: number; source: unknown }

export function registerStripeBalance(app: FastifyInstance, stripe: FakeStripe, answer: AnswerCall): void {
  app.get<StripeQuery>('/balance_transactions', ({ query }, reply) => {
    const since = Number(query['created[gte]'] ?? 0)
    const until = Number(query['created[lt]'] ?? Number.POSITIVE_INFINITY)
    const work = () => {
      const payouts = stripe.payouts.all().map(({ id, amount, created }) => ({
        id: `txn_${id}`,
        type: 'payout',
        amount: -amount,
        fee: 0,
        created,
        source: id,
      }))
      const data = [...stripe.intents.all().flatMap(linesOf), ...payouts]
        .filter(({ created }) => created >= since && created < until)
        .toSorted((a, b) => b.created - a.created)
        .map((line) => ({ object: 'balance_transaction', currency: 'gbp', net: line.amount - line.fee, ...line }))
      return { status: 200, body: { object: 'list', url: '/v1/balance_transactions', has_more: false, data } }
    }
    return answer(reply, { provider: 'stripe', action: 'list' }, { work })
  })
}

/** What a card payment in the UK costs: 1.5 % and 20p. */
const stripeFee = (amount: number) => Math.round(amount * 0.015) + 20

function linesOf(intent: FakeIntent): StripeLine[] {
  const { id, amount, metadata, refunds, disputes, chargedAt } = intent
  if (chargedAt === undefined) return []
  const charge = { ...showCharge(intent), metadata }
  return [
    { id: `txn_${id}`, type: 'charge', amount, fee: stripeFee(amount), created: chargedAt, source: charge },
    ...refunds.flatMap((refund) => {
      const line = { amount: -refund.amount, fee: 0, created: refund.created, source: showRefund(intent, refund) }
      const isBack = refund.status === 'failed' || refund.status === 'canceled'
      const back = { ...line, id: `txn_${refund.id}_back`, type: 'refund_failure', amount: refund.amount }
      return [{ ...line, id: `txn_${refund.id}`, type: 'refund' }, ...(isBack ? [back] : [])]
    }),
    ...disputes
      .filter(({ status }) => !status.startsWith('warning'))
      .flatMap((dispute) => {
        const line = { type: 'adjustment', created: dispute.created, source: showDispute(intent, dispute) }
        const taken = { ...line, id: `txn_${dispute.id}`, amount: -dispute.amount, fee: dispute.fee }
        const back = { ...line, id: `txn_${dispute.id}_back`, amount: dispute.amount, fee: 0 }
        return dispute.status === 'won' ? [taken, back] : [taken]
      }),
  ]
}

type PayPalQuery = { Querystring: { start_date: string; end_date: string } }
type PayPalLine = {
  transaction_id: string
  transaction_event_code: string
  transaction_initiation_date: string
  transaction_amount: { currency_code: string; value: string }
  fee_amount?: { currency_code: string; value: string }
  paypal_reference_id?: string
  custom_field?: string
}

export function registerPayPalList(app: FastifyInstance, payPal: FakePayPal, answer: AnswerCall): void {
  app.get<PayPalQuery>('/v1/reporting/transactions', ({ query: { start_date, end_date } }, reply) => {
    const work = () => {
      const payouts = payPal.payouts
        .all()
        .map(({ id, amount, createTime }) => line(id, 'T0403', createTime, pence(-amount)))
      const lines = [...payPal.orders.all().flatMap(transactionsOf), ...payouts]
      const found = lines.filter(({ transaction_initiation_date: at }) => at >= start_date && at < end_date)
      const transaction_details = found.map((info) => ({ transaction_info: { transaction_status: 'S', ...info } }))
      return { status: 200, body: { transaction_details, total_pages: 1 } }
    }
    return answer(reply, { provider: 'paypal', action: 'list' }, { work })
  })
}

/** What a wallet payment in the UK costs: 2.9 % and 30p. */
const payPalFee = (amount: number) => pence(Math.round(amount * 0.029) + 30)

function line(id: string, code: string, at: string, amount: Pence, rest: Partial<PayPalLine> = {}): PayPalLine {
  return {
    transaction_id: id,
    transaction_event_code: code,
    transaction_initiation_date: at,
    transaction_amount: { currency_code: 'GBP', value: toDecimal(amount) },
    ...rest,
  }
}

function transactionsOf(order: FakeOrder): PayPalLine[] {
  const { captures, refunds, disputes, unit } = order
  const field = unit.custom_id === undefined ? {} : { custom_field: unit.custom_id }
  const amount = amountOf(order)
  return captures
    .filter(({ status }) => ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status))
    .flatMap(({ id, createTime }) => {
      const about = { ...field, paypal_reference_id: id }
      const fee_amount = { currency_code: 'GBP', value: toDecimal(pence(-payPalFee(amount))) }
      return [
        line(id, 'T0006', createTime, amount, { ...field, fee_amount }),
        ...refunds
          .filter((refund) => refund.captureId === id && refund.status === 'COMPLETED')
          .map((refund) => line(refund.id, 'T1107', refund.createTime, pence(-refund.amount), about)),
        ...disputes
          .map((dispute) => ({ ...dispute, taken: takenByDispute(order, dispute) }))
          .filter(({ taken }) => taken > 0)
          .map(({ id: of, updateTime, taken }) => line(`${of}R`, 'T1106', updateTime, pence(-taken), about)),
      ]
    })
}
