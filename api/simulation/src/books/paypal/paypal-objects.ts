import { pence, toDecimal } from '@site/shared/money'
/** PayPal's objects as its REST reference describes them (developer.paypal.com), as far as the shop reads them. */

export type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
export type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'

export type PayPalRefund = {
  id: string
  amountPence: number
  status: RefundStatus
  created: number
  customId: string | undefined
  invoiceId: string | undefined
  origin: 'shop' | 'dashboard'
  hasFailedLate: boolean
  wasSent: boolean
  /** When it was sent or has failed, where that was later. */
  endedAt: number | undefined
}
export type Capture = {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED'
  created: number
  /** By a call of the shop's, and not in the buyer's browser. */
  isByShop: boolean
  /** When the buyer's bank had thought about it. */
  decidedAt: number | undefined
  refunds: PayPalRefund[]
}
export type PayPalDispute = {
  id: string
  amountPence: number
  /** `WON`: it is over and has taken nothing from the shop. */
  status: 'OPEN' | 'WON' | 'LOST'
  /** How PayPal calls its end (Customer Disputes API, `dispute_outcome`). */
  outcome: string | undefined
  /** "The amount that either the merchant or PayPal refunds the customer", by its end. */
  refundedPence: number
  /** What PayPal took from the shop for that. */
  takenPence: number
  /** What came back when an appeal was won, and when. */
  back: { pence: number; at: number } | undefined
  created: number
  /** When the date was last set by which the shop has to answer. */
  askedAt: number
  dueAt: number
  closedAt: number | undefined
}

export type PayPalOrder = {
  id: string
  status: 'CREATED' | 'APPROVED' | 'COMPLETED'
  amountPence: number
  customId: string | undefined
  invoiceId: string | undefined
  created: number
  approvedAt: number | undefined
  /** Where the money of an approval comes from. */
  funding: 'balance' | 'bank' | 'bank without money' | 'refused at once'
  /** When a capture was last refused. */
  refusedAt: number | undefined
  /** What captures of this approval are refused with, one after the other. */
  refusals: string[]
  captures: Capture[]
  dispute: PayPalDispute | undefined
}

export const money = (amountPence: number) => ({ currency_code: 'GBP', value: toDecimal(pence(amountPence)) })
const time = (ms: number) => new Date(ms).toISOString()
const API = 'https://api.paypal.com/v2/payments'

export function takenOf({ captures }: PayPalOrder): Capture | undefined {
  return captures.find(({ status }) => status !== 'DECLINED')
}

export function sentBackOf({ refunds }: Capture): number {
  const counted = refunds.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
  return counted.reduce((sum, { amountPence }) => sum + amountPence, 0)
}

/** What of a capture is with the shop. */
export function leftOf({ amountPence, dispute }: PayPalOrder, capture: Capture): number {
  return amountPence - sentBackOf(capture) - (dispute?.takenPence ?? 0)
}

/** While it is disputed only all that is left can be sent back (Payments API, `CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED`). */
export function isHeldByDispute({ dispute }: PayPalOrder, wouldBeLeft: number): boolean {
  return dispute?.status === 'OPEN' && (wouldBeLeft > 0 || dispute.takenPence > 0)
}

export function captureStatus(order: PayPalOrder, capture: Capture): CaptureStatus {
  const sent = sentBackOf(capture)
  if (capture.status !== 'COMPLETED' || sent === 0) return capture.status
  return sent === order.amountPence ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

export function showOrder(order: PayPalOrder) {
  const { id, status, amountPence, customId, invoiceId, captures, created } = order
  const refunds = captures.flatMap((capture) => capture.refunds.map((refund) => showRefund(order, capture, refund)))
  const payments = {
    captures: captures.map((capture) => showCapture(order, capture)),
    ...(refunds.length > 0 && { refunds }),
  }
  const unit = {
    reference_id: 'default',
    amount: money(amountPence),
    custom_id: customId,
    invoice_id: invoiceId,
    ...(captures.length > 0 && { payments }),
  }
  return { id, intent: 'CAPTURE', status, create_time: time(created), purchase_units: [unit] }
}

export function showCapture(order: PayPalOrder, capture: Capture) {
  const status = captureStatus(order, capture)
  const fee = feeOf(order.amountPence)
  return {
    id: capture.id,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
    amount: money(order.amountPence),
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    final_capture: true,
    create_time: time(capture.created),
    ...(capture.status === 'COMPLETED' && {
      seller_receivable_breakdown: {
        gross_amount: money(order.amountPence),
        paypal_fee: money(fee),
        net_amount: money(order.amountPence - fee),
      },
    }),
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [{ href: `${API}/captures/${capture.id}`, rel: 'self', method: 'GET' }],
  }
}

export function showRefund(order: PayPalOrder, capture: Capture, refund: PayPalRefund) {
  const { id, status, amountPence, created, endedAt = created, customId, invoiceId } = refund
  return {
    id,
    status,
    amount: money(amountPence),
    custom_id: customId ?? order.customId,
    ...(invoiceId && { invoice_id: invoiceId }),
    create_time: time(created),
    update_time: time(endedAt),
    links: [
      { href: `${API}/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${API}/captures/${capture.id}`, rel: 'up', method: 'GET' },
    ],
  }
}

export const DISPUTE_FEE_PENCE = 1_400

/** Where another dispute took its place nothing was decided, and no amount is said. */
function showOutcome({ outcome, refundedPence }: PayPalDispute) {
  return { outcome_code: outcome, ...(outcome !== 'NONE' && { amount_refunded: money(refundedPence) }) }
}

export function showDispute(order: PayPalOrder, dispute: PayPalDispute) {
  const { id, amountPence, status, created, dueAt, closedAt } = dispute
  const capture = takenOf(order)
  return {
    dispute_id: id,
    create_time: time(created),
    update_time: time(closedAt ?? created),
    disputed_transactions: [
      { seller_transaction_id: capture?.id, custom: order.customId, invoice_number: order.invoiceId },
    ],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: status === 'OPEN' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
    dispute_state: status === 'OPEN' ? 'REQUIRED_ACTION' : 'RESOLVED',
    dispute_amount: money(amountPence),
    ...(status === 'OPEN' ? { seller_response_due_date: time(dueAt) } : { dispute_outcome: showOutcome(dispute) }),
    dispute_life_cycle_stage: 'CHARGEBACK',
  }
}

/** 2.9 % and 30 pence (paypal.com/uk/business/paypal-business-fees). */
export function feeOf(amountPence: number): number {
  return Math.round(amountPence * 0.029) + 30
}
