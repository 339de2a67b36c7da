import type { CartItem } from '@site/shared/cart'
import {
  type Customer,
  isSameBasket,
  type LockedOrder,
  newOrderId,
  type Order,
  reopened,
  type StartedPayment,
} from '../order/order'
import { keepOrder, orderStore } from '../order/order-store'
import { holdPaymentLock, isPaidElsewhere, whenPaidNowhere } from '../order/payment-lock'
import { finishAttempt } from './finish-attempt'
import { checkoutMessages, intentMessages, walletMessages } from './messages'
import { giveUpOrder } from './order-status'
import { failed, type PaymentOutcome, unsettled } from './outcome'
import type { Attempt } from './payment-method'
import { settleOrder } from './settle-order'

let current: Attempt | undefined
let isWaiting = false

/**
 * Starts to pay for these lines by a method, unless a payment is under way. A retry keeps the order's id
 * (D-33). Going another way, by another method or with another order, first has our server end what was
 * begun: no second order is made while the first might still take money.
 */
export async function beginAttempt(
  method: string,
  lines: readonly CartItem[],
  customer: Customer,
): Promise<Attempt | undefined> {
  const { status, order: former } = orderStore.getState()
  if (status === 'processing' || (former && former.stage !== 'open')) return undefined
  const isRetry = former !== undefined && isSameBasket(former, lines, customer)
  const order = isRetry ? former : { id: newOrderId(), lines, customer, stage: 'open' as const }
  const isLeftOpen = former?.method !== undefined && !(isRetry && former.method === method)
  if (isLeftOpen && !(await leaveAttempt(former))) return undefined
  return startAttempt({ ...order, method }, true)
}

/** Asks what became of an order that is locked (D-47); waits for another tab that is paying it. */
export async function checkAgain(): Promise<void> {
  const isElsewhere = await isPaidElsewhere()
  const { status, order } = orderStore.getState()
  if (status === 'processing' || order?.stage !== 'locked') return
  orderStore.setState({ isElsewhere })
  if (isElsewhere) return waitForOtherTab()
  const { end } = startAttempt(order, false)
  end(await settleOrder(order))
}

/** The buyer no longer wants to pay a locked order, wherever it is being paid. */
export async function giveUpLocked(): Promise<void> {
  const { status, order } = orderStore.getState()
  if (status === 'processing' || order?.stage !== 'locked') return
  orderStore.setState({ isElsewhere: false })
  await startAttempt(order, false).giveUp(walletMessages.cancelled)
}

/** @returns whether nothing of the former attempt can still be paid; if not, the visitor has been told. */
async function leaveAttempt(former: Order): Promise<boolean> {
  const attempt = startAttempt(former, true)
  const outcome = await giveUpOrder(former.id, '')
  if (outcome.kind === 'failed' && outcome.isEnded) return !attempt.isOver()
  // No money can have moved, so an answer that is missing leaves the order as it was.
  attempt.end(outcome.kind === 'unsettled' ? failed(intentMessages.noResponse) : outcome)
  return false
}

async function waitForOtherTab(): Promise<void> {
  if (isWaiting) return
  isWaiting = true
  await whenPaidNowhere()
  isWaiting = false
  await checkAgain()
}

function startAttempt(order: Order, isLive: boolean): Attempt {
  const attempt: Attempt = {
    order,
    isOver: () => current !== attempt || orderStore.getState().status !== 'processing',
    lock(payment) {
      const { order: kept } = orderStore.getState()
      const isGivenUp = kept?.stage === 'locked' && kept.isGivenUp
      if (!attempt.isOver() && !isGivenUp) keepOrder(locked(order, payment))
    },
    async run(flow) {
      try {
        const outcome = await flow()
        if (outcome) attempt.end(outcome)
      } catch (error) {
        console.warn('The payment broke off', error)
        const isLocked = orderStore.getState().order?.stage === 'locked'
        attempt.end(isLocked ? unsettled(checkoutMessages.generic) : failed(checkoutMessages.generic))
      }
    },
    async giveUp(message) {
      if (attempt.isOver()) return
      // Kept before the call: a page that is lost meanwhile must not be taken for one that wants to pay.
      const { order: kept } = orderStore.getState()
      const payment = kept?.stage === 'locked' ? kept.payment : undefined
      keepOrder({ ...locked(order, payment), isGivenUp: true })
      attempt.end(await giveUpOrder(order.id, message))
    },
    end(outcome: PaymentOutcome) {
      if (attempt.isOver()) return
      current = undefined
      release()
      finishAttempt(outcome)
    },
  }
  current = attempt
  if (isLive) keepOrder(order)
  orderStore.setState({ status: 'processing', notice: undefined, isLive, isElsewhere: false })
  const release = isLive ? holdWhilePaying() : () => {}
  return attempt
}

/** Other tabs wait for this one until the payment has ended, also when one of them has ended it. */
function holdWhilePaying(): () => void {
  const release = holdPaymentLock()
  const stop = orderStore.subscribe(({ status }) => {
    if (status !== 'processing') end()
  })
  function end() {
    stop()
    release()
  }
  return end
}

function locked(order: Order, payment: StartedPayment | undefined): LockedOrder {
  const { id, lines, customer, isRepeat } = reopened(order)
  return { id, lines, customer, ...(isRepeat && { isRepeat }), stage: 'locked', ...(payment && { payment }) }
}
