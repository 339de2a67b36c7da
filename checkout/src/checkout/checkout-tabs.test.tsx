import { cartStore } from '@site/shared/cart'
import { act, screen, waitFor } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import { standing } from '../testing/attempt'
import {
  callsOf,
  changeInOtherTab,
  fillIn,
  openCheckoutPage,
  payByCard,
  pressPayPal,
  reloadCheckout,
  resetCheckout,
} from '../testing/checkout'
import { card, installProviders, wallet } from '../testing/providers'
import { installSiteConfig } from '../testing/site-config'
import { installTabLocks, otherTabPays, resetTabLocks } from '../testing/tab-locks'

const STATUS = '/api/payments/status'
const thanks = () => screen.findByRole('heading', { name: 'Thank you for your order!' })
const elsewhere = () => screen.findByRole('heading', { name: 'Your payment is open in another tab' })
const stored = () => JSON.parse(localStorage.getItem('checkout_order') ?? 'null')

async function loseTheTab() {
  card.confirmCardPayment.mockReturnValue(new Promise(() => {}))
  const page = openCheckoutPage()
  await fillIn(page.user)
  await payByCard(page.user)
  await waitFor(() => expect(orderStore.getState().order?.stage).toBe('locked'))
  sessionStorage.clear()
}

function lockedElsewhere() {
  const items = cartStore().getState().items
  const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
  const payment = { method: 'card', providerId: 'pi_1', isTaken: false }
  return { id: 'order_1700000000000_abcdefgh', lines: items, customer, stage: 'locked', payment }
}

installProviders()
installTabLocks()
beforeAll(() => installSiteConfig())
beforeEach(resetCheckout)
beforeEach(resetTabLocks)
afterEach(() => act(() => void window.dispatchEvent(new PageTransitionEvent('pagehide'))))

describe('a tab that is lost while the bank asks', () => {
  it('D-47: gives a later tab the same order when no money has moved', async () => {
    await loseTheTab()
    const { id } = stored()
    const { user, calls } = reloadCheckout({ server: { [STATUS]: standing('unpaid') } })
    await screen.findByLabelText('First Name *')
    await payByCard(user)
    await waitFor(() => expect(callsOf(calls)).toContain('create-payment-intent'))
    expect(calls.at(1)?.body.orderId).toBe(id)
  })
})

describe('an order that another tab is paying', () => {
  it('D-47: is not asked after, and cannot be paid here', async () => {
    otherTabPays()
    const { calls } = openCheckoutPage()
    await screen.findByLabelText('First Name *')
    changeInOtherTab(lockedElsewhere())
    expect(await elsewhere()).toBeVisible()
    expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: /^Pay £/ })).not.toBeInTheDocument()
    expect(calls).toEqual([])
  })

  it('D-47: is asked after as soon as that tab is gone', async () => {
    const endPayment = otherTabPays()
    const { calls } = openCheckoutPage()
    await screen.findByLabelText('First Name *')
    changeInOtherTab(lockedElsewhere())
    await elsewhere()
    await act(async () => endPayment())
    await thanks()
    expect(callsOf(calls)).toEqual(['status'])
  })
})

it('D-47: a tab that asks after an order is not disturbed by another that does so too', async () => {
  let respond = (_response: object) => {}
  const { calls } = openCheckoutPage({ server: { [STATUS]: new Promise((resolve) => (respond = resolve)) } })
  await screen.findByLabelText('First Name *')
  changeInOtherTab(lockedElsewhere())
  await screen.findByText('Asking what became of your payment…')
  changeInOtherTab(lockedElsewhere())
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
    const { user } = openCheckoutPage()
    await fillIn(user)
    await payByCard(user)
    await waitFor(() => expect(stored()).toMatchObject({ stage: 'locked' }))
    changeInOtherTab({ ...stored(), stage: 'open', payment: undefined })
    await act(async () => finish({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }))
    await thanks()
  })
})

it('D-33: a confirmation stays on the screen when another tab begins the next purchase', async () => {
  const { user } = openCheckoutPage()
  await fillIn(user)
  await payByCard(user)
  await thanks()
  changeInOtherTab({ ...lockedElsewhere(), stage: 'open' })
  expect(await thanks()).toBeVisible()
})
