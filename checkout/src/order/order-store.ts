import { cartStore, isClearPending } from '@site/shared/cart'
import { watchStorage } from '@site/shared/watch-storage'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type Customer, type Order, type PaymentResult, reopened } from './order'
import { ORDER_KEY, readOrder, writeOrder } from './order-storage'

/** A new object each time, so that the same words can be said again. */
export type Notice = {
  tone: 'error' | 'info' | 'question'
  text: string
  /** Replaces a button just pressed, and takes the focus. */
  isAnswer?: true
}

export type OrderState = {
  /** Stays `processing` until the provider has decided (R130, D-39). */
  status: 'idle' | 'processing' | 'success' | 'error'
  notice: Notice | undefined
  order: Order | undefined
  /** This page started the payment and will see its end. */
  isLive: boolean
  isElsewhere: boolean
  result: PaymentResult | undefined
  customer: Customer
}

export const nobody: Customer = { firstName: '', lastName: '', email: '' }
const start: OrderState = {
  status: 'idle',
  notice: undefined,
  order: undefined,
  isLive: false,
  isElsewhere: false,
  result: undefined,
  customer: nobody,
}

/** Outside the components, because payments and other tabs change it; browser only. */
export const orderStore = createStore<OrderState>()(() => start)

export function useOrder<T>(select: (state: OrderState) => T): T {
  return useStore(orderStore, select)
}

/**
 * Called once in a document, when the cart has been read. A paid order makes room as soon as the cart holds something
 * else.
 */
export function openCheckout(): void {
  followOtherTabs()
  const order = readOrder()
  const isComplete = order?.stage === 'complete'
  const isNextPurchase = cartStore().getState().items.length > 0 && !isClearPending()
  if (order) setCustomer(order.customer)
  if (isComplete && isNextPurchase) forgetOrder()
  else orderStore.setState({ order, status: isComplete ? 'success' : 'idle' })
}

export function refuse(text: string): void {
  orderStore.setState({ status: 'error', notice: { tone: 'error', text } })
}

export function dismissNotice(): void {
  orderStore.setState({ status: 'idle', notice: undefined })
}

export function inform(text: string): void {
  orderStore.setState({ status: 'idle', notice: { tone: 'info', text, isAnswer: true } })
}

export function setCustomer(change: Partial<Customer>): void {
  orderStore.setState(({ customer }) => ({ customer: { ...customer, ...change } }))
}

export function keepOrder(order: Order): void {
  writeOrder(order)
  orderStore.setState({ order })
}

export function forgetOrder(): void {
  const { customer } = orderStore.getState()
  writeOrder(undefined)
  orderStore.setState({ ...start, customer })
}

export function confirmRepeat(): void {
  const { order } = orderStore.getState()
  if (order?.stage === 'open') keepOrder({ ...reopened(order), isRepeat: true })
  dismissNotice()
}

let isFollowing = false

function followOtherTabs(): void {
  if (isFollowing) return
  isFollowing = true
  watchStorage([ORDER_KEY], () => {
    const order = readOrder()
    const { status, isLive, order: own } = orderStore.getState()
    const isComplete = order?.stage === 'complete'
    const isLocked = order?.stage === 'locked'
    // A confirmation stays on the screen until this tab itself begins the next purchase.
    if (status === 'success') return
    // A payment of this tab ends here only when another tab has paid its order or given it up.
    const isEnded = order?.id === own?.id && (isComplete || (isLocked && order.isGivenUp))
    if (status === 'processing' && isLive && !isEnded) return
    // Two tabs may ask after one order; a locked one answers neither.
    if (status === 'processing' && !isLive && isLocked) return
    orderStore.setState({
      order,
      status: isComplete ? 'success' : 'idle',
      notice: undefined,
      isLive: false,
      isElsewhere: isLocked,
    })
  })
}
