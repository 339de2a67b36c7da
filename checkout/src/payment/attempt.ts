import { type CartItem, clearAfterOrder, takePrices } from '@site/shared/cart'
import { type Customer, isSamePurchase, newOrderId, type Order, reopened } from '../order/order'
import { forgetOrder, keepOrder, nobody, orderStore, refuse } from '../order/order-store'
import { cardStatusMessages, checkoutMessages } from './messages'
import { settleOrder } from './order-status'
import { type Attempt, failed, type PaymentOutcome, unsettled } from './payment-method'

const FIRST_ASK_MS = 6_000

const LAST_ASK_MS = 30_000

const LOCK = 'checkout-payment'

let timer: ReturnType<typeof setTimeout> | undefined

function finishAttempt(outcome: PaymentOutcome): void {
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
      refuse(outcome.message)
      break
    case 'unsettled':
      lock(order)
      refuse(outcome.message)
      askLater(order.id, FIRST_ASK_MS)
      break
    case 'similar':
      keepOrder(reopened(order))
      orderStore.setState({ status: 'idle', notice: { tone: 'question', text: outcome.message } })
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
  keepOrder({ id, lines, customer, stage: 'complete', payment, isHeld, isMailed })
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

let current: Attempt | undefined
let isWaiting = false

/** A retry keeps the order's id (D-33); the server ends earlier attempts. */
export function beginAttempt(lines: readonly CartItem[], customer: Customer): Attempt | undefined {
  const { status, order: former } = orderStore.getState()
  if (status === 'processing' || (former && former.stage !== 'open')) return undefined
  const isRetry = former !== undefined && isSamePurchase(former, lines, customer)
  const order = isRetry ? { ...former, customer } : { id: newOrderId(), lines, customer, stage: 'open' as const }
  return startAttempt(order, true)
}

export async function checkAgain(): Promise<void> {
  const isElsewhere = await isPaidElsewhere()
  const { status, order } = orderStore.getState()
  if (status === 'processing' || order?.stage !== 'locked') return
  orderStore.setState({ isElsewhere })
  if (isElsewhere) return waitForOtherTab()
  const { end } = startAttempt(order, false)
  end(await settleOrder(order))
}

export async function giveUpLocked(): Promise<void> {
  const { order } = orderStore.getState()
  if (order?.stage !== 'locked') return
  // Stored before the call, so that a page closed meanwhile does not count as still paying.
  const givenUp = { ...order, isGivenUp: true as const }
  keepOrder(givenUp)
  const { end } = startAttempt(givenUp, false)
  end(await settleOrder(givenUp))
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
      if (!attempt.isOver() && !isGivenUp) keepOrder({ ...reopened(order), stage: 'locked', payment })
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
  const release = isLive ? holdPaymentLock() : () => {}
  return attempt
}

/**
 * Tells other tabs until the payment has ended, the returned function is called or the tab is gone. Without Web Locks
 * they see the stored order alone.
 */
function holdPaymentLock(): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    const unsubscribe = orderStore.subscribe(({ status }) => {
      if (status !== 'processing') release()
    })
    release = () => {
      unsubscribe()
      resolve()
    }
  })
  void locks()?.request(LOCK, () => released)
  return release
}

async function isPaidElsewhere(): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === LOCK)
}

async function whenPaidNowhere(): Promise<void> {
  await locks()?.request(LOCK, () => undefined)
}

/** Secure pages only. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}
