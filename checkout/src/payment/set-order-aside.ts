import { takeOutOfCart } from '@site/shared/cart'
import { forgetOrder, orderStore } from '../order/order-store'

/**
 * Leaves an order alone whose payment nobody can tell the end of yet: the server goes on asking after it. Its
 * courses leave the cart, because they may be paid for.
 */
export function setOrderAside(): void {
  const { order } = orderStore.getState()
  if (order?.stage !== 'locked') return
  forgetOrder()
  takeOutOfCart(order.lines)
}
