import { act, screen, waitFor } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import { noResponse } from '../testing/attempt'
import { goodServer, manual, openCheckoutPage, payByCard, pressPayPal, resetCheckout } from '../testing/checkout'
import { installProviders } from '../testing/providers'
import { installSiteConfig } from '../testing/site-config'
import { expected, type ResponseName, responses, type State, type View } from './checkout-states.test-table'

const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
const locked = { id: 'order_1700000000000_abcdefgh', lines: [manual], customer, stage: 'locked' }
const card = { method: 'card', providerId: 'pi_1', isTaken: false }
const paypal = { method: 'paypal', providerId: 'PP-1', isTaken: false }

type Page = ReturnType<typeof openCheckoutPage>
type Entry = {
  call: keyof typeof goodServer | '/api/payments/status'
  order?: object
  pay?: (page: Page) => Promise<void>
}

const byCard = ({ user }: Page) => payByCard(user)
const byPayPal = ({ user }: Page) => pressPayPal(user)

const entries: Record<State, Entry> = {
  'card is started': { call: '/api/payments/create-payment-intent', pay: byCard },
  'card is confirmed': { call: '/api/payments/confirm-stripe-payment', pay: byCard },
  'wallet is started': { call: '/api/payments/paypal-create-order', pay: byPayPal },
  'wallet is captured': { call: '/api/payments/paypal-capture', pay: byPayPal },
  'order is asked after': { call: '/api/payments/status', order: { ...locked, payment: card } },
  'taken order is asked after': {
    call: '/api/payments/status',
    order: { ...locked, payment: { ...paypal, isTaken: true } },
  },
  'cancelled order is asked after': {
    call: '/api/payments/abandon',
    order: { ...locked, payment: paypal, isGivenUp: true },
  },
}

const waysOn: Record<View, () => Promise<void>> = {
  async confirmed() {
    expect(await screen.findByText(/^Your order #\S+ has been confirmed\.$/)).toBeVisible()
    expectLinkOn()
  },
  async received() {
    expect(await screen.findByText(/^Your payment for order #\S+ has been received\.$/)).toBeVisible()
    expectLinkOn()
  },
  async form() {
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(await screen.findByRole('button', { name: /^(Pay £|PayPal button)/ })).toBeEnabled()
  },
  async question() {
    expect(await screen.findByRole('button', { name: /^Yes/ })).toBeEnabled()
    expect(screen.getByRole('button', { name: /^No/ })).toBeEnabled()
  },
  async waiting() {
    await screen.findByText("Payment processing. We'll update you when payment is received.")
    expect(setTimeout).toHaveBeenCalledWith(expect.any(Function), 6_000)
    if (!screen.queryByLabelText('First Name *')) expectWayOut()
  },
  async locked() {
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: /^Pay £/ })).not.toBeInTheDocument()
    expectWayOut()
  },
}

function expectLinkOn() {
  expect(screen.getByRole('link', { name: 'Browse More Courses' })).toBeVisible()
}

function expectWayOut() {
  const [wayOut] = screen.getAllByRole('button', { name: /^(Cancel this payment|Set this order aside)$/ })
  expect(wayOut).toBeEnabled()
}

async function enter(state: State, name: ResponseName): Promise<Page> {
  const { call, order, pay } = entries[state]
  const { answer, status = noResponse } = { status: undefined, ...responses[name] }
  if (order) localStorage.setItem('checkout_order', JSON.stringify(order))
  orderStore.setState({ customer })
  const page = openCheckoutPage({
    at: pay === byPayPal || state.startsWith('wallet') ? '/checkout?method=paypal' : '/checkout',
    server: { '/api/payments/status': status, [call]: answer },
  })
  await act(async () => {})
  await pay?.(page)
  return page
}

installProviders()
beforeAll(() => installSiteConfig())
beforeEach(() => {
  resetCheckout()
  jest.spyOn(globalThis, 'setTimeout')
})
afterEach(() => act(() => void window.dispatchEvent(new PageTransitionEvent('pagehide'))))

const cells = Object.keys(entries).flatMap((state) =>
  Object.keys(responses).map((response) => {
    const { views, otherwise } = expected[state as State]
    return [state as State, response as ResponseName, views[response as ResponseName] ?? otherwise] as const
  }),
)

it.each(cells)(
  'D-47: when a %s, the response %s leads to the view "%s" and its way on',
  async (state, response, view) => {
    await enter(state, response)
    await waysOn[view]()
  },
)

it.each(Object.keys(entries) as State[])('D-47: when a %s and nobody responds, asking again ends it', async (state) => {
  const { call, order, pay } = entries[state]
  if (order) localStorage.setItem('checkout_order', JSON.stringify(order))
  orderStore.setState({ customer })
  let isBack = false
  const good = { ...goodServer, '/api/payments/status': responses.paid.status }
  const page = openCheckoutPage({
    at: state.startsWith('wallet') ? '/checkout?method=paypal' : '/checkout',
    server: { ...good, [call]: () => (isBack ? good[call] : noResponse) },
  })
  await act(async () => {})
  await pay?.(page)
  await screen.findByRole('alert')
  isBack = true
  const next = screen.queryByRole('button', { name: 'Check again' })
  await page.user.click(next ?? (await screen.findByRole('button', { name: /^(Pay £|PayPal button)/ })))
  await waitFor(() =>
    expect(screen.queryByText(/has been confirmed|^Payment was cancelled/) ?? document.body).not.toBe(document.body),
  )
})

it('D-47: an order set aside leaves the checkout free and its courses out of the cart', async () => {
  const { user } = await enter('taken order is asked after', 'unpaid')
  await user.click(await screen.findByRole('button', { name: 'Set this order aside' }))
  expect(await screen.findByText('another page')).toBeVisible()
  expect(orderStore.getState().order).toBeUndefined()
  expect(localStorage.getItem('checkout_order')).toBeNull()
  expect(JSON.parse(localStorage.getItem('cart') ?? 'null')).toEqual([])
})
