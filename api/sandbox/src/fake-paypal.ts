import type { Static } from 'typebox'
import type { Result } from './answer-call'
import { type Clock, isoOf } from './clock'
import type { Collections } from './collections'
import type { RefundOutcome } from './failures'
import { createPayPalAfterSale } from './paypal-after-sale'
import {
  type FakeOrder,
  type Funding,
  missingOrder,
  orderSchema,
  payPalId,
  refusedBy,
  relatedTo,
  showOrder,
  type unitSchema,
} from './paypal-objects'

export type { FakeOrder, Funding } from './paypal-objects'
export type PayPalEvent = { type: string; resource: Record<string, unknown> }
export type FakePayPalOptions = {
  clock: Clock
  onEvent: (event: PayPalEvent) => void
  processingMs: number
  captureIssue: (orderId: string) => string | undefined
  refundOutcome: () => RefundOutcome | undefined
}
export type FakePayPal = ReturnType<typeof createFakePayPal>

/** PayPal forgets uncaptured orders after this time (Orders API, "show order details"). */
const LAPSE_MS = 3 * 60 * 60 * 1_000

/** Fakes PayPal's documented orders; the buyer's choice in the window decides. */
export function createFakePayPal(collections: Collections, options: FakePayPalOptions) {
  const { clock, onEvent, captureIssue, processingMs } = options
  const now = () => isoOf(clock)
  const orders = collections.open('paypal orders', orderSchema)
  const forgotten = new Set<string>()

  function change(order: FakeOrder, values: Partial<FakeOrder>): FakeOrder {
    const changed = { ...order, ...values, updateTime: now() }
    orders.put(order.id, changed)
    return changed
  }

  function setCapture(order: FakeOrder, id: string, status: string): FakeOrder {
    const others = order.captures.filter((capture) => capture.id !== id)
    const { createTime = now() } = order.captures.find((capture) => capture.id === id) ?? {}
    const changed = change(order, { status: 'COMPLETED', captures: [...others, { id, status, createTime }] })
    onEvent({ type: `PAYMENT.CAPTURE.${status}`, resource: { id, ...relatedTo(order) } })
    return changed
  }

  function completeLate(orderId: string, captureId: string): void {
    const isDenied = orders.get(orderId)?.funding === 'pending_denied'
    clock.after(processingMs, () => settleCapture(orderId, captureId, isDenied ? 'DECLINED' : 'COMPLETED'))
  }

  function settleCapture(orderId: string, captureId: string, status: 'COMPLETED' | 'DECLINED'): void {
    const order = orders.get(orderId)
    const isPending = order?.captures.some((capture) => capture.id === captureId && capture.status === 'PENDING')
    if (order && isPending) setCapture(order, captureId, status)
  }

  function find(id: string): FakeOrder | undefined {
    const order = orders.get(id)
    if (!order || forgotten.has(id)) return undefined
    const hasLapsed = order.status !== 'COMPLETED' && clock.now() - Date.parse(order.updateTime) > LAPSE_MS
    return hasLapsed ? undefined : order
  }

  const hasPaidInvoice = (order: FakeOrder) =>
    order.unit.invoice_id !== undefined &&
    orders
      .all()
      .some(
        (it) => it.unit.invoice_id === order.unit.invoice_id && it.captures.some((one) => one.status !== 'DECLINED'),
      )

  /** https://developer.paypal.com/api/rest/reference/orders/v2/errors/ */
  function refusalOf(order: FakeOrder): string | undefined {
    if (order.status === 'COMPLETED') return 'ORDER_ALREADY_CAPTURED'
    if (order.status !== 'APPROVED') return 'ORDER_NOT_APPROVED'
    // Keeps a declined order approved, as PayPal does: a later capture may succeed.
    if (order.funding === 'declined_once') change(order, { funding: 'balance' })
    if (order.funding.startsWith('declined')) return 'INSTRUMENT_DECLINED'
    if (hasPaidInvoice(order)) return 'DUPLICATE_INVOICE_ID'
    return captureIssue(order.id)
  }

  for (const { id, captures } of orders.all()) {
    for (const capture of captures) if (capture.status === 'PENDING') completeLate(id, capture.id)
  }
  const afterSale = createPayPalAfterSale({
    clock,
    orders,
    change,
    emit: (type, resource) => onEvent({ type, resource }),
    outcome: options.refundOutcome,
  })

  return {
    ...afterSale,
    orders,

    settleCapture,

    createOrder(unit: Static<typeof unitSchema>): Result {
      const id = payPalId(clock.hex(9))
      const createTime = now()
      const after = { createTime, updateTime: createTime, isRefunded: false, refunds: [], disputes: [] }
      orders.put(id, { id, status: 'CREATED', unit, funding: 'balance', captures: [], ...after })
      return { status: 201, body: { id, status: 'CREATED', links: [] } }
    },

    readOrder(id: string): Result {
      const order = find(id)
      return order ? { status: 200, body: showOrder(order) } : missingOrder
    },

    /** https://developer.paypal.com/docs/api/payments/v2/#captures_get */
    readCapture(captureId: string): Result {
      const order = orders.all().find(({ captures }) => captures.some(({ id }) => id === captureId))
      if (!order) return missingOrder
      const capture = order.captures.find(({ id }) => id === captureId)
      return { status: 200, body: { ...capture, ...order.unit, ...relatedTo(order) } }
    },

    forget(id: string): void {
      forgotten.add(id)
    },

    approve(id: string, funding: Funding): Result {
      const order = find(id)
      if (!order) return missingOrder
      if (order.status === 'COMPLETED') return refusedBy('ORDER_ALREADY_CAPTURED')
      const approved = change(order, { status: 'APPROVED', funding })
      onEvent({ type: 'CHECKOUT.ORDER.APPROVED', resource: showOrder(approved) })
      return { status: 200, body: showOrder(approved) }
    },

    capture(id: string): Result {
      const order = find(id)
      if (!order) return missingOrder
      const refusal = refusalOf(order)
      if (refusal && refusal !== 'DECLINED') return refusedBy(refusal)
      const captureId = payPalId(clock.hex(9))
      const status = refusal ?? (order.funding.startsWith('pending') ? 'PENDING' : 'COMPLETED')
      if (status === 'PENDING') completeLate(id, captureId)
      return { status: 201, body: showOrder(setCapture(order, captureId, status)) }
    },
  }
}
