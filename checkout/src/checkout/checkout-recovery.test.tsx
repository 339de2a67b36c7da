import { cartStore } from '@site/shared/cart'
import { act, screen, waitFor } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import {
  alert,
  callsOf,
  changeInOtherTab,
  leavePage,
  line,
  lockedOrder,
  openAndPay,
  openCheckoutPage,
  payButton,
  payByCard,
  reloadCheckout,
  setUpCheckout,
  thanks,
} from '../testing/checkout'
import { refused, standing } from '../testing/network'
import { card } from '../testing/providers'

const CONFIRM = '/api/payments/confirm-stripe-payment'
const STATUS = '/api/payments/status'

const pay = (server: object = {}) => openAndPay({ server })

function expectNoWayToPay() {
  expect(screen.queryByRole('button', { name: /^Pay £/ })).not.toBeInTheDocument()
  expect(screen.queryByText('the card field')).not.toBeInTheDocument()
}

setUpCheckout()

describe('when confirming fails after the money was taken', () => {
  it('R168, D-47: shows the message, the order number and no card form', async () => {
    await pay({ [CONFIRM]: refused(503, 'We cannot reach the card provider.') })
    expect(await alert()).toHaveTextContent('We cannot reach the card provider.')
    expect(await alert()).toHaveFocus()
    expectNoWayToPay()
    expect(screen.getByText(/please do not pay for this order again/)).toBeVisible()
    expect(screen.getByText(new RegExp(orderStore.getState().order?.id ?? 'none'))).toBeVisible()
    expect(screen.getByText('Manual Handling')).toBeVisible()
    expect(cartStore().getState().items).toHaveLength(1)
  })
})

it('R147, D-39, D-47: while the provider is processing, says so politely, keeps the cart and takes no payment, also after a reload', async () => {
  const processing = "Payment processing. We'll update you when payment is received."
  card.confirmCardPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'processing' } })
  const { calls } = await pay()
  expect(await screen.findByText(processing)).toHaveAttribute('role', 'status')
  expect(calls.map(({ path }) => path)).toEqual(['/api/payments/create-payment-intent'])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(await payButton()).toBeDisabled()
  expect(orderStore.getState().status).toBe('processing')
  expect(cartStore().getState().items).toHaveLength(1)
  const { user } = reloadCheckout({ server: { [STATUS]: standing('processing') } })
  expect(await screen.findByText(processing)).toBeVisible()
  expectNoWayToPay()
  await user.click(screen.getByRole('button', { name: 'Cancel this payment' }))
  expect(await alert()).toHaveTextContent(/^Payment was cancelled/)
})

describe('after the order', () => {
  it.each([
    ['paid', true, 'A confirmation has been sent to ada@example.com.'],
    ['paid', false, /^Please note your order number or print this page\./],
    [
      'needs_attention',
      true,
      /^We check your order by hand before we confirm it\. We will write to ada@example\.com\.$/,
    ],
    ['needs_attention', false, /^We check your order by hand before we confirm it\. Please note your order number/],
  ])('R134: of an order that is %s, mailed: %p, it says only what is so', async (status, isMailed, text) => {
    await pay({ [CONFIRM]: standing(status, isMailed) })
    await thanks()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryAllByText(/sent to|write to/)).toHaveLength(isMailed ? 1 : 0)
    expect(screen.getByText(status === 'paid' ? /has been confirmed\.$/ : /has been received\.$/)).toBeVisible()
  })

  it('R131: the checkout of the next purchase starts anew with the same customer', async () => {
    await pay()
    await thanks()
    leavePage()
    const { user, calls } = reloadCheckout({ items: [line(8, 'First Aid at Work', 299)] })
    expect(await screen.findByLabelText('First Name *')).toHaveValue('Ada')
    await payByCard(user)
    await thanks()
    expect(calls[0]?.body).toMatchObject({ amount: 359, items: [{ id: 8, quantity: 1, price: 299 }] })
  })
})

/** Another tab holds the lock of a payment until the returned function is called. */
function otherTabPays(): () => void {
  let held = [{ name: 'checkout-payment' }]
  let end = () => {}
  const isOver = new Promise<void>((resolve) => (end = resolve))
  const locks = {
    request: (_name: string, run: () => unknown) => isOver.then(run),
    query: async () => ({ held }),
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  return () => {
    held = []
    end()
  }
}

afterEach(() => void Reflect.deleteProperty(navigator, 'locks'))

it('D-47: an order that another tab is paying cannot be paid here, and is asked after once that tab is gone', async () => {
  const endPayment = otherTabPays()
  const { calls } = openCheckoutPage()
  await screen.findByLabelText('First Name *')
  changeInOtherTab(lockedOrder)
  expect(await screen.findByRole('heading', { name: 'Your payment is open in another tab' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: /^Pay £/ })).not.toBeInTheDocument()
  expect(calls).toEqual([])
  await act(async () => endPayment())
  await thanks()
  expect(callsOf(calls)).toEqual(['status'])
})

it('D-47: a tab that asks after an order is not disturbed by another that does so too', async () => {
  let respond = (_response: object) => {}
  const { calls } = openCheckoutPage({ server: { [STATUS]: new Promise((resolve) => (respond = resolve)) } })
  await screen.findByLabelText('First Name *')
  changeInOtherTab(lockedOrder)
  await screen.findByText('Asking what became of your payment…')
  expect(screen.queryByRole('button', { name: /^Pay £/ })).not.toBeInTheDocument()
  changeInOtherTab(lockedOrder)
  await act(async () => respond(standing('paid')))
  await thanks()
  expect(callsOf(calls)).toEqual(['status'])
})

it('D-47: a payment of this tab goes on when another tab has merely found it unpaid', async () => {
  const stored = () => JSON.parse(localStorage.getItem('checkout_order') ?? 'null')
  let finish = (_result: object) => {}
  card.confirmCardPayment.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  await openAndPay()
  await waitFor(() => expect(stored()).toMatchObject({ stage: 'locked' }))
  changeInOtherTab({ ...stored(), stage: 'open', payment: undefined })
  await act(async () => finish({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }))
  await thanks()
})

// It showed the confirmation of the next purchase.
it('D-39: a tab that waits for the bank goes on when another tab sets the order aside and pays another', async () => {
  card.confirmCardPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'processing' } })
  await pay()
  await screen.findByText(/^Payment processing\./)
  changeInOtherTab(undefined)
  changeInOtherTab({ ...lockedOrder, stage: 'complete' })
  expect(screen.getByText(/^Payment processing\./)).toBeVisible()
})

// The order that another tab had paid took its place.
it('D-33: a confirmation stays on the screen when another tab begins and ends the next purchase', async () => {
  await openAndPay()
  await thanks()
  for (const stage of ['open', 'complete']) {
    changeInOtherTab({ ...lockedOrder, stage })
    expect(await thanks()).toBeVisible()
    expect(screen.queryByText(new RegExp(lockedOrder.id))).not.toBeInTheDocument()
  }
})
