import { cartStore, isClearPending } from '@site/shared/cart'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { checkoutMessages } from '../payment/messages'
import type { Customer, Order, PaymentResult } from './order'
import { readOrder, writeOrder } from './order-storage'

/** Something to tell the visitor; a new object each time, so that the same words can be said again. */
export type Notice = { tone: 'error' | 'info'; text: string }

export type OrderState = {
  /** R130. It stays `processing` while the provider has not decided (D-39). */
  status: 'idle' | 'processing' | 'success' | 'error'
  notice: Notice | undefined
  order: Order | undefined
  /** True while the page that started the payment is still there to see its end. */
  isLive: boolean
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
 * Takes up what this tab was busy with, when the checkout is shown and the cart has been read. An order
 * that is paid makes room for the next one as soon as there is something else in the cart.
 */
export function openCheckout(): void {
  const { status, order = readOrder(), customer } = orderStore.getState()
  const isNextPurchase = cartStore().getState().items.length > 0 && !isClearPending()
  if (status === 'processing') {
    orderStore.setState({ isLive: false })
  } else if (order?.stage === 'complete' && isNextPurchase) {
    writeOrder(undefined)
    orderStore.setState({ ...start, customer: order.customer })
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
  if (orderStore.getState().status === 'error') dismissNotice()
}

/** Shows why there is no payment; an empty reason gets the generic words (R182). */
export function refuse(message: string): void {
  orderStore.setState({ status: 'error', notice: { tone: 'error', text: message || checkoutMessages.generic } })
}

/** Takes the alert away (R132). */
export function dismissNotice(): void {
  orderStore.setState({ status: 'idle', notice: undefined })
}

export function setCustomer(change: Partial<Customer>): void {
  orderStore.setState(({ customer }) => ({ customer: { ...customer, ...change } }))
}

/** Replaces the order, also in the tab's storage, so that it outlives the page. */
export function keepOrder(order: Order): void {
  writeOrder(order)
  orderStore.setState({ order })
}
