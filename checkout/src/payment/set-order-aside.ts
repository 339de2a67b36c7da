import { takeOutOfCart } from '@site/shared/cart'
import { forgetOrder, orderStore } from '../order/order-store'

/** The server goes on asking. The courses leave the cart, because they may be paid for. */
export function setOrderAside(): void {
  const { order } = orderStore.getState()
  if (order?.stage !== 'locked') return
  forgetOrder()
  takeOutOfCart(order.lines)
}
