import { randomUUID } from 'node:crypto'
import { button, click, customer, fillIn, granted, link, refusal, submitWrong } from './page-actions.mjs'

export const cart = [
  {
    id: 3,
    title: 'CITB Site Management Safety Training Scheme',
    duration: '5 Days',
    price: 499,
    image: '/images/courses/3.svg',
    quantity: 2,
  },
  {
    id: 17,
    title: 'Online CITB SSP',
    duration: 'Self-paced',
    price: 199,
    image: '/images/courses/17.svg',
    quantity: 1,
  },
]

/** A new buyer each time: the shop questions repeated orders. */
const buyer = () => ({
  'First Name': 'Ada',
  'Last Name': 'Marsh',
  Email: `ada.${randomUUID().slice(0, 8)}@example.com`,
})
const typeAndPay = (number) => async (page) => {
  const card = { 'Card number': number, 'Expiry date': '12 / 34', 'Security code': '123' }
  await fillIn(page, { ...buyer(), ...card })
  await page.getByRole('button', { name: /^Pay £/ }).click()
}

const payByCard = (number, answer) => async (page) => {
  await typeAndPay(number)(page)
  await page
    .getByRole('main')
    .getByRole(answer, { name: answer === 'heading' ? /Thank you/ : undefined })
    .waitFor()
}

const answerPayments = (answer) => (page) => page.route('**/api/payments/**', (route) => route.fulfill(answer))

const standing = (status) => granted({ success: true, message: '', data: { status, isMailed: false } })

const card = (isTaken) => ({ method: 'card', providerId: 'pi_1', isTaken })

const comeBackTo = (payment, answer, heading) => async (page) => {
  if (answer) await answerPayments(answer)(page)
  const order = { id: 'order_1767225600000_k3x9qa2m', lines: cart, customer, stage: 'locked', payment }
  await page.evaluate((text) => localStorage.setItem('checkout_order', text), JSON.stringify(order))
  await page.reload()
  await page.getByRole('heading', { name: heading }).waitFor()
}

const payAndRead = (answer) => async (page) => {
  await answerPayments(answer)(page)
  await payByCard('4242424242424242', 'alert')(page)
}

const prices = [
  { id: 3, price: 529 },
  { id: 17, price: null },
]
const repeated = 'You ordered these courses with this email address a few minutes ago.'
const notConfirmed = 'Your payment is not confirmed yet'
const unavailable = refusal(503, 'unavailable', 'Failed to confirm payment. Please check your order status.')

async function payInOtherTab(page) {
  const other = await page.context().newPage()
  await other.goto('/about')
  await other.evaluate(
    () =>
      new Promise((held) => {
        void navigator.locks.request('checkout-payment', () => {
          held()
          return new Promise(() => {})
        })
      }),
  )
}

const cardNumber = (page) => page.getByLabel('Card number', { exact: true }).waitFor()

/** Parts of the form; the others replace the whole page. */
const onForm = {
  'checkout-declined': payByCard('4000000000000002', 'alert'),
  'checkout-repeat': payAndRead(refusal(409, 'similar_order', repeated)),
  'checkout-price-changed': payAndRead(
    refusal(422, 'price_changed', 'The price of your basket has changed', { lines: prices }),
  ),
  async 'checkout-processing'(page) {
    await typeAndPay('4000000000007007')(page)
    await page.getByText('Payment processing.').first().waitFor()
  },
}

/** The cart empties after two seconds (R131). */
const untilEmpty = (prepare) => async (page) => {
  await prepare(page)
  await page.getByRole('link', { name: 'Change your cart' }).waitFor({ state: 'hidden' })
}

const wholePages = {
  'checkout-card': cardNumber,
  async 'checkout-errors'(page) {
    await cardNumber(page)
    await submitWrong(/^Pay/)(page)
  },
  'checkout-confirmed': untilEmpty(payByCard('4242424242424242', 'heading')),
  'checkout-unsettled': comeBackTo(card(false), unavailable, notConfirmed),
  'checkout-not-found': comeBackTo(card(true), refusal(404, 'payment_not_found', ''), notConfirmed),
  'checkout-bank-decides': comeBackTo(card(false), standing('processing'), 'Your payment is being checked'),
  async 'checkout-elsewhere'(page) {
    await payInOtherTab(page)
    await comeBackTo(card(false), undefined, 'Your payment is open in another tab')(page)
  },
  'checkout-received': untilEmpty(
    comeBackTo(
      { method: 'paypal', providerId: 'PP-1', isTaken: true },
      standing('needs_attention'),
      'Thank you for your order!',
    ),
  ),
}

const atCheckout = (steps, more) =>
  Object.fromEntries(
    Object.entries(steps).map(([name, prepare]) => [name, { address: '/checkout', cart, prepare, ...more }]),
  )

export const checkoutStates = {
  ...atCheckout(wholePages, { isWhole: true }),
  ...atCheckout(onForm),
  'checkout-paypal': {
    address: '/checkout?method=paypal',
    cart,
    isWhole: true,
    prepare: (page) => page.getByRole('button', { name: 'Pay with PayPal' }).waitFor(),
  },
  'checkout-declined-wallet': {
    address: '/checkout?method=paypal',
    cart,
    async prepare(page) {
      await fillIn(page, buyer())
      await click(button('Pay with PayPal'))(page)
      await page.getByRole('button', { name: 'Pay, but the bank declines' }).click()
      await page.getByText('Choose another source of money').waitFor()
    },
  },
  'cart-removed': { address: '/cart', cart, prepare: click(button(/^Remove/)) },
  'cart-price-changed': {
    address: '/courses',
    cart: cart.map((line) => ({ ...line, price: line.price - 10 })),
    async prepare(page) {
      await page.waitForFunction(() => localStorage.getItem('cart')?.includes('499'))
      await click(button('Cart'))(page)
      await click(link('View Cart & Checkout'))(page)
      await page.getByText('now costs').first().waitFor()
    },
  },
}
