import { groupOf, type ProviderCall, type ProviderReply, type ProviderServer } from '../../network/provider-call'
import { reach } from '../../world/trace'
import { createIdempotency } from './idempotency'
import type { StripeBooks } from './stripe-books'
import { listObjects } from './stripe-lists'
import { type Intent, refundedOf, showDispute, showIntent, showRefund } from './stripe-objects'

const broken: ProviderReply = { status: 500, body: { error: { type: 'api_error', message: 'An error of Stripe' } } }

function refuse(status: number, code: string, type = 'invalid_request_error'): ProviderReply {
  return { status, body: { error: { type, code, message: code } } }
}

/** The calls of Stripe's API that a shop of this kind makes, answered from the books. */
export function createStripeServer(books: StripeBooks): ProviderServer {
  const once = createIdempotency()
  return (call, breaks) => {
    const work = () => {
      if (breaks === 'before') return broken
      const reply = route(books, call)
      return breaks === 'after' ? broken : reply
    }
    const key = call.method === 'POST' ? call.headers.get('idempotency-key') : null
    return key ? once(`${call.path} ${key}`, JSON.stringify([...call.fields]), work) : work()
  }
}

function route(books: StripeBooks, call: ProviderCall): ProviderReply {
  const { method, path, fields } = call
  const [, , collection, id, action] = path.split('/')
  if (collection === 'payment_intents' && method === 'POST' && !id) return createIntent(books, fields)
  if (collection === 'refunds' && method === 'POST' && !id) return createRefund(books, fields)
  if (method === 'GET' && !id) return listObjects(books, collection ?? '', fields)
  const intent = collection === 'payment_intents' ? books.intents.get(id ?? '') : undefined
  if (collection === 'payment_intents' && !intent) return refuse(404, 'resource_missing')
  if (intent && method === 'GET') return { status: 200, body: showIntent(intent, isExpanded(fields)) }
  if (intent && action === 'cancel') return cancel(books, intent)
  if (collection === 'refunds' && method === 'GET') return readRefund(books, id ?? '')
  if (collection === 'disputes' && method === 'GET') return readDispute(books, id ?? '')
  throw new Error(`The simulated Stripe has no ${method} ${path}`)
}

function isExpanded(fields: ReadonlyMap<string, string>): boolean {
  return [...fields].some(([key, value]) => key.startsWith('expand[') && value.endsWith('latest_charge'))
}

function createIntent(books: StripeBooks, fields: ReadonlyMap<string, string>): ProviderReply {
  const amount = Number(fields.get('amount'))
  const currency = fields.get('currency') ?? ''
  if (!Number.isInteger(amount) || amount < 30) return refuse(400, 'amount_too_small')
  const intent = books.create(amount, currency, fields.get('description') ?? '', groupOf(fields, 'metadata'))
  return { status: 200, body: showIntent(intent, false) }
}

/** Only what is not paid, not being decided and not cancelled before can be cancelled. */
function cancel(books: StripeBooks, intent: Intent): ProviderReply {
  const canCancel = intent.status === 'requires_payment_method' || intent.status === 'requires_action'
  if (!canCancel) return refuse(400, 'payment_intent_unexpected_state')
  intent.status = 'canceled'
  books.announceIntent(intent, 'payment_intent.canceled')
  return { status: 200, body: showIntent(intent, false) }
}

function createRefund(books: StripeBooks, fields: ReadonlyMap<string, string>): ProviderReply {
  const named = fields.get('payment_intent') ?? fields.get('charge')?.replace('ch_', 'pi_') ?? ''
  const intent = books.intents.get(named)
  if (intent?.chargedAt === undefined)
    return refuse(intent ? 400 : 404, intent ? 'charge_not_found' : 'resource_missing')
  const left = intent.amount - refundedOf(intent)
  if (left === 0) return refuse(400, 'charge_already_refunded')
  if (intent.dispute && intent.dispute.status !== 'won') {
    reach('a refund is refused because of a dispute')
    return refuse(400, 'charge_disputed')
  }
  const amount = fields.has('amount') ? Number(fields.get('amount')) : left
  if (amount > left) return refuse(400, 'refund_amount_too_large')
  const refund = books.refund(intent, amount, 'shop', groupOf(fields, 'metadata'))
  return { status: 200, body: showRefund(intent, refund) }
}

function readRefund(books: StripeBooks, id: string): ProviderReply {
  for (const intent of books.intents.values()) {
    const refund = intent.refunds.find((it) => it.id === id)
    if (refund) return { status: 200, body: showRefund(intent, refund) }
  }
  return refuse(404, 'resource_missing')
}

function readDispute(books: StripeBooks, id: string): ProviderReply {
  const intent = [...books.intents.values()].find(({ dispute }) => dispute?.id === id)
  return intent?.dispute ? { status: 200, body: showDispute(intent, intent.dispute) } : refuse(404, 'resource_missing')
}
