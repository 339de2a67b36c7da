import { clearAfterOrder, takePrices } from '@site/shared/cart'
import { type Order, reopened } from '../order/order'
import { forgetOrder, keepOrder, nobody, orderStore, refuse } from '../order/order-store'
import { cardStatusMessages, checkoutMessages } from './messages'
import { settleOrder } from './order-status'
import type { PaymentOutcome } from './payment-method'

const FIRST_ASK_MS = 6_000

const LAST_ASK_MS = 30_000

let timer: ReturnType<typeof setTimeout> | undefined

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
      askLater(order.id, FIRST_ASK_MS)
      break
    case 'failed':
      if (outcome.isSpent) forgetOrder()
      else keepOrder(reopened(order))
      refuse(outcome.message || checkoutMessages.generic)
      break
    case 'unsettled':
      lock(order)
      refuse(outcome.message || checkoutMessages.generic)
      askLater(order.id, FIRST_ASK_MS)
      break
    case 'similar':
      keepOrder(reopened(order))
      orderStore.setState({
        status: 'idle',
        notice: { tone: 'question', text: outcome.message },
      })
      break
    case 'repriced':
      keepOrder(reopened(order))
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

/** The server is asked now and then (D-39); a failed call decides nothing. */
function askLater(id: string, delay: number): void {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const isStillLocked = () => {
      const { order } = orderStore.getState()
      return order?.id === id && order.stage === 'locked' ? order : undefined
    }
    const order = isStillLocked()
    if (!order) return
    const outcome = await settleOrder(order)
    if (!isStillLocked()) return
    const isNews = outcome.kind !== 'unsettled' && outcome.kind !== 'processing'
    const isToWait = outcome.kind === 'processing' && orderStore.getState().status === 'error'
    if (isNews || isToWait) return finishAttempt(outcome)
    askLater(id, Math.min(delay * 1.5, LAST_ASK_MS))
  }, delay)
}
