import { compositionHere } from '@site/shared/composition-timing'
import { PAYMENT_TIMEOUT_MS } from '@site/shared/constants'
import { siteConfig } from '@site/shared/site-config'
import { type ApiResult, postJson } from '../http/post-json'
import { describeOrder, type Order } from '../order/order'

export function postPayment<Body extends object>(call: string, body: Body): Promise<ApiResult> {
  return postJson(`${siteConfig().apiBase}/payments/${call}`, body, PAYMENT_TIMEOUT_MS)
}

export function orderFields(order: Order) {
  const { firstName, lastName, email } = order.customer
  const composition = compositionHere()
  return {
    orderId: order.id,
    customerEmail: email,
    customerName: `${firstName} ${lastName}`,
    description: describeOrder(order),
    items: order.lines.map(({ id, quantity, price }) => ({ id, quantity, price })),
    ...(composition !== undefined && { composition }),
    ...(order.isRepeat && { confirmRepeat: true as const }),
  }
}
