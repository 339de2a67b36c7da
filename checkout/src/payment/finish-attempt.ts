import { clearAfterOrder, takePrices } from '@site/shared/cart'
import { methodOf, type Order, reopened } from '../order/order'
import { forgetOrder, keepOrder, nobody, orderStore, refuse } from '../order/order-store'
import { cardStatusMessages, checkoutMessages } from './messages'
import { askStatus } from './order-status'
import type { PaymentOutcome } from './outcome'

const FIRST_POLL_MS = 4_000
const LAST_POLL_MS = 30_000

/** Keeps what an attempt came to and tells the visitor; nobody is left without a way on. */
export function finishAttempt(outcome: PaymentOutcome): void {
  const { order } = orderStore.getState()
  if (!order) return
  switch (outcome.kind) {
    case 'paid':
      complete(order, outcome)
      break
    case 'processing':
      lock(order)
      orderStore.setState({ status: 'processing', notice: { tone: 'info', text: cardStatusMessages.processing } })
      pollLater(FIRST_POLL_MS)
      break
    case 'failed':
      if (outcome.isSpent) forgetOrder()
      else keepOrder(reopened(order, outcome.isEnded ? undefined : methodOf(order)))
      refuse(outcome.message || checkoutMessages.generic)
      break
    case 'unsettled':
      lock(order)
      refuse(outcome.message || checkoutMessages.generic)
      break
    case 'similar':
      keepOrder(reopened(order, methodOf(order)))
      orderStore.setState({
        status: 'idle',
        notice: { tone: 'question', text: outcome.message },
      })
      break
    case 'repriced':
      keepOrder(reopened(order, methodOf(order)))
      takePrices(outcome.lines)
      refuse(outcome.message)
  }
}

function complete(order: Order, { isHeld, isMailed, result }: Extract<PaymentOutcome, { kind: 'paid' }>): void {
  const { id, lines, customer } = order
  const payment = order.stage === 'open' ? undefined : order.payment
  keepOrder({
    ...{ id, lines, customer, stage: 'complete' },
    ...(payment && { payment }),
    ...(isHeld && { isHeld }),
    ...(isMailed && { isMailed }),
  })
  orderStore.setState({ status: 'success', notice: undefined, result, customer: nobody })
  clearAfterOrder(lines)
}

/** An order that money may be moving for is locked, also when nothing more is known of its payment. */
function lock(order: Order): void {
  if (order.stage === 'open') keepOrder({ ...order, stage: 'locked' })
}

/** While the provider decides, the server is asked now and then (D-39); a call that fails is no decision. */
function pollLater(delay: number): void {
  setTimeout(async () => {
    const { status, order } = orderStore.getState()
    if (status !== 'processing' || order?.stage !== 'locked') return
    const outcome = await askStatus(order.id)
    if (orderStore.getState().order?.id !== order.id) return
    if (outcome.kind === 'paid' || outcome.kind === 'failed') return finishAttempt(outcome)
    pollLater(Math.min(delay * 1.5, LAST_POLL_MS))
  }, delay)
}
