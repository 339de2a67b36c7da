import { randomBytes } from 'node:crypto'
import { type Pence, parseDecimal, pence, toDecimal } from '@site/shared/money'
import { type Static, Type } from 'typebox'
import type { Result } from './answer-call'
import type { Collections } from './collections'

const money = Type.Object({ currency_code: Type.String(), value: Type.String() })
export const unitSchema = Type.Object({
  custom_id: Type.Optional(Type.String()),
  invoice_id: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  amount: money,
})
const orderSchema = Type.Object({
  id: Type.String(),
  status: Type.Enum(['CREATED', 'APPROVED', 'COMPLETED']),
  unit: unitSchema,
  /** What the buyer chose in the wallet's window. */
  funding: Type.Enum(['balance', 'declined', 'declined_once', 'pending']),
  captures: Type.Array(Type.Object({ id: Type.String(), status: Type.String() })),
  isRefunded: Type.Boolean(),
  refundedPence: Type.Optional(Type.Unsafe<Pence>(Type.Integer())),
  createTime: Type.String(),
  updateTime: Type.String(),
})
export type FakeOrder = Static<typeof orderSchema>
export type Funding = FakeOrder['funding']
export type PayPalEvent = { type: string; order: FakeOrder; captureId: string }
export type FakePayPalOptions = { onEvent: (event: PayPalEvent) => void; processingMs?: number }
export type FakePayPal = ReturnType<typeof createFakePayPal>

const PROCESSING_MS = 3_000
const payer = {
  payer_id: 'SANDBOXBUYER1',
  email_address: 'buyer@example.com',
  name: { given_name: 'Sam', surname: 'Buyer' },
}

/** PayPal's orders, as documented, without the wallet: what the buyer chooses in its window decides. */
export function createFakePayPal(collections: Collections, options: FakePayPalOptions) {
  const { onEvent, processingMs = PROCESSING_MS } = options
  const orders = collections.open('paypal orders', orderSchema)
  const forgotten = new Set<string>()

  function change(order: FakeOrder, values: Partial<FakeOrder>): FakeOrder {
    const changed = { ...order, ...values, updateTime: new Date().toISOString() }
    orders.put(order.id, changed)
    return changed
  }

  function setCapture(order: FakeOrder, id: string, status: string, event: string): FakeOrder {
    const others = order.captures.filter((capture) => capture.id !== id)
    const changed = change(order, { status: 'COMPLETED', captures: [...others, { id, status }] })
    onEvent({ type: `PAYMENT.CAPTURE.${event}`, order: changed, captureId: id })
    return changed
  }

  function completeLate(orderId: string, captureId: string): void {
    const timer = setTimeout(() => {
      const order = orders.get(orderId)
      const isPending = order?.captures.some(({ id, status }) => id === captureId && status === 'PENDING')
      if (order && isPending) setCapture(order, captureId, 'COMPLETED', 'COMPLETED')
    }, processingMs)
    timer.unref()
  }

  const hasPaidInvoice = (order: FakeOrder) =>
    order.unit.invoice_id !== undefined &&
    orders.all().some((it) => it.unit.invoice_id === order.unit.invoice_id && it.captures.length > 0)

  for (const { id, captures } of orders.all()) {
    for (const capture of captures) if (capture.status === 'PENDING') completeLate(id, capture.id)
  }

  return {
    orders,

    createOrder(unit: Static<typeof unitSchema>): Result {
      const id = randomBytes(9).toString('hex').slice(0, 17).toUpperCase()
      const now = new Date().toISOString()
      const times = { createTime: now, updateTime: now, isRefunded: false }
      orders.put(id, { id, status: 'CREATED', unit, funding: 'balance', captures: [], ...times })
      return { status: 201, body: { id, status: 'CREATED', links: [] } }
    },

    readOrder(id: string): Result {
      const order = orders.get(id)
      return order && !forgotten.has(id) ? { status: 200, body: show(order) } : missing
    },

    /** As PayPal does some hours after an order was made that nobody approved. */
    forget(id: string): void {
      forgotten.add(id)
    },

    /** The buyer agrees in the wallet's window. */
    approve(id: string, funding: Funding): Result {
      const order = orders.get(id)
      if (!order) return missing
      if (order.status === 'COMPLETED') return refused('ORDER_ALREADY_CAPTURED')
      return { status: 200, body: show(change(order, { status: 'APPROVED', funding })) }
    },

    capture(id: string): Result {
      const order = orders.get(id)
      if (!order) return missing
      if (order.status === 'COMPLETED') return refused('ORDER_ALREADY_CAPTURED')
      if (order.status !== 'APPROVED') return refused('ORDER_NOT_APPROVED')
      // As PayPal's own, a declined order stays approved: a later capture may well succeed.
      if (order.funding === 'declined_once') change(order, { funding: 'balance' })
      if (order.funding.startsWith('declined')) return refused('INSTRUMENT_DECLINED')
      if (hasPaidInvoice(order)) return refused('DUPLICATE_INVOICE_ID')
      const captureId = randomBytes(9).toString('hex').slice(0, 17).toUpperCase()
      if (order.funding === 'pending') {
        completeLate(id, captureId)
        return { status: 201, body: show(setCapture(order, captureId, 'PENDING', 'PENDING')) }
      }
      return { status: 201, body: show(setCapture(order, captureId, 'COMPLETED', 'COMPLETED')) }
    },

    /** `amount` absent: all that is left. */
    refund(captureId: string, amount?: Pence): Result {
      const order = orders.all().find(({ captures }) => captures.some(({ id }) => id === captureId))
      if (!order) return missing
      const left = pence(amountOf(order) - (order.refundedPence ?? 0))
      if (order.isRefunded || left === 0) return refused('CAPTURE_FULLY_REFUNDED')
      const back = amount ?? left
      if (back > left) return refused('REFUND_AMOUNT_EXCEEDED')
      const status = back === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
      const captures = order.captures.map((it) => ({ ...it, status }))
      const refunded = { refundedPence: pence(amountOf(order) - left + back), isRefunded: back === left }
      const changed = change(order, { ...refunded, captures })
      onEvent({ type: 'PAYMENT.CAPTURE.REFUNDED', order: changed, captureId })
      return { status: 201, body: { id: randomBytes(8).toString('hex').toUpperCase(), status: 'COMPLETED' } }
    },
  }
}

const missing: Result = {
  status: 404,
  body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }], message: 'There is no such order.' },
}

function amountOf({ unit }: FakeOrder): Pence {
  return parseDecimal(unit.amount.value) ?? pence(0)
}

function refused(issue: string): Result {
  return {
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }], message: 'The order cannot be processed.' },
  }
}

/** As PayPal's API shows an order. */
function show(order: FakeOrder): Record<string, unknown> {
  const { id, status, unit, captures, createTime, updateTime, refundedPence = pence(0) } = order
  const amount = { currency_code: unit.amount.currency_code, value: toDecimal(refundedPence) }
  const payments = {
    captures: captures.map((capture) => ({ ...capture, amount: unit.amount })),
    ...(refundedPence > 0 && { refunds: [{ status: 'COMPLETED', amount }] }),
  }
  return {
    id,
    intent: 'CAPTURE',
    status,
    create_time: createTime,
    update_time: updateTime,
    purchase_units: [{ reference_id: 'default', ...unit, ...(captures.length > 0 && { payments }) }],
    ...(status !== 'CREATED' && { payer }),
  }
}
