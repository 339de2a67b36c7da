import { screen } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import {
  fillIn,
  goodServer,
  openAndPay,
  openCheckoutPage,
  pressPayPal,
  setUpCheckout,
  thanks,
} from '../testing/checkout'
import { notPaid, refused } from '../testing/network'
import { wallet } from '../testing/providers'

const INTENT = '/api/payments/create-payment-intent'
const CREATE = '/api/payments/paypal-create-order'

const similar = refused(409, 'The same courses were ordered with this e-mail address.', 'similar_order')

const asking = (path: typeof INTENT | typeof CREATE) => ({
  [path]: ({ body }: { body: Record<string, unknown> }) => (body.confirmRepeat ? goodServer[path] : similar),
})

const question = () => screen.findByRole('alert', { name: 'Do you want to order the same again?' })
const yes = 'Yes, place a second order for £215.00'

setUpCheckout()

it('asks nothing more for a retry of the order that was meant', async () => {
  const { user, calls } = await openAndPay({
    server: { ...asking(INTENT), '/api/payments/confirm-stripe-payment': notPaid },
  })
  await question()
  await user.click(screen.getByRole('button', { name: yes }))
  await screen.findByText('Not paid.')
  expect(orderStore.getState().order).toMatchObject({ isRepeat: true })
  expect(calls).toHaveLength(3)
  expect(calls[1]?.body).toMatchObject({ confirmRepeat: true, orderId: calls[0]?.body.orderId })
})

it('has the buyer press PayPal’s own button once more, which only they can', async () => {
  const page = openCheckoutPage({ at: '/checkout?method=paypal', server: asking(CREATE) })
  await fillIn(page.user)
  await pressPayPal(page.user)
  await question()
  await page.user.click(screen.getByRole('button', { name: yes }))
  expect(screen.getByText(/Use the PayPal button below to pay for the second order/)).toHaveFocus()
  expect(wallet.shown).toEqual([])
  await pressPayPal(page.user)
  await thanks()
  expect(page.calls.map(({ body }) => body.confirmRepeat)).toEqual([undefined, true, undefined])
})
