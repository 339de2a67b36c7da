import { act, screen, waitFor } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import {
  ada,
  goodServer,
  lockedOrder,
  openCheckoutPage,
  payByCard,
  pressPayPal,
  setUpCheckout,
} from '../testing/checkout'
import { type Answer, confirmed, noResponse, notPaid, pending, refused, standing } from '../testing/network'

type View = 'confirmed' | 'received' | 'form' | 'waiting' | 'locked' | 'question'

type State =
  | 'card is started'
  | 'card is confirmed'
  | 'wallet is started'
  | 'wallet is captured'
  | 'order is asked after'
  | 'taken order is asked after'
  | 'cancelled order is asked after'

const badGateway: Answer = { status: 502, body: '<html>' }
type Case = { answer: Answer; status?: Answer }

const responses = {
  paid: { answer: confirmed, status: standing('paid') },
  unpaid: { answer: standing('unpaid') },
  processing: { answer: standing('processing') },
  refunded: { answer: standing('refunded') },
  held: { answer: standing('needs_attention'), status: standing('needs_attention') },
  order_paid: { answer: refused(409, 'x', 'order_paid'), status: standing('paid') },
  'order_paid, then silence': { answer: refused(409, 'x', 'order_paid'), status: noResponse },
  payment_mismatch: { answer: refused(409, 'x', 'payment_mismatch'), status: standing('needs_attention') },
  payment_processing: { answer: pending, status: standing('processing') },
  payment_not_confirmed: { answer: notPaid },
  payment_not_found: { answer: refused(404, 'x', 'payment_not_found') },
  payment_returned: { answer: refused(409, 'It was sent back.', 'payment_returned') },
  similar_order: { answer: refused(409, 'Again?', 'similar_order') },
  price_changed: { answer: refused(422, 'Changed.', 'price_changed', { lines: [{ id: 14, price: 189 }] }) },
  order_conflict: { answer: refused(409, 'In another window.', 'order_conflict') },
  unavailable: { answer: refused(503, 'Later.', 'unavailable') },
  'a proxy’s error': { answer: badGateway },
  'no response': { answer: noResponse },
} satisfies Record<string, Case>

type ResponseName = keyof typeof responses

/** Paid, received or undecided: the view is the same however the page learns of it. */
const known: Partial<Record<ResponseName, View>> = {
  order_paid: 'confirmed',
  'order_paid, then silence': 'confirmed',
  payment_mismatch: 'received',
  payment_processing: 'waiting',
}

/** Nothing was begun, so any other answer opens the form. */
const starting: Partial<Record<ResponseName, View>> = { ...known, similar_order: 'question' }

/** The provider took the money: only a refund opens the form. Any 2xx is a success. */
const taken: Partial<Record<ResponseName, View>> = {
  ...known,
  paid: 'confirmed',
  held: 'received',
  unpaid: 'confirmed',
  processing: 'confirmed',
  refunded: 'confirmed',
  payment_returned: 'form',
}

const asked: Partial<Record<ResponseName, View>> = {
  paid: 'confirmed',
  held: 'received',
  processing: 'waiting',
  refunded: 'form',
}

/** Any 2xx of `abandon` ends the order. */
const ended = { paid: 'form', held: 'form', unpaid: 'form', processing: 'form', refunded: 'form' } as const

type Column = { otherwise: View; views: Partial<Record<ResponseName, View>> }

const expected: Record<State, Column> = {
  'card is started': { otherwise: 'form', views: starting },
  'card is confirmed': { otherwise: 'locked', views: taken },
  'wallet is started': { otherwise: 'form', views: starting },
  'wallet is captured': { otherwise: 'locked', views: taken },
  'order is asked after': { otherwise: 'locked', views: { ...asked, unpaid: 'form' } },
  'taken order is asked after': { otherwise: 'locked', views: asked },
  'cancelled order is asked after': { otherwise: 'locked', views: { ...known, ...ended } },
}

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
  'order is asked after': { call: '/api/payments/status', order: lockedOrder },
  'taken order is asked after': {
    call: '/api/payments/status',
    order: { ...lockedOrder, payment: { ...paypal, isTaken: true } },
  },
  'cancelled order is asked after': {
    call: '/api/payments/abandon',
    order: { ...lockedOrder, payment: paypal, isGivenUp: true },
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

async function enter(state: State, server: object): Promise<Page> {
  const { order, pay } = entries[state]
  if (order) localStorage.setItem('checkout_order', JSON.stringify(order))
  orderStore.setState({ customer: ada })
  const at = state.startsWith('wallet') ? '/checkout?method=paypal' : '/checkout'
  const page = openCheckoutPage({ at, server })
  await act(async () => {})
  await pay?.(page)
  return page
}

function enterWith(state: State, name: ResponseName): Promise<Page> {
  const { answer, status = noResponse }: Case = responses[name]
  return enter(state, { '/api/payments/status': status, [entries[state].call]: answer })
}

setUpCheckout()
beforeEach(() => void jest.spyOn(globalThis, 'setTimeout'))

const cells = Object.keys(entries).flatMap((state) =>
  Object.keys(responses).map((response) => {
    const { views, otherwise } = expected[state as State]
    return [state as State, response as ResponseName, views[response as ResponseName] ?? otherwise] as const
  }),
)

it.each(cells)(
  'D-47: when a %s, the response %s leads to the view "%s" and its way on',
  async (state, response, view) => {
    await enterWith(state, response)
    await waysOn[view]()
  },
)

it.each(Object.keys(entries) as State[])('D-47: when a %s and nobody responds, asking again ends it', async (state) => {
  const { call } = entries[state]
  let isBack = false
  const good = { ...goodServer, '/api/payments/status': responses.paid.status }
  const page = await enter(state, { ...good, [call]: () => (isBack ? good[call] : noResponse) })
  await screen.findByRole('alert')
  isBack = true
  const next = screen.queryByRole('button', { name: 'Check again' })
  await page.user.click(next ?? (await screen.findByRole('button', { name: /^(Pay £|PayPal button)/ })))
  await waitFor(() =>
    expect(screen.queryByText(/has been confirmed|^Payment was cancelled/) ?? document.body).not.toBe(document.body),
  )
})

it('D-47: an order set aside leaves the checkout free and its courses out of the cart', async () => {
  const { user } = await enterWith('taken order is asked after', 'unpaid')
  await user.click(await screen.findByRole('button', { name: 'Set this order aside' }))
  expect(await screen.findByText('another page')).toBeVisible()
  expect(orderStore.getState().order).toBeUndefined()
  expect(localStorage.getItem('checkout_order')).toBeNull()
  expect(JSON.parse(localStorage.getItem('cart') ?? 'null')).toEqual([])
})
