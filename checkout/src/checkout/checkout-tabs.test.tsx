import { act, screen, waitFor } from '@testing-library/react'
import {
  callsOf,
  changeInOtherTab,
  fillIn,
  lockedOrder,
  openAndPay,
  openCheckoutPage,
  pressPayPal,
  setUpCheckout,
  thanks,
} from '../testing/checkout'
import { standing } from '../testing/network'
import { card, wallet } from '../testing/providers'

const STATUS = '/api/payments/status'
const stored = () => JSON.parse(localStorage.getItem('checkout_order') ?? 'null')

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

setUpCheckout()
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
  changeInOtherTab(lockedOrder)
  await act(async () => respond(standing('paid')))
  await thanks()
  expect(callsOf(calls)).toEqual(['status'])
})

describe('a payment of this tab that another tab has given up', () => {
  it('R156: takes no money, also when the buyer approves it', async () => {
    let approve = () => {}
    wallet.inWindow = [new Promise((resolve) => (approve = () => resolve('approve')))]
    const { user } = openCheckoutPage({ at: '/checkout?method=paypal' })
    await fillIn(user)
    await pressPayPal(user)
    await waitFor(() => expect(wallet.shown).toHaveLength(1))
    changeInOtherTab({ ...stored(), isGivenUp: true })
    changeInOtherTab({ ...stored(), stage: 'open', payment: undefined, isGivenUp: undefined })
    await act(async () => approve())
    expect(wallet.capture).not.toHaveBeenCalled()
    expect(await screen.findByRole('button', { name: 'PayPal button' })).toBeVisible()
  })

  it('D-47: goes on when another tab has merely found it unpaid', async () => {
    let finish = (_result: object) => {}
    card.confirmCardPayment.mockReturnValue(new Promise((resolve) => (finish = resolve)))
    await openAndPay()
    await waitFor(() => expect(stored()).toMatchObject({ stage: 'locked' }))
    changeInOtherTab({ ...stored(), stage: 'open', payment: undefined })
    await act(async () => finish({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }))
    await thanks()
  })
})

it('D-33: a confirmation stays on the screen when another tab begins the next purchase', async () => {
  await openAndPay()
  await thanks()
  changeInOtherTab({ ...lockedOrder, stage: 'open' })
  expect(await thanks()).toBeVisible()
})
