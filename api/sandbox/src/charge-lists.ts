import type { FastifyInstance } from 'fastify'
import type { AnswerCall } from './answer-call'
import type { FakeOrder, FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'
import { showIntent } from './stripe-objects'

/** The lists of both providers that a shop is reconciled with. One page holds everything. */
type StripeQuery = { Querystring: Record<string, string | undefined> }

export function registerStripeList(app: FastifyInstance, stripe: FakeStripe, answer: AnswerCall): void {
  app.get<StripeQuery>('/payment_intents', ({ query }, reply) => {
    const since = Number(query['created[gte]'] ?? 0)
    const until = Number(query['created[lt]'] ?? Number.POSITIVE_INFINITY)
    const work = () => {
      const data = stripe.intents
        .all()
        .filter(({ created }) => created >= since && created < until)
        .map((intent) => ({
          ...showIntent(intent),
          latest_charge: { object: 'charge', amount_refunded: intent.isRefunded ? intent.amount : 0 },
        }))
      return { status: 200, body: { object: 'list', url: '/v1/payment_intents', has_more: false, data } }
    }
    return answer(reply, { provider: 'stripe', action: 'list' }, { work })
  })
}

type PayPalQuery = { Querystring: { start_date: string; end_date: string } }

export function registerPayPalList(app: FastifyInstance, payPal: FakePayPal, answer: AnswerCall): void {
  app.get<PayPalQuery>('/v1/reporting/transactions', ({ query: { start_date, end_date } }, reply) => {
    const work = () => {
      const orders = payPal.orders.all().filter(({ updateTime }) => updateTime >= start_date && updateTime < end_date)
      return { status: 200, body: { transaction_details: orders.flatMap(transactionsOf), total_pages: 1 } }
    }
    return answer(reply, { provider: 'paypal', action: 'list' }, { work })
  })
}

function transactionsOf({ captures, unit, isRefunded }: FakeOrder) {
  const { currency_code, value } = unit.amount
  const field = unit.custom_id === undefined ? {} : { custom_field: unit.custom_id }
  return captures
    .filter(({ status }) => status === 'COMPLETED' || status === 'REFUNDED')
    .flatMap(({ id }) => {
      const of = (code: string, amount: string, rest: object) => ({
        transaction_info: {
          transaction_event_code: code,
          transaction_status: 'S',
          transaction_amount: { currency_code, value: amount },
          ...field,
          ...rest,
        },
      })
      const payment = of('T0006', value, { transaction_id: id })
      const refund = of('T1107', `-${value}`, { transaction_id: `${id}R`, paypal_reference_id: id })
      return isRefunded ? [payment, refund] : [payment]
    })
}
