import { type CartItem, cartStore, dismissPriceChanges } from '@site/shared/cart'
import { sessionStore } from '@site/shared/session'
import { renderPage, resetCart } from '@site/shared/testing'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import CheckoutPage from '../checkout/checkout-page'
import { orderStore } from '../order/order-store'
import { confirmed, installNetwork, installSiteConfig, standing } from './network'
import { card, installProviders, resetProviders } from './providers'

export const line = (id: number, title: string, price: number, quantity = 1): CartItem => ({
  id,
  title,
  duration: '1 Day',
  price,
  image: `/images/courses/${id}.svg`,
  quantity,
})

export const manual = line(14, 'Manual Handling', 179)
export const ada = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const payment = { method: 'card', providerId: 'pi_1', isTaken: false }
export const lockedOrder = {
  id: 'order_1700000000000_abcdefgh',
  lines: [manual],
  customer: ada,
  stage: 'locked',
  payment,
}
export const customer: Record<string, string> = {
  'First Name *': 'Ada',
  'Last Name *': 'Marsh',
  'Email Address *': 'ada@example.com',
}

export const goodServer = {
  '/api/payments/create-payment-intent': { body: { data: { clientSecret: 'pi_1_secret_2' } } },
  '/api/payments/confirm-stripe-payment': confirmed,
  '/api/payments/paypal-create-order': { body: { data: { paypalOrderId: 'PP-1' } } },
  '/api/payments/paypal-capture': confirmed,
  '/api/payments/status': standing('paid'),
  '/api/payments/abandon': { body: { data: { status: 'abandoned' } } },
}

/** Call once in a test file. */
export function setUpCheckout(): void {
  installProviders()
  beforeAll(() => installSiteConfig())
  beforeEach(resetCheckout)
  afterEach(leavePage)
}

/** Ends the two seconds after which the cart is cleared. */
export const leavePage = () => act(() => void window.dispatchEvent(new PageTransitionEvent('pagehide')))

function resetCheckout(): void {
  resetCart()
  dismissPriceChanges()
  sessionStore().getState().signOut()
  orderStore.setState(orderStore.getInitialState(), true)
  resetProviders()
}

type Options = { items?: readonly CartItem[]; at?: string; server?: object }

/** Without style sheets nothing can cover a click target. */
export function openCheckoutPage({ items = [manual], at = '/checkout', server = {} }: Options = {}) {
  cartStore().setState({ items })
  const calls = installNetwork({ ...goodServer, ...server })
  return {
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    calls,
    ...renderPage(<CheckoutPage />, { path: '/checkout', at }),
  }
}

/** Keeps only the storage, like a reload. */
export function reloadCheckout(options: Options = {}) {
  cleanup()
  orderStore.setState(orderStore.getInitialState(), true)
  return openCheckoutPage(options)
}

/** Fills in at once, like autofill; `checkout-page.test.tsx` types. */
export async function fillIn(user: ReturnType<typeof userEvent.setup>, texts = customer) {
  for (const [label, text] of Object.entries(texts)) {
    await user.click(await screen.findByLabelText(label))
    await user.paste(text)
  }
}

export const alert = () => screen.findByRole('alert')
export const thanks = () => screen.findByRole('heading', { name: 'Thank you for your order!' })
export const payButton = () => screen.findByRole('button', { name: /^Pay £/ })

async function completeCard() {
  await screen.findByText('the card field')
  act(() => card.type({ brand: 'visa', complete: true }))
}

export async function payByCard(user: ReturnType<typeof userEvent.setup>) {
  await completeCard()
  await user.click(await payButton())
}

export async function openCompleted(options: Options = {}, texts = customer) {
  const page = openCheckoutPage(options)
  await fillIn(page.user, texts)
  await completeCard()
  return page
}

export async function openAndPay(options: Options = {}, texts = customer) {
  const page = await openCompleted(options, texts)
  await page.user.click(await payButton())
  return page
}

export const pressPayPal = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole('button', { name: 'PayPal button' }))

/** With PayPal chosen and the form filled in. */
export async function openPayPal(server: object = {}, texts = customer) {
  const page = openCheckoutPage({ at: '/checkout?method=paypal', server })
  await fillIn(page.user, texts)
  return { ...page, press: () => pressPayPal(page.user) }
}

export const callsOf = (calls: readonly { path: string }[]) => calls.map(({ path }) => path.split('/').at(-1))

export function changeInOtherTab(order: object | undefined) {
  if (order) localStorage.setItem('checkout_order', JSON.stringify({ ...order, keptAt: Date.now() }))
  else localStorage.removeItem('checkout_order')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'checkout_order' })))
}
