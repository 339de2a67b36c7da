import { cartStore, isClearPending } from '@site/shared/cart'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type Customer, type Order, type PaymentResult, reopened } from './order'
import { readOrder, watchOrder, writeOrder } from './order-storage'

/** Something to tell the visitor; a new object each time, so that the same words can be said again. */
export type Notice =
  | { tone: 'error'; text: string }
  /** `isAnswer`: it stands where the visitor has just pressed a button, and takes the focus. */
  | { tone: 'info'; text: string; isAnswer?: true }
  /** The visitor has to say whether they mean it: the same was ordered a moment ago. */
  | { tone: 'question'; text: string }

export type OrderState = {
  /** R130. It stays `processing` while the provider has not decided (D-39). */
  status: 'idle' | 'processing' | 'success' | 'error'
  notice: Notice | undefined
  order: Order | undefined
  /** True while the page that started the payment is still there to see its end. */
  isLive: boolean
  /** True while another tab of this browser is making the payment. */
  isElsewhere: boolean
  /** The provider's record of the payment made on this page (R150, R157). */
  result: PaymentResult | undefined
  /** What the visitor has typed; kept while they sign in or look at the cart. */
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

/**
 * The order being paid. It lives outside the page's components, because a payment goes on when the
 * visitor looks at another page meanwhile (D-32); browser only.
 */
export const orderStore = createStore<OrderState>()(() => start)

/** A narrow slice of the order being paid. */
export function useOrder<T>(select: (state: OrderState) => T): T {
  return useStore(orderStore, select)
}

/**
 * Takes up what this browser was busy with, when the checkout is shown and the cart has been read. An order
 * that is paid makes room for the next one as soon as there is something else in the cart.
 */
export function openCheckout(): void {
  const { status, customer, ...state } = orderStore.getState()
  followOtherTabs()
  const order = readOrder() ?? state.order
  const isNextPurchase = cartStore().getState().items.length > 0 && !isClearPending()
  if (status === 'processing') {
    orderStore.setState({ isLive: false })
  } else if (order?.stage === 'complete' && isNextPurchase) {
    forgetOrder()
    orderStore.setState({ customer: order.customer })
  } else {
    orderStore.setState({
      order,
      status: order?.stage === 'complete' ? 'success' : status,
      customer: customer === nobody && order ? order.customer : customer,
    })
  }
}

/** Forgets a complaint when the checkout is left; what a payment comes to meanwhile waits for the return. */
export function leaveCheckout(): void {
  const { status, notice } = orderStore.getState()
  if (status === 'error' || notice?.tone === 'question') dismissNotice()
}

/** Shows why there is no payment. */
export function refuse(text: string): void {
  orderStore.setState({ status: 'error', notice: { tone: 'error', text } })
}

/** Takes the alert away (R132). */
export function dismissNotice(): void {
  orderStore.setState({ status: 'idle', notice: undefined })
}

/** Tells the visitor what follows from their answer, in the place of the question. */
export function inform(text: string): void {
  orderStore.setState({ status: 'idle', notice: { tone: 'info', text, isAnswer: true } })
}

export function setCustomer(change: Partial<Customer>): void {
  orderStore.setState(({ customer }) => ({ customer: { ...customer, ...change } }))
}

/** Replaces the order, also in the browser's storage, so that it outlives the page. */
export function keepOrder(order: Order): void {
  writeOrder(order)
  orderStore.setState({ order })
}

/** Makes room for the next order. */
export function forgetOrder(): void {
  const { customer } = orderStore.getState()
  writeOrder(undefined)
  orderStore.setState({ ...start, customer })
}

/** The buyer has said that they mean to order the same again. */
export function confirmRepeat(): void {
  const { order } = orderStore.getState()
  if (order?.stage === 'open') keepOrder({ ...reopened(order), isRepeat: true })
  dismissNotice()
}

let isFollowing = false

/** Keeps this tab in step with what other tabs make of the order, from its first checkout on. */
function followOtherTabs(): void {
  if (isFollowing) return
  isFollowing = true
  watchOrder((order) => {
    const { status, isLive } = orderStore.getState()
    const isComplete = order?.stage === 'complete'
    const isLocked = order?.stage === 'locked'
    // A confirmation stays on the screen until this tab itself begins the next purchase.
    if (status === 'success' && !isComplete) return
    // A payment of this tab ends here only when another tab has paid the order or given it up.
    if (status === 'processing' && isLive && !isComplete && !(isLocked && order.isGivenUp)) return
    // Two tabs may ask after one order at a time; what is still locked answers neither.
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
