import { parseDecimal } from '@site/shared/money'
import type { ProviderCall, ProviderReply, ProviderServer } from '../../network/provider-call'
import { DAY, HOUR, trueNow } from '../../world/clock'
import { reach } from '../../world/trace'
import type { PayPalBooks } from './paypal-books'
import {
  type Capture,
  isHeldByDispute,
  leftOf,
  type PayPalOrder,
  showCapture,
  showDispute,
  showOrder,
  showRefund,
  takenOf,
} from './paypal-objects'
import { listTransactions } from './paypal-transactions'

const broken: ProviderReply = { status: 500, body: { name: 'INTERNAL_SERVER_ERROR', message: 'An error of PayPal' } }
/** How long PayPal keeps a `PayPal-Request-Id`: six hours for orders, 45 days for refunds (API idempotency). */
const KEPT_FOR = { orders: 6 * HOUR, refunds: 45 * DAY }

function refuse(status: number, issue: string | undefined): ProviderReply {
  const name = status === 404 ? 'RESOURCE_NOT_FOUND' : status === 400 ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY'
  return { status, body: { name, message: name, ...(issue && { details: [{ issue, description: issue }] }) } }
}

/** The calls of PayPal's API that a shop of this kind makes, answered from the books. */
export function createPayPalServer(books: PayPalBooks, isSigned: (event: unknown) => boolean): ProviderServer {
  /** What was made with a key; asked again, PayPal answers with what has become of it. */
  const made = new Map<string, { at: number; show: () => unknown }>()

  function once(call: ProviderCall, keptFor: number, work: () => { reply: ProviderReply; show?: () => unknown }) {
    const key = `${call.path} ${call.headers.get('paypal-request-id')}`
    const earlier = call.headers.has('paypal-request-id') ? made.get(key) : undefined
    if (earlier && trueNow() - earlier.at < keptFor) {
      reach('PayPal answers a request it knows')
      return { status: 200, body: earlier.show() }
    }
    const { reply, show } = work()
    if (show) made.set(key, { at: trueNow(), show })
    return reply
  }

  function createOrder(call: ProviderCall): ProviderReply {
    return once(call, KEPT_FOR.orders, () => {
      const [unit] = (call.body as { purchase_units: Unit[] }).purchase_units
      const amountPence = parseDecimal(unit?.amount.value ?? '') ?? Number.NaN
      const order = books.create(amountPence, unit?.custom_id, unit?.invoice_id)
      const show = () => ({ id: order.id, status: order.status, links: [] })
      return { reply: { status: 201, body: show() }, show }
    })
  }

  function refundCapture(call: ProviderCall, id: string): ProviderReply {
    const found = findCapture(books, id)
    if (!found) return refuse(404, 'INVALID_RESOURCE_ID')
    return once(call, KEPT_FOR.refunds, () => {
      const { order, capture } = found
      const asked = (call.body ?? {}) as { amount?: { value: string }; custom_id?: string; invoice_id?: string }
      const left = leftOf(order, capture)
      const amountPence = asked.amount ? (parseDecimal(asked.amount.value) ?? Number.NaN) : left
      const issue = reasonToRefuse(order, capture, amountPence, left)
      if (issue) return { reply: refuse(422, issue) }
      const about = { amountPence, origin: 'shop' as const, customId: asked.custom_id, invoiceId: asked.invoice_id }
      const refund = books.refund(order, capture, about)
      const show = () => answerOf(call, showRefund(order, capture, refund))
      return { reply: { status: 201, body: show() }, show }
    })
  }

  function route(call: ProviderCall): ProviderReply {
    const { method, path } = call
    const [, version, area, kind, id = '', action] = path.split('/')
    if (path === '/v1/oauth2/token') return { status: 200, body: { access_token: 'token', expires_in: 32_400 } }
    if (path === '/v1/notifications/verify-webhook-signature') {
      return { status: 200, body: { verification_status: isSigned(call.body) ? 'SUCCESS' : 'FAILURE' } }
    }
    if (path === '/v1/reporting/transactions') return listTransactions(books, call.fields)
    if (path === '/v1/customer/disputes' && method === 'GET') return listDisputes(books, call.fields)
    if (version === 'v1' && area === 'customer' && kind === 'disputes') return readDispute(books, id)
    if (kind === 'orders' && method === 'POST' && !id) return createOrder(call)
    if (kind === 'orders' && method === 'POST' && action === 'capture') return captureOrder(books, id)
    if (kind === 'orders' && method === 'GET') {
      const order = books.find(id)
      return order ? { status: 200, body: showOrder(order) } : refuse(404, 'INVALID_RESOURCE_ID')
    }
    if (kind === 'captures' && action === 'refund') return refundCapture(call, id)
    if (kind === 'captures' && method === 'GET') {
      const found = findCapture(books, id)
      return found ? { status: 200, body: showCapture(found.order, found.capture) } : refuse(404, 'INVALID_RESOURCE_ID')
    }
    if (kind === 'refunds' && method === 'GET') return readRefund(books, id)
    throw new Error(`The simulated PayPal has no ${method} ${path}`)
  }

  return (call, breaks) => {
    if (breaks === 'before') return broken
    const reply = route(call)
    return breaks === 'after' ? broken : reply
  }
}

/** "return=minimal. The server returns a minimal response", the default (API reference, `Prefer`). */
function answerOf({ headers }: ProviderCall, { id, status, links, ...rest }: ReturnType<typeof showRefund>) {
  const isInFull = headers.get('prefer') === 'return=representation'
  return { id, status, links, ...(isInFull && rest) }
}

type Unit = { amount: { value: string }; custom_id?: string; invoice_id?: string }

function captureOrder(books: PayPalBooks, id: string): ProviderReply {
  const captured = books.capture(id, true)
  const order = books.orders.get(id)
  if (captured.ok && order) return { status: 201, body: showOrder(order) }
  return captured.ok ? broken : refuse(captured.status, captured.issue)
}

function reasonToRefuse(order: PayPalOrder, capture: Capture, amountPence: number, left: number): string | undefined {
  if (capture.status !== 'COMPLETED') return 'CAPTURE_STATUS_NOT_VALID'
  if (isHeldByDispute(order, left - amountPence)) return 'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED'
  if (left === 0) return 'CAPTURE_FULLY_REFUNDED'
  return amountPence > left ? 'REFUND_AMOUNT_EXCEEDED' : undefined
}

function findCapture({ orders }: PayPalBooks, id: string): { order: PayPalOrder; capture: Capture } | undefined {
  for (const order of orders.values()) {
    const capture = order.captures.find((it) => it.id === id)
    if (capture) return { order, capture }
  }
  return undefined
}

function readRefund({ orders }: PayPalBooks, id: string): ProviderReply {
  for (const order of orders.values()) {
    const capture = takenOf(order)
    const refund = capture?.refunds.find((it) => it.id === id)
    if (capture && refund) return { status: 200, body: showRefund(order, capture, refund) }
  }
  return refuse(404, 'INVALID_RESOURCE_ID')
}

function listDisputes({ orders }: PayPalBooks, fields: ReadonlyMap<string, string>): ProviderReply {
  const meant = fields.get('disputed_transaction_id')
  const items = [...orders.values()].flatMap((order) => {
    const isMeant = meant === undefined || takenOf(order)?.id === meant
    return order.dispute && isMeant ? [showDispute(order, order.dispute)] : []
  })
  return { status: 200, body: { items, links: [] } }
}

function readDispute({ orders }: PayPalBooks, id: string): ProviderReply {
  const order = [...orders.values()].find(({ dispute }) => dispute?.id === id)
  return order?.dispute ? { status: 200, body: showDispute(order, order.dispute) } : refuse(404, 'INVALID_RESOURCE_ID')
}
