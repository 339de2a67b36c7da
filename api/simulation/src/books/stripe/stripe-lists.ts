import { groupOf, type ProviderReply } from '../../network/provider-call'
import type { StripeBooks } from './stripe-books'
import { type Intent, showCharge, showDispute, showIntent, showRefund } from './stripe-objects'

type Listed = { id: string; created: number }

/** Stripe's lists: the newest first, by the time they were made, a page at a time (docs.stripe.com/api/pagination). */
export function listObjects(books: StripeBooks, name: string, fields: ReadonlyMap<string, string>): ProviderReply {
  const all = collect(books, name, fields)
  const created = groupOf(fields, 'created')
  const isWithin = (object: Listed) =>
    object.created >= Number(created.gte ?? 0) &&
    object.created < Number(created.lt ?? Number.POSITIVE_INFINITY) &&
    object.created > Number(created.gt ?? -1) &&
    object.created <= Number(created.lte ?? Number.POSITIVE_INFINITY)
  const found = all.filter(isWithin).sort((a, b) => b.created - a.created || (b.id < a.id ? -1 : 1))
  const after = fields.get('starting_after')
  const begin = after ? found.findIndex(({ id }) => id === after) + 1 : 0
  const limit = Number(fields.get('limit') ?? 10)
  const data = found.slice(begin, begin + limit)
  const body = { object: 'list', url: `/v1/${name}`, has_more: begin + limit < found.length, data }
  return { status: 200, body }
}

function collect({ intents, movements }: StripeBooks, name: string, fields: ReadonlyMap<string, string>): Listed[] {
  const meant = fields.get('payment_intent')
  const all = [...intents.values()].filter(({ id }) => meant === undefined || id === meant)
  const charged = all.filter(({ chargedAt }) => chargedAt !== undefined)
  const isExpanded = [...fields.values()].some((value) => value.endsWith('latest_charge'))
  switch (name) {
    case 'payment_intents':
      return all.map((intent) => showIntent(intent, isExpanded))
    case 'charges':
      return charged.map(showCharge)
    case 'refunds':
      return charged.flatMap((intent) => intent.refunds.map((refund) => showRefund(intent, refund)))
    case 'balance_transactions':
      return movements()
    case 'disputes':
      return charged.flatMap((intent: Intent) => (intent.dispute ? [showDispute(intent, intent.dispute)] : []))
    default:
      throw new Error(`The simulated Stripe has no list of ${name}`)
  }
}
