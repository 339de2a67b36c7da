import { cartStore } from '@site/shared/cart'
import { act, screen, waitFor, within } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import {
  alert,
  customer,
  openAndPay,
  openCheckoutPage,
  openCompleted,
  payButton,
  setUpCheckout,
  thanks,
} from '../testing/checkout'
import type { Call } from '../testing/network'
import { card } from '../testing/providers'

const startsOf = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('create-payment-intent'))

setUpCheckout()

describe('the card field', () => {
  it('R137, R138, R139: asks for no postal code, and names the detected card type beside a note on encryption', async () => {
    openCheckoutPage()
    await screen.findByText('the card field')
    expect(screen.getByRole('form', { name: 'Enter Your Card Details' })).toBeVisible()
    expect(card.cardOptions).toMatchObject({ hidePostalCode: true })
    expect(screen.getByText(/card details are encrypted/)).toBeVisible()
    act(() => card.type({ brand: 'unknown' }))
    expect(screen.queryByText(/^Card type/)).not.toBeInTheDocument()
    act(() => card.type({ brand: 'amex' }))
    expect(screen.getByText('Card type: American Express')).toBeVisible()
  })

  it('R141, D-48: a card error blocks payment until the card is edited', async () => {
    const { user, calls } = await openCompleted()
    act(() => card.type({ error: { message: 'Your card number is invalid.' } }))
    expect(await alert()).toHaveTextContent('Your card number is invalid.')
    expect(await payButton()).toBeDisabled()
    act(() => card.type({ brand: 'visa', complete: true }))
    expect(screen.queryByText('Your card number is invalid.')).not.toBeInTheDocument()
    await user.click(await payButton())
    await thanks()
    expect(calls).toHaveLength(2)
    expect(screen.getByText('Paid')).toHaveAttribute('aria-current', 'step')
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup')
  })
})

describe('checks before payment', () => {
  it('R142, R160, R161, D-37: names what is missing in an alert that takes the focus, and beside each field', async () => {
    const { user, calls } = await openAndPay({}, { 'Last Name *': '   ', 'Email Address *': 'no address' })
    expect(await alert()).toHaveTextContent('Please fill in all required customer information fields.')
    expect(await alert()).toHaveFocus()
    expect(
      within(await alert())
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Please fill in the First Name field',
      'Please fill in the Last Name field',
      'Please enter a valid email address',
    ])
    for (const name of ['First Name', 'Last Name']) {
      expect(screen.getByLabelText(`${name} *`)).toHaveAccessibleDescription(`Please fill in the ${name} field`)
    }
    await user.click(screen.getByRole('link', { name: 'Please fill in the Last Name field' }))
    expect(screen.getByLabelText('Last Name *')).toHaveFocus()
    expect(calls).toEqual([])
  })

  it('R142: asks for the card last', async () => {
    const { user, calls } = await openCompleted()
    act(() => card.type({ brand: 'visa', complete: false }))
    await user.click(await payButton())
    expect(await alert()).toHaveTextContent(/^Please complete your card details before submitting\./)
    expect(within(await alert()).queryByRole('link')).not.toBeInTheDocument()
    expect(card.createPaymentMethod).not.toHaveBeenCalled()
    expect(calls).toEqual([])
  })
})

describe('paying', () => {
  it('R130, R131, R134: shows the confirmed order and keeps it while the cart is cleared', async () => {
    await openAndPay()
    expect(await thanks()).toHaveFocus()
    const { order, status } = orderStore.getState()
    expect(status).toBe('success')
    expect(screen.getByText(`Your order #${order?.id} has been confirmed.`)).toBeVisible()
    expect(screen.getByText('A confirmation has been sent to ada@example.com.')).toBeVisible()
    expect(screen.getByText('Paid by Visa ending in 4242.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse More Courses' })).toHaveAttribute('href', '/courses')
    expect(cartStore().getState().items).toHaveLength(1)
    await waitFor(() => expect(cartStore().getState().items).toEqual([]), { timeout: 3_000 })
    expect(screen.getByText('Manual Handling')).toBeVisible()
    expect(screen.getByText('£215.00')).toBeVisible()
  })

  it('R143–R146, R150, R161: gives the provider and the server the trimmed name and address', async () => {
    const { calls } = await openAndPay({}, { ...customer, 'First Name *': '  Ada ' })
    await thanks()
    const [request] = card.createPaymentMethod.mock.calls[0] ?? []
    expect(request).toMatchObject({ type: 'card', billing_details: { name: 'Ada Marsh', email: 'ada@example.com' } })
    expect(card.confirmCardPayment).toHaveBeenCalledWith('pi_1_secret_2', { payment_method: 'pm_1' })
    const orderId = orderStore.getState().order?.id
    expect(calls.map(({ path, body }) => ({ path, ...body }))).toEqual([
      {
        path: '/api/payments/create-payment-intent',
        amount: 215,
        currency: 'gbp',
        orderId,
        customerEmail: 'ada@example.com',
        customerName: 'Ada Marsh',
        description: 'Manual Handling',
        paymentMethodId: 'pm_1',
        items: [{ id: 14, quantity: 1, price: 179 }],
      },
      { path: '/api/payments/confirm-stripe-payment', paymentIntentId: 'pi_1', orderId },
    ])
    const paymentIntent = { id: 'pi_1', status: 'succeeded' }
    expect(orderStore.getState().result).toEqual({ method: 'card', paymentIntent, cardBrand: 'visa', last4: '4242' })
  })

  it('R139, R141: shows a spinner while processing and takes no second click', async () => {
    let finish = (_result: object) => {}
    card.createPaymentMethod.mockReturnValue(new Promise((resolve) => (finish = resolve)))
    const { user } = await openCompleted()
    const button = await payButton()
    await user.dblClick(button)
    expect(within(button).getByRole('status')).toHaveTextContent('Pay £215.00')
    expect(button).toBeDisabled()
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled()
    expect(card.createPaymentMethod).toHaveBeenCalledTimes(1)
    await act(async () => finish({ error: { type: 'card_error', message: 'x' } }))
    expect(await payButton()).toBeEnabled()
  })

  it('D-33: keeps the order id when the name changes, takes a new one when the cart does', async () => {
    card.confirmCardPayment.mockResolvedValue({ error: { type: 'card_error', message: 'x' } })
    const { user, calls } = await openAndPay()
    await alert()
    await user.type(screen.getByLabelText('Last Name *'), 'l')
    await user.click(await payButton())
    await waitFor(() => expect(startsOf(calls)).toHaveLength(2))
    act(() => cartStore().getState().setQuantity(14, 2))
    await user.click(await payButton())
    await waitFor(() => expect(startsOf(calls)).toHaveLength(3))
    const [first, second, third] = startsOf(calls).map(({ body }) => body.orderId)
    expect([second === first, third === first]).toEqual([true, false])
  })
})
