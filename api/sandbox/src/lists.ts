import { type Pence, pence, toDecimal } from '@site/shared/money'
import type { AddRoute } from './answer-call'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'
import { amountOf, type FakeOrder } from './paypal-objects'
import { showCharge, showDispute, showRefund } from './stripe-objects'

type Dated = Record<string, unknown> & { created: number }

export function addStripeLists(route: AddRoute<Record<string, string>>, stripe: FakeStripe): void {
  const listAt = (name: string, action: string, all: () => Dated[]) =>
    route(
      'GET',
      `/${name}`,
      ({ query: { payment_intent: id } }) => (id ? { action: `list ${name}`, id } : { action }),
      ({ query }) => {
        const { payment_intent: intent, 'created[gte]': since = 0, 'created[lt]': until = Infinity } = query
        const isListed = ({ created, payment_intent }: Dated) =>
          created >= Number(since) && created < Number(until) && (!intent || payment_intent === intent)
        const data = all().filter(isListed)
        return { status: 200, body: { object: 'list', url: `/v1/${name}`, has_more: false, data } }
      },
    )
  const intents = () => stripe.intents.all()
  listAt('charges', 'list', () =>
    intents().flatMap((intent) => {
      const { currency, metadata, chargedAt: created } = intent
      return created === undefined ? [] : { ...showCharge(intent), currency, metadata, status: 'succeeded', created }
    }),
  )
  listAt('refunds', 'list', () =>
    intents().flatMap((intent) =>
      intent.refunds.map((refund) => ({ ...showRefund(intent, refund), created: refund.created })),
    ),
  )
  listAt('disputes', 'list disputes', () =>
    intents().flatMap((intent) =>
      intent.disputes.map((dispute) => ({ ...showDispute(intent, dispute), created: dispute.created })),
    ),
  )
}

export function addPayPalLists(route: AddRoute<unknown>, payPal: FakePayPal): void {
  route('GET', '/v1/reporting/transactions', 'list', ({ query: { start_date = '', end_date = '' } }) => {
    const lines = payPal.orders.all().flatMap(transactionsOf)
    const found = lines.filter(({ transaction_initiation_date: at }) => at >= start_date && at < end_date)
    const transaction_details = found.map((info) => ({ transaction_info: { transaction_status: 'S', ...info } }))
    return { status: 200, body: { transaction_details, total_pages: 1 } }
  })
  route('GET', '/v1/customer/disputes', 'list disputes', ({ query: { start_time: since = '' } }) => {
    const all = payPal.orders.all().flatMap(({ disputes }) => disputes)
    const items = all.filter(({ createTime }) => createTime >= since).map(({ id }) => ({ dispute_id: id }))
    return { status: 200, body: { items, links: [] } }
  })
}

function transactionsOf(order: FakeOrder) {
  const { captures, refunds, unit } = order
  const custom = unit.custom_id === undefined ? {} : { custom_field: unit.custom_id }
  return captures
    .filter(({ status }) => ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status))
    .flatMap(({ id, createTime }) => [
      { ...line(id, 'T0006', createTime, amountOf(order)), ...custom },
      ...refunds
        .filter((refund) => refund.captureId === id && refund.status === 'COMPLETED')
        .map((refund) => ({
          ...line(refund.id, 'T1107', refund.createTime, pence(-refund.amount)),
          paypal_reference_id: id,
        })),
    ])
}

function line(id: string, code: string, at: string, amount: Pence) {
  return {
    transaction_id: id,
    transaction_event_code: code,
    transaction_initiation_date: at,
    transaction_amount: { currency_code: 'GBP', value: toDecimal(amount) },
  }
}
