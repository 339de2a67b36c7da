import { company } from '@site/shared/company'
import { CURRENCY, PAYMENT_TIMEOUT_MS } from '@site/shared/constants'
import type {
  CapturePayPal,
  ConfirmStripePayment,
  CreatePaymentIntent,
  CreatePayPalOrder,
} from '@site/shared/contracts/payments'
import { totalsOf } from '@site/shared/money'
import { siteConfig } from '@site/shared/site-config'
import { postJson, type Reply } from '../http/post-json'
import { describeOrder, type Order } from '../order/order'

/** POST create-payment-intent (R144); the amount in pounds (D-38). */
export function createPaymentIntent(order: Order, paymentMethodId: string): Promise<Reply> {
  return post<CreatePaymentIntent>('create-payment-intent', {
    amount: totalsOf(order.lines).total,
    currency: 'gbp',
    paymentMethodId,
    ...commonOf(order),
  })
}

/** POST confirm-stripe-payment (R146); may be repeated. */
export function confirmStripePayment(orderId: string, paymentIntentId: string): Promise<Reply> {
  return post<ConfirmStripePayment>('confirm-stripe-payment', { paymentIntentId, orderId })
}

/** POST paypal-create-order (R155); the amount in pounds as text with two decimals. */
export function createPayPalOrder(order: Order): Promise<Reply> {
  return post<CreatePayPalOrder>('paypal-create-order', {
    amount: totalsOf(order.lines).total.toFixed(2),
    currency: CURRENCY,
    merchantEmail: company.merchantEmail,
    ...commonOf(order),
  })
}

/** POST paypal-capture (R156); both ids are PayPal's (D-43). May be repeated. */
export function capturePayPal(order: Order, paypalOrderId: string, payer: Partial<Payer> = {}): Promise<Reply> {
  const { customerEmail, customerName } = commonOf(order)
  return post<CapturePayPal>('paypal-capture', {
    paypalOrderId,
    orderId: paypalOrderId,
    payerEmail: payer.email ?? customerEmail,
    payerName: payer.name ?? customerName,
    amount: totalsOf(order.lines).total.toFixed(2),
    currency: CURRENCY,
  })
}

/** Who paid, as PayPal names them; it need not be the customer. */
export type Payer = { email: string; name: string }

function commonOf(order: Order) {
  const { firstName, lastName, email } = order.customer
  return {
    orderId: order.id,
    customerEmail: email,
    customerName: `${firstName} ${lastName}`,
    description: describeOrder(order),
    items: order.lines.map(({ id, quantity, price }) => ({ id, quantity, price })),
  }
}

function post<Body extends object>(call: string, body: Body): Promise<Reply> {
  return postJson(`${siteConfig().apiBase}/payments/${call}`, body, PAYMENT_TIMEOUT_MS)
}
