import { act, screen } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import { alert, callsOf, customer, openPayPal, reloadCheckout, setUpCheckout, thanks } from '../testing/checkout'
import { noResponse, standing } from '../testing/network'
import { scripts, wallet } from '../testing/providers'

setUpCheckout()

it('R152, R153, D-41: asks for the script and its button with these options, in the sandbox from this origin', async () => {
  await openPayPal()
  expect(await screen.findByRole('heading', { name: 'Pay with PayPal' })).toBeVisible()
  await screen.findByRole('button', { name: 'PayPal button' })
  expect(wallet.style).toEqual({ layout: 'vertical', color: 'blue', shape: 'rect', label: 'pay', height: 55 })
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

it('R155, R156, R157, D-43: creates, captures, notifies and passes on the result', async () => {
  const amount = { value: '215.00', currency_code: 'GBP' }
  const payer = { email_address: 'payer@example.com', name: { given_name: 'Pat', surname: 'Payer' } }
  const times = { create_time: '2026-01-01T10:00:00Z', update_time: '2026-01-01T10:00:05Z' }
  const captured = { id: 'PP-1', status: 'COMPLETED', payer, purchase_units: [{ amount }], ...times }
  wallet.capture.mockResolvedValue(captured)
  const { press, calls } = await openPayPal()
  await press()
  await thanks()
  expect(wallet.capture).toHaveBeenCalledTimes(1)
  expect(calls.map(({ path, body }) => ({ path, ...body }))).toEqual([
    {
      path: '/api/payments/paypal-create-order',
      amount: '215.00',
      currency: 'GBP',
      orderId: orderStore.getState().order?.id,
      customerEmail: 'ada@example.com',
      customerName: 'Ada Marsh',
      merchantEmail: 'payments@example.com',
      description: 'Manual Handling',
      items: [{ id: 14, quantity: 1, price: 179 }],
    },
    {
      path: '/api/payments/paypal-capture',
      paypalOrderId: 'PP-1',
      orderId: 'PP-1',
      payerEmail: 'payer@example.com',
      payerName: 'Pat Payer',
      amount: '215.00',
      currency: 'GBP',
    },
  ])
  expect(orderStore.getState().result).toEqual({
    method: 'paypal',
    id: 'PP-1',
    status: 'COMPLETED',
    payer,
    amount,
    createTime: times.create_time,
    updateTime: times.update_time,
  })
  expect(screen.getByText('Paid with PayPal.')).toBeVisible()
})

it('R152, R156: shows a spinner while capturing, and names the customer where PayPal names no payer', async () => {
  let finish = (_capture: object) => {}
  wallet.capture.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  const { press, calls } = await openPayPal()
  await press()
  expect(await screen.findByText('Completing your payment…')).toBeVisible()
  await act(async () => finish({ status: 'COMPLETED' }))
  await thanks()
  expect(calls.at(-1)?.body).toMatchObject({ payerEmail: 'ada@example.com', payerName: 'Ada Marsh' })
})

describe.each([true, false])('checks, where PayPal asks before it opens its window: %p', (hasOnClick) => {
  it.each([
    [{ 'First Name *': 'Ada' }, 'Please fill in your name and email address.'],
    [{ ...customer, 'Email Address *': 'ada' }, 'Please enter a valid email address'],
  ])('R154: %j leads to "%s"', async (texts, message) => {
    wallet.hasOnClick = hasOnClick
    const { press, calls } = await openPayPal({}, texts)
    await press()
    expect(await alert()).toHaveTextContent(message)
    expect(calls).toEqual([])
    expect(wallet.opened).toBe(hasOnClick ? 0 : 1)
  })
})

// A card typed into PayPal's own form was greyed out.
it('R156: PayPal’s buttons stay in use while it pays, and begin nothing else', async () => {
  wallet.capture.mockReturnValue(new Promise(() => {}))
  const { press, calls } = await openPayPal()
  await press()
  await screen.findByText('Completing your payment…')
  const button = screen.getByRole('button', { name: 'PayPal button' })
  expect(button.closest('.paypal-buttons-disabled')).toBeNull()
  await press()
  expect([wallet.opened, callsOf(calls)]).toEqual([1, ['paypal-create-order']])
})

// PayPal reopens its window and leaves the first capture without an answer.
it('R156: when the money is declined, another source pays the same PayPal order', async () => {
  wallet.capture.mockRejectedValueOnce(new Error('INSTRUMENT_DECLINED'))
  const { press, calls } = await openPayPal()
  await press()
  await thanks()
  expect(wallet.shown).toEqual(['PP-1', 'PP-1'])
  expect(callsOf(calls)).toEqual(['paypal-create-order', 'paypal-capture'])
})

// PayPal reports some capture failures as an error and never answers the capture.
it.each([[new Error('boom')], ['boom'], [undefined], [{ message: 7 }]])(
  'R181: the error %p while the money is being taken does not leave the visitor waiting',
  async (error) => {
    wallet.capture.mockReturnValue(new Promise(() => {}))
    const { press, calls } = await openPayPal()
    await press()
    await screen.findByText('Completing your payment…')
    await act(async () => wallet.fail(error))
    expect(await alert()).toHaveTextContent('An error occurred with PayPal')
    expect(callsOf(calls)).toEqual(['paypal-create-order'])
    expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible()
    expect(screen.queryByText('Completing your payment…')).not.toBeInTheDocument()
  },
)

it('R179, D-47: a capture the server does not know of is asked after, never paid again', async () => {
  const { press } = await openPayPal({ '/api/payments/paypal-capture': noResponse })
  await press()
  await alert()
  reloadCheckout({ server: { '/api/payments/status': standing('unpaid') } })
  expect(await alert()).toHaveTextContent('Your payment was not successful, please try again.')
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible()
  expect(screen.queryByLabelText('First Name *')).not.toBeInTheDocument()
})

it('says so when PayPal’s script is blocked, and loads it again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  scripts.wallet = 'fail'
  const { user } = await openPayPal()
  scripts.wallet = 'load'
  await user.click(await screen.findByRole('button', { name: 'Load it again' }))
  expect(await screen.findByRole('button', { name: 'PayPal button' })).toBeVisible()
  jest.mocked(console.error).mockClear()
})
