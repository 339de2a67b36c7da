import type { ConfirmStripePayment, CreatePaymentIntent } from '@site/shared/contracts/payments'
import { totalsOf } from '@site/shared/money'
import type { ApiResult } from '../../http/post-json'
import type { Order } from '../../order/order'
import { orderFields, postPayment } from '../payment-calls'

/** Pounds (D-38). */
export function createPaymentIntent(order: Order, paymentMethodId: string): Promise<ApiResult> {
  return postPayment<CreatePaymentIntent>('create-payment-intent', {
    amount: totalsOf(order.lines).total,
    currency: 'gbp',
    paymentMethodId,
    ...orderFields(order),
  })
}

export function confirmStripePayment(orderId: string, paymentIntentId: string): Promise<ApiResult> {
  return postPayment<ConfirmStripePayment>('confirm-stripe-payment', { paymentIntentId, orderId })
}
