import { type CartItem, cartStore, dismissPriceChanges } from '@site/shared/cart'
import { sessionStore } from '@site/shared/session'
import { renderPage, resetCart } from '@site/shared/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import CheckoutPage from '../checkout/checkout-page'
import { orderStore } from '../order/order-store'
import { confirmed } from './attempt'
import { installNetwork } from './network'
import { resetProviders } from './providers'

export const line = (id: number, title: string, price: number, quantity = 1): CartItem => ({
  id,
  title,
  duration: '1 Day',
  price,
  image: `/images/courses/${id}.svg`,
  quantity,
})

export const manual = line(14, 'Manual Handling', 179)
export const customer = { 'First Name *': 'Ada', 'Last Name *': 'Marsh', 'Email Address *': 'ada@example.com' }

/** The server where all goes well. */
export const goodServer = {
  '/api/payments/create-payment-intent': { body: { data: { clientSecret: 'pi_1_secret_2' } } },
  '/api/payments/confirm-stripe-payment': confirmed,
  '/api/payments/paypal-create-order': { body: { data: { paypalOrderId: 'PP-1' } } },
  '/api/payments/paypal-capture': confirmed,
  '/api/payments/abandon': { body: { data: { status: 'abandoned' } } },
}

/** Forgets everything, as a new tab of a new visitor does; call before each test. */
export function resetCheckout(): void {
  resetCart()
  dismissPriceChanges()
  sessionStore().getState().signOut()
  orderStore.setState(orderStore.getInitialState(), true)
  resetProviders()
}

type Options = { items?: readonly CartItem[]; at?: string; server?: Parameters<typeof installNetwork>[0] }

/** Opens the checkout with a cart. */
export function openCheckoutPage({ items = [manual], at = '/checkout', server = {} }: Options = {}) {
  cartStore().setState({ items })
  const calls = installNetwork({ ...goodServer, ...server })
  return { user: userEvent.setup(), calls, ...renderPage(<CheckoutPage />, { path: '/checkout', at }) }
}

/** What a reload leaves of the page: storage only. */
export function reloadCheckout(options: Options = {}) {
  cleanup()
  orderStore.setState(orderStore.getInitialState(), true)
  return openCheckoutPage(options)
}

/** Fills in `Your Information`. */
export async function fillIn(user: ReturnType<typeof userEvent.setup>, texts: Record<string, string> = customer) {
  for (const [label, text] of Object.entries(texts)) await user.type(await screen.findByLabelText(label), text)
}

export const payButton = () => screen.findByRole('button', { name: /^Pay £/ })
export const orderIds = (calls: readonly { body: Record<string, unknown> }[]) => calls.map(({ body }) => body.orderId)
