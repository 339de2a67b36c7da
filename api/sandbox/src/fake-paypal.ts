import { randomBytes } from 'node:crypto'
import type { Pence } from '@site/shared/money'
import type { Static } from 'typebox'
import type { Result } from './answer-call'
import type { Collections } from './collections'
import type { RefundOutcome } from './failures'
import { createPayPalAfterSale } from './paypal-after-sale'
import {
  type FakeOrder,
  type Funding,
  orderSchema,
  payPalPayoutSchema,
  showOrder,
  type unitSchema,
} from './paypal-objects'
import { missingOrder, payPalId, refusedBy } from './paypal-results'

export type { FakeOrder, Funding } from './paypal-objects'
export type PayPalEvent = { type: string; resource: Record<string, unknown> }
export type FakePayPalOptions = {
  onEvent: (event: PayPalEvent) => void
  processingMs?: number
  /** Why an approved order is not captured. */
  captureIssue?: (orderId: string) => string | undefined
  refundOutcome?: () => RefundOutcome | undefined
}
export type FakePayPal = ReturnType<typeof createFakePayPal>

const PROCESSING_MS = 3_000

/** PayPal's orders, as documented, without the wallet: what the buyer chooses in its window decides. */
export function createFakePayPal(collections: Collections, options: FakePayPalOptions) {
  const { onEvent, captureIssue, processingMs = PROCESSING_MS } = options
  const orders = collections.open('paypal orders', orderSchema)
  const payouts = collections.open('paypal payouts', payPalPayoutSchema)
  const forgotten = new Set<string>()

  function change(order: FakeOrder, values: Partial<FakeOrder>): FakeOrder {
    const changed = { ...order, ...values, updateTime: new Date().toISOString() }
    orders.put(order.id, changed)
    return changed
  }

  function setCapture(order: FakeOrder, id: string, status: string, event: string): FakeOrder {
    const others = order.captures.filter((capture) => capture.id !== id)
    const { createTime = new Date().toISOString() } = order.captures.find((capture) => capture.id === id) ?? {}
    const changed = change(order, { status: 'COMPLETED', captures: [...others, { id, status, createTime }] })
    const related = { supplementary_data: { related_ids: { order_id: order.id } } }
    onEvent({ type: `PAYMENT.CAPTURE.${event}`, resource: { id, ...related } })
    return changed
  }

  function completeLate(orderId: string, captureId: string): void {
    const timer = setTimeout(() => settleCapture(orderId, captureId, 'COMPLETED'), processingMs)
    timer.unref()
  }

  function settleCapture(orderId: string, captureId: string, status: 'COMPLETED' | 'DECLINED'): void {
    const order = orders.get(orderId)
    const isPending = order?.captures.some((capture) => capture.id === captureId && capture.status === 'PENDING')
    if (order && isPending) setCapture(order, captureId, status, status)
  }

  const hasPaidInvoice = (order: FakeOrder) =>
    order.unit.invoice_id !== undefined &&
    orders.all().some((it) => it.unit.invoice_id === order.unit.invoice_id && it.captures.length > 0)

  /** https://developer.paypal.com/api/rest/reference/orders/v2/errors/ */
  function refusalOf(order: FakeOrder): string | undefined {
    if (order.status === 'COMPLETED') return 'ORDER_ALREADY_CAPTURED'
    if (order.status !== 'APPROVED') return 'ORDER_NOT_APPROVED'
    // As PayPal's own, a declined order stays approved: a later capture may well succeed.
    if (order.funding === 'declined_once') change(order, { funding: 'balance' })
    if (order.funding.startsWith('declined')) return 'INSTRUMENT_DECLINED'
    if (hasPaidInvoice(order)) return 'DUPLICATE_INVOICE_ID'
    return captureIssue?.(order.id)
  }

  for (const { id, captures } of orders.all()) {
    for (const capture of captures) if (capture.status === 'PENDING') completeLate(id, capture.id)
  }
  const afterSale = createPayPalAfterSale({
    orders,
    change,
    emit: (type, resource) => onEvent({ type, resource }),
    outcome: options.refundOutcome,
  })

  return {
    ...afterSale,
    orders,
    payouts,

    /** Money goes to the shop's bank. */
    payOut(amount: Pence): void {
      const id = payPalId(randomBytes(9).toString('hex'))
      payouts.put(id, { id, amount, createTime: new Date().toISOString() })
    },

    settleCapture,

    createOrder(unit: Static<typeof unitSchema>): Result {
      const id = payPalId(randomBytes(9).toString('hex'))
      const now = new Date().toISOString()
      const after = { createTime: now, updateTime: now, isRefunded: false, refunds: [], disputes: [] }
      orders.put(id, { id, status: 'CREATED', unit, funding: 'balance', captures: [], ...after })
      return { status: 201, body: { id, status: 'CREATED', links: [] } }
    },

    readOrder(id: string): Result {
      const order = orders.get(id)
      return order && !forgotten.has(id) ? { status: 200, body: showOrder(order) } : missingOrder
    },

    /** As PayPal does some hours after an order was made that nobody approved. */
    forget(id: string): void {
      forgotten.add(id)
    },

    /** The buyer agrees in the wallet's window. */
    approve(id: string, funding: Funding): Result {
      const order = orders.get(id)
      if (!order) return missingOrder
      if (order.status === 'COMPLETED') return refusedBy('ORDER_ALREADY_CAPTURED')
      return { status: 200, body: showOrder(change(order, { status: 'APPROVED', funding })) }
    },

    capture(id: string): Result {
      const order = orders.get(id)
      if (!order) return missingOrder
      const refusal = refusalOf(order)
      if (refusal) return refusedBy(refusal)
      const captureId = payPalId(randomBytes(9).toString('hex'))
      if (order.funding === 'pending') {
        completeLate(id, captureId)
        return { status: 201, body: showOrder(setCapture(order, captureId, 'PENDING', 'PENDING')) }
      }
      return { status: 201, body: showOrder(setCapture(order, captureId, 'COMPLETED', 'COMPLETED')) }
    },
  }
}
