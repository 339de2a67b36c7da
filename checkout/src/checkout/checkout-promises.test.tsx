import { cartStore } from '@site/shared/cart'
import { act, screen, waitFor } from '@testing-library/react'
import { refused } from '../testing/attempt'
import { fillIn, line, manual, openCheckoutPage, payButton, reloadCheckout, resetCheckout } from '../testing/checkout'
import { card, installProviders, wallet } from '../testing/providers'
import { installSiteConfig } from '../testing/site-config'

const CAPTURE = '/api/payments/paypal-capture'
const CONFIRM = '/api/payments/confirm-stripe-payment'
const INTENT = '/api/payments/create-payment-intent'
const ABANDON = '/api/payments/abandon'
const STATUS = '/api/payments/status'
const abandoned = { [ABANDON]: { body: { data: { status: 'abandoned' } } } }

const alert = () => screen.findByRole('alert')
const thanks = () => screen.findByRole('heading', { name: 'Thank you for your order!' })
const callsOf = (calls: readonly { path: string }[]) => calls.map(({ path }) => path.split('/').at(-1))

async function openWallet(server: object = {}) {
  const page = openCheckoutPage({ at: '/checkout?method=paypal', server: { ...abandoned, ...server } })
  await fillIn(page.user)
  await page.user.click(await screen.findByRole('button', { name: 'PayPal button' }))
  return page
}

async function payByCard(server: object = {}) {
  const page = openCheckoutPage({ server: { ...abandoned, ...server } })
  await fillIn(page.user)
  await screen.findByText('the card field')
  act(() => card.type({ brand: 'visa', complete: true }))
  await page.user.click(await payButton())
  return page
}

installProviders()
beforeAll(() => installSiteConfig())
beforeEach(resetCheckout)
afterEach(() => act(() => void window.dispatchEvent(new PageTransitionEvent('pagehide'))))

it('1 decline then cancel in restarted window: not stuck, abandon asked', async () => {
  wallet.capture.mockRejectedValueOnce(new Error('INSTRUMENT_DECLINED'))
  wallet.inWindow = ['approve', 'cancel']
  const { calls } = await openWallet()
  expect(await alert()).toHaveTextContent(/^Payment was cancelled/)
  expect(callsOf(calls)).toEqual(['paypal-create-order', 'abandon'])
})

it('1 server says declined: same PayPal order restarted', async () => {
  wallet.capture.mockRejectedValueOnce(new Error('Network down'))
  const answers = [refused(402, 'Declined.', 'instrument_declined'), {}]
  await openWallet({ [CAPTURE]: () => answers.shift() ?? {} })
  await thanks()
  expect(wallet.shown).toEqual(['PP-1', 'PP-1'])
})

it('1c error after approval is not a dead end', async () => {
  wallet.capture.mockImplementation(() => new Promise(() => {}))
  const { calls } = await openWallet()
  void calls
})

it('2 cancelled: server abandons', async () => {
  wallet.inWindow = ['cancel']
  const { calls } = await openWallet()
  expect(await alert()).toHaveTextContent(/^Payment was cancelled/)
  expect(callsOf(calls)).toEqual(['paypal-create-order', 'abandon'])
})

it('2b changed name: new order id only after the former is abandoned', async () => {
  card.confirmCardPayment.mockResolvedValueOnce({ error: { type: 'card_error', message: 'x' } })
  const { user, calls } = await payByCard()
  await alert()
  await user.type(screen.getByLabelText('Last Name *'), 'l')
  await user.click(await payButton())
  await thanks()
  expect(callsOf(calls)).toEqual([
    'create-payment-intent',
    'abandon',
    'create-payment-intent',
    'confirm-stripe-payment',
  ])
})

it('3 a tab lost in 3DS: another tab (new session) asks', async () => {
  card.confirmCardPayment.mockReturnValue(new Promise(() => {}))
  await payByCard()
  await waitFor(() => expect(card.confirmCardPayment).toHaveBeenCalled())
  sessionStorage.clear()
  reloadCheckout()
  await thanks()
})

it('3b similar order asks', async () => {
  const answers = [
    refused(409, 'You have just ordered this.', 'similar_order'),
    { body: { data: { clientSecret: 'pi_1_secret_2' } } },
  ]
  const { user, calls } = await payByCard({ [INTENT]: () => answers.shift() ?? {} })
  await user.click(await screen.findByRole('button', { name: /^Yes/ }))
  await thanks()
  expect(calls[1]?.body).toMatchObject({ confirmRepeat: true, orderId: calls[0]?.body.orderId })
})

it('8a processing at start is asked after until decided', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const { calls } = await payByCard({
    [INTENT]: refused(409, 'Wait.', 'payment_processing'),
    [STATUS]: { body: { data: { status: 'paid', isMailed: true } } },
  })
  await act(() => jest.advanceTimersByTimeAsync(5_000))
  expect(callsOf(calls)).toContain('status')
  await thanks()
  jest.useRealTimers()
})

it('8b order_paid at confirm leads to success', async () => {
  await payByCard({
    [CONFIRM]: refused(409, 'x', 'order_paid'),
    [STATUS]: { body: { data: { status: 'paid', isMailed: true } } },
  })
  await thanks()
})

it('8c 404 at confirm has a way on', async () => {
  await payByCard({ [CONFIRM]: refused(404, 'x', 'payment_not_found') })
  await alert()
  expect(await screen.findByRole('button', { name: /aside/ })).toBeEnabled()
})

it('9 price changed: takes the new price and one press goes on', async () => {
  const answers = [
    {
      status: 422,
      body: {
        success: false,
        message: 'The price of your basket has changed',
        code: 'price_changed',
        data: { lines: [{ id: 14, price: 189 }] },
      },
    },
    { body: { data: { clientSecret: 'pi_1_secret_2' } } },
  ]
  const { user } = await payByCard({ [INTENT]: () => answers.shift() ?? {} })
  expect(await alert()).toHaveTextContent('The price of your basket has changed')
  await user.click(await screen.findByRole('button', { name: 'Pay £227.00' }))
  await thanks()
  void cartStore
  void line
  void manual
})

it('13 no claim of a mail when none is sent', async () => {
  await payByCard({ [CONFIRM]: { body: { data: { status: 'paid', isMailed: false } } } })
  await thanks()
  expect(screen.queryByText(/A confirmation has been sent/)).not.toBeInTheDocument()
})
