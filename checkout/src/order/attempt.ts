import { type CartItem, clearAfterOrder } from '@site/shared/cart'
import { cardStatusMessages, checkoutMessages } from '../payment/messages'
import { failed, type PaymentOutcome, unsettled } from '../payment/outcome'
import { settleOrder } from '../payment/settle-order'
import { type Customer, type Evidence, isSameBasket, newOrderId, type Order } from './order'
import { keepOrder, nobody, orderStore, refuse } from './order-store'

const FIRST_POLL_MS = 4_000
const LAST_POLL_MS = 30_000

/** One go at paying an order; there is never more than one at a time. */
export type Attempt = {
  order: Order
  /** To be called before the provider may move money, with what the payment can be asked after by. */
  lock: (evidence: Evidence) => void
  /** Ends the attempt; only the first call counts (D-44). */
  end: (outcome: PaymentOutcome) => void
}

/** Starts to pay for these lines, unless a payment is under way. A retry keeps the order's id (D-33). */
export function beginAttempt(lines: readonly CartItem[], customer: Customer): Attempt | undefined {
  const { status, order: former } = orderStore.getState()
  if (status === 'processing' || (former && former.stage !== 'open')) return undefined
  const isRetry = former && isSameBasket(former, lines, customer)
  return startAttempt(isRetry ? former : { id: newOrderId(), lines, customer, stage: 'open' }, true)
}

/** Asks what became of an order that is locked (D-47); does nothing while that is under way. */
export async function checkAgain(): Promise<void> {
  const { status, order } = orderStore.getState()
  if (status === 'processing' || order?.stage !== 'locked') return
  const { end } = startAttempt(order, false)
  end(await settleOrder(order))
}

/** Runs a provider's flow to its end; whatever it throws, the visitor is told no more than is certain. */
export async function runAttempt(attempt: Attempt, flow: () => Promise<PaymentOutcome>): Promise<void> {
  try {
    attempt.end(await flow())
  } catch (error) {
    console.warn('The payment broke off', error)
    const isLocked = orderStore.getState().order?.stage === 'locked'
    attempt.end(isLocked ? unsettled(checkoutMessages.generic) : failed(checkoutMessages.generic))
  }
}

function startAttempt(order: Order, isLive: boolean): Attempt {
  keepOrder(order)
  orderStore.setState({ status: 'processing', notice: undefined, isLive })
  let isOver = false
  return {
    order,
    lock(evidence) {
      if (!isOver) keepOrder({ ...order, stage: 'locked', evidence })
    },
    end(outcome) {
      if (isOver) return
      isOver = true
      finish(outcome)
    },
  }
}

function finish(outcome: PaymentOutcome): void {
  const { order } = orderStore.getState()
  if (!order) return
  const { id, lines, customer } = order
  switch (outcome.kind) {
    case 'paid':
      keepOrder({ ...order, stage: 'complete' })
      orderStore.setState({ status: 'success', notice: undefined, result: outcome.result, customer: nobody })
      clearAfterOrder(lines)
      break
    case 'processing':
      orderStore.setState({ status: 'processing', notice: { tone: 'info', text: cardStatusMessages.processing } })
      pollLater(FIRST_POLL_MS)
      break
    case 'failed':
      keepOrder({ id, lines, customer, stage: 'open' })
      refuse(outcome.message)
      break
    case 'unsettled':
      refuse(outcome.message)
  }
}

/** While the provider decides, the server is asked now and then (D-39); a call that fails is no decision. */
function pollLater(delay: number): void {
  setTimeout(async () => {
    const { status, order } = orderStore.getState()
    if (status !== 'processing' || order?.stage !== 'locked') return
    const outcome = await settleOrder(order)
    if (outcome.kind === 'paid' || outcome.kind === 'failed') return finish(outcome)
    pollLater(Math.min(delay * 1.5, LAST_POLL_MS))
  }, delay)
}
