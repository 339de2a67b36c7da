import { act, screen } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import { refused, standing } from '../testing/attempt'
import {
  callsOf,
  customer,
  fillIn,
  openCheckoutPage,
  orderIds,
  reloadCheckout,
  resetCheckout,
} from '../testing/checkout'
import { installProviders, scripts, wallet } from '../testing/providers'
import { installSiteConfig } from '../testing/site-config'

async function openWallet(server: object = {}, texts: Record<string, string> = customer) {
  const page = openCheckoutPage({ at: '/checkout?method=paypal', server: { ...server } })
  await fillIn(page.user, texts)
  const press = async () => page.user.click(await screen.findByRole('button', { name: 'PayPal button' }))
  return { ...page, press }
}

const alert = () => screen.findByRole('alert')
const thanks = () => screen.findByRole('heading', { name: 'Thank you for your order!' })

installProviders()
beforeAll(() => installSiteConfig())
beforeEach(resetCheckout)
afterEach(() => act(() => void window.dispatchEvent(new PageTransitionEvent('pagehide'))))

it('R152: shows a vertical, blue, rectangular pay button of height 55', async () => {
  await openWallet()
  expect(await screen.findByRole('heading', { name: 'Pay with PayPal' })).toBeVisible()
  await screen.findByRole('button', { name: 'PayPal button' })
  expect(wallet.style).toEqual({ layout: 'vertical', color: 'blue', shape: 'rect', label: 'pay', height: 55 })
})

it('R153, D-41: asks for the script with these options, in the sandbox from this origin', async () => {
  await openWallet()
  await screen.findByRole('button', { name: 'PayPal button' })
  const address = new URL(wallet.scripts[0] ?? '')
  expect(address.origin + address.pathname).toBe('http://localhost/sandbox/paypal.js')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    'client-id': 'sandbox',
    currency: 'GBP',
    intent: 'capture',
    components: 'buttons',
    'enable-funding': 'venmo,paylater,card',
  })
})

it('R155–R157: creates, captures, notifies and confirms', async () => {
  const { press, calls } = await openWallet()
  await press()
  await thanks()
  expect(calls.map(({ path }) => path)).toEqual(
    ['create-order', 'capture'].map((name) => `/api/payments/paypal-${name}`),
  )
  expect(wallet.capture).toHaveBeenCalledTimes(1)
  expect(orderStore.getState().result).toMatchObject({ method: 'paypal', id: 'PP-1', status: 'COMPLETED' })
  expect(screen.getByText('Paid with PayPal.')).toBeVisible()
})

it('R152: shows a spinner while capturing', async () => {
  let finish = (_capture: object) => {}
  wallet.capture.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  const { press } = await openWallet()
  await press()
  expect(await screen.findByText('Completing your payment…')).toBeVisible()
  await act(async () => finish({ status: 'COMPLETED' }))
  await thanks()
})

describe.each([true, false])('checks, where PayPal asks before it opens its window: %p', (hasOnClick) => {
  it.each([
    [{ 'First Name *': 'Ada' }, 'Please fill in your name and email address.'],
    [{ ...customer, 'Email Address *': 'ada' }, 'Please enter a valid email address'],
  ])('R154: %j leads to "%s"', async (texts, message) => {
    wallet.hasOnClick = hasOnClick
    const { press, calls } = await openWallet({}, texts)
    await press()
    expect(await alert()).toHaveTextContent(message)
    expect(calls).toEqual([])
    expect(wallet.opened).toBe(hasOnClick ? 0 : 1)
  })
})

it('R158: a cancelled payment needs no call, and may be tried again with the same order', async () => {
  wallet.inWindow = ['cancel']
  const { press, calls } = await openWallet()
  await press()
  expect(await alert()).toHaveTextContent("Payment was cancelled. Please try again when you're ready.")
  expect(callsOf(calls)).toEqual(['paypal-create-order'])
  await press()
  await thanks()
  expect(callsOf(calls).slice(1)).toEqual(['paypal-create-order', 'paypal-capture'])
  expect(new Set(orderIds(calls.slice(0, 2))).size).toBe(1)
})

it('D-44: a window that is closed counts as cancelled', async () => {
  wallet.inWindow = [new Error('Detected popup close')]
  const { press } = await openWallet()
  await press()
  expect(await alert()).toHaveTextContent(/^Payment was cancelled/)
})

describe('when the money is declined', () => {
  // PayPal reopens its window and leaves the first capture without an answer.
  it('R158: whoever then cancels is not left waiting for the first capture', async () => {
    wallet.capture.mockRejectedValueOnce(new Error('INSTRUMENT_DECLINED'))
    wallet.inWindow = ['approve', 'cancel']
    const { press, calls } = await openWallet()
    await press()
    expect(await alert()).toHaveTextContent(/^Payment was cancelled/)
    expect(callsOf(calls)).toEqual(['paypal-create-order'])
  })

  it('R156: whoever then chooses another source pays the same PayPal order', async () => {
    wallet.capture.mockRejectedValueOnce(new Error('INSTRUMENT_DECLINED'))
    const { press, calls } = await openWallet()
    await press()
    await thanks()
    expect(wallet.shown).toEqual(['PP-1', 'PP-1'])
    expect(callsOf(calls)).toEqual(['paypal-create-order', 'paypal-capture'])
  })

  it('D-47: after a reload it is the end of that payment', async () => {
    wallet.capture.mockReturnValue(new Promise(() => {}))
    const { press } = await openWallet()
    await press()
    await screen.findByText('Completing your payment…')
    reloadCheckout({ server: { '/api/payments/status': standing('unpaid') } })
    expect(await alert()).toHaveTextContent('Your payment was not successful, please try again.')
    expect(await screen.findByLabelText('First Name *')).toBeVisible()
  })
})

// PayPal reports some capture failures as an error and never answers the capture.
it('R181: an error while the money is being taken does not leave the visitor waiting', async () => {
  wallet.capture.mockReturnValue(new Promise(() => {}))
  const { press, calls } = await openWallet()
  await press()
  await screen.findByText('Completing your payment…')
  await act(async () => wallet.fail(new Error('boom')))
  expect(await alert()).toHaveTextContent('An error occurred with PayPal')
  expect(callsOf(calls)).toEqual(['paypal-create-order'])
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible()
  expect(screen.queryByText('Completing your payment…')).not.toBeInTheDocument()
})

it('R178, D-44: the first error of an attempt stays, although PayPal reports it again', async () => {
  const server = { '/api/payments/paypal-create-order': refused(422, 'The price of your basket has changed') }
  const { press } = await openWallet(server)
  await press()
  expect(await alert()).toHaveTextContent('Could not create PayPal order: The price of your basket has changed')
})

it.each([
  ['TRANSACTION_REFUSED', 'PayPal button'],
  ['Network down', 'Check again'],
])('R180, D-47: a capture that ends with "%s" leaves "%s" as the way on', async (reason, name) => {
  wallet.capture.mockRejectedValue(new Error(reason))
  const { press } = await openWallet()
  await press()
  expect(await alert()).toHaveTextContent(`Payment failed: ${reason}`)
  expect(await screen.findByRole('button', { name })).toBeVisible()
})

it('R179, D-47: a capture the server does not know of is asked after, never paid again', async () => {
  const { press } = await openWallet({ '/api/payments/paypal-capture': 'no-response' })
  await press()
  expect(await alert()).toHaveTextContent('Payment failed: Failed to capture PayPal payment')
  expect(screen.queryByRole('button', { name: 'PayPal button' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible()
})

it('says so when PayPal’s script is blocked, and loads it again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  scripts.wallet = 'fail'
  const { user } = await openWallet()
  scripts.wallet = 'load'
  await user.click(await screen.findByRole('button', { name: 'Load it again' }))
  expect(await screen.findByRole('button', { name: 'PayPal button' })).toBeVisible()
  jest.mocked(console.error).mockClear()
})
