import { cartStore, takePrices } from '@site/shared/cart'
import { act, screen, within } from '@testing-library/react'
import { orderStore } from '../order/order-store'
import {
  alert,
  goodServer,
  line,
  manual,
  openAndPay,
  openCheckoutPage,
  openPayPal,
  setUpCheckout,
  thanks,
} from '../testing/checkout'
import { notPaid, refused } from '../testing/network'
import { wallet } from '../testing/providers'

const INTENT = '/api/payments/create-payment-intent'
const CREATE = '/api/payments/paypal-create-order'
const words = 'The price of your basket has changed'
const firstAid = line(8, 'First Aid at Work', 299, 2)

type Line = { id: number; price: number | null }
const unchanged: Line = { id: 8, price: 299 }
type Path = typeof INTENT | typeof CREATE
type Call = { body: Record<string, unknown> }

const similar = refused(409, 'The same courses were ordered with this e-mail address.', 'similar_order')
const asking = (path: Path) => ({ [path]: ({ body }: Call) => (body.confirmRepeat ? goodServer[path] : similar) })

const repricing = (path: Path, lines: Line[]) => ({
  [path]: ({ body }: Call) => {
    const items = body.items as Line[]
    const isPresent = items.every(({ id, price }) => !lines.some((it) => it.id === id && it.price !== price))
    return isPresent ? goodServer[path] : refused(422, words, 'price_changed', { lines })
  },
})

const pay = (server: object, items = [manual, firstAid]) => openAndPay({ items, server })

setUpCheckout()

it('R162: takes the new price, says so, and goes on with one press', async () => {
  const { user, calls } = await pay(repricing(INTENT, [{ id: 14, price: 189 }, unchanged]))
  const said = within(await alert())
  expect(await alert()).toHaveFocus()
  expect(said.getByText(words)).toBeVisible()
  expect(said.getByRole('listitem')).toHaveTextContent(
    'Manual Handling now costs £189.00 instead of £179.00 for one person.',
  )
  expect(said.getByText(/Nothing has been charged\. The total is now/)).toHaveTextContent('£944.00')
  expect(cartStore().getState().items).toMatchObject([
    { id: 14, price: 189, quantity: 1 },
    { id: 8, price: 299, quantity: 2 },
  ])
  await user.click(screen.getByRole('button', { name: 'Pay £944.00' }))
  await thanks()
  expect(calls.find(({ body }) => body.amount === 944)?.body.items).toContainEqual({ id: 14, quantity: 1, price: 189 })
})

it('R178: does so with PayPal too', async () => {
  const { press } = await openPayPal(repricing(CREATE, [{ id: 14, price: 189 }]))
  await press()
  expect(await alert()).toHaveTextContent(`Could not create PayPal order: ${words}`)
  expect(await alert()).toHaveTextContent('now costs £189.00')
  await press()
  await thanks()
})

it('R162: a course that is no longer sold leaves the cart, and the rest can be paid', async () => {
  const { user } = await pay(repricing(INTENT, [{ id: 14, price: null }]))
  expect(await alert()).toHaveTextContent('Manual Handling is no longer sold and has been taken out of your cart.')
  await user.click(screen.getByRole('button', { name: 'Pay £718.00' }))
  await thanks()
})

// The cart is another document, which said nothing but "Your Cart is Empty".
it('R106: when it was the only one, the checkout says why the cart is empty', async () => {
  await pay(repricing(INTENT, [{ id: 14, price: null }]), [manual])
  expect(await alert()).toHaveTextContent('Manual Handling is no longer sold and has been taken out of your cart.')
  expect(screen.getByRole('link', { name: 'Browse Courses' })).toHaveAttribute('href', '/courses')
})

it('R132: the message can be dismissed', async () => {
  const { user } = await pay(repricing(INTENT, [{ id: 14, price: 189 }]))
  await alert()
  await user.click(screen.getByRole('button', { name: 'Dismiss this message' }))
  expect(screen.queryByText(/now costs/)).not.toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByLabelText('First Name *')).toHaveValue('Ada')
  expect(screen.getByRole('radio', { name: /Card/ })).toHaveFocus()
})

it('says what a newer catalogue has changed before anything is paid', async () => {
  openCheckoutPage()
  await screen.findByLabelText('First Name *')
  act(() => void takePrices([{ id: 14, price: 189 }]))
  expect(screen.getByText(words).closest('[role=status]')).toHaveTextContent('now costs £189.00 instead of £179.00')
  expect(await screen.findByRole('button', { name: 'Pay £227.00' })).toBeEnabled()
})

describe('an order like one of half an hour ago', () => {
  const question = () => screen.findByRole('alert', { name: 'Do you want to order the same again?' })
  const yes = () => screen.getByRole('button', { name: 'Yes, place a second order for £215.00' })

  it('asks nothing more for a retry of the order that was meant', async () => {
    const { user, calls } = await pay({ ...asking(INTENT), '/api/payments/confirm-stripe-payment': notPaid }, [manual])
    await question()
    await user.click(yes())
    await screen.findByText('Not paid.')
    expect(orderStore.getState().order).toMatchObject({ isRepeat: true })
    expect(calls).toHaveLength(3)
    expect(calls[1]?.body).toMatchObject({ confirmRepeat: true, orderId: calls[0]?.body.orderId })
  })

  it('has the buyer press PayPal’s own button once more, which only they can', async () => {
    const { user, calls, press } = await openPayPal(asking(CREATE))
    await press()
    await question()
    await user.click(yes())
    expect(screen.getByText(/Use the PayPal button below to pay for the second order/)).toHaveFocus()
    expect(wallet.shown).toEqual([])
    await press()
    await thanks()
    expect(calls.map(({ body }) => body.confirmRepeat)).toEqual([undefined, true, undefined])
  })
})
