import { companyDetails } from '@site/shared/company-details'
import { CURRENCY } from '@site/shared/constants'
import type { CapturePayPal, CreatePayPalOrder } from '@site/shared/contracts/payments'
import { totalsOf } from '@site/shared/money'
import type { ApiResult } from '../../http/post-json'
import type { Order } from '../../order/order'
import { orderFields, postPayment } from '../payment-calls'

/** Not necessarily the customer. */
export type Payer = { email: string; name: string }

/** Pounds as text with two decimals (R155). */
export function createPayPalOrder(order: Order): Promise<ApiResult> {
  return postPayment<CreatePayPalOrder>('paypal-create-order', {
    amount: totalsOf(order.lines).total.toFixed(2),
    currency: CURRENCY,
    merchantEmail: companyDetails.merchantEmail,
    ...orderFields(order),
  })
}

export function notifyCapture(order: Order, paypalOrderId: string, payer: Partial<Payer>): Promise<ApiResult> {
  const { customerEmail, customerName } = orderFields(order)
  return postPayment<CapturePayPal>('paypal-capture', {
    paypalOrderId,
    orderId: paypalOrderId,
    payerEmail: payer.email ?? customerEmail,
    payerName: payer.name ?? customerName,
    amount: totalsOf(order.lines).total.toFixed(2),
    currency: CURRENCY,
  })
}
