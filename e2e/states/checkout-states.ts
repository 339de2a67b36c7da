import type { Page } from '@playwright/test'
import { alertOf, cards, fillIn, newBuyer, payByWallet, typeCard, walletButton } from '../support/checkout'
import { storedLine } from '../support/shop'
import { type Action, type Answer, button, customer, link, type PageState, refusal, submitWrong } from './actions'

export const cart = [
  { ...storedLine(3, 2), duration: '5 Days' },
  { ...storedLine(17), duration: 'Self-paced' },
]

/** As a new buyer each time: the shop questions repeated orders. */
async function typeAndPay(page: Page, number: string): Promise<void> {
  await fillIn(page, newBuyer())
  await typeCard(page, number)
  await page.getByRole('button', { name: /^Pay £/ }).click()
}

const answerPayments = (page: Page, answer: Answer) =>
  page.route('**/api/payments/**', (route) => route.fulfill(answer))

async function payInVain(page: Page, number: string, answer?: Answer): Promise<void> {
  if (answer) await answerPayments(page, answer)
  await typeAndPay(page, number)
  await alertOf(page).waitFor()
}

async function comeBackTo(page: Page, payment: object, heading: string, answer?: Answer): Promise<void> {
  if (answer) await answerPayments(page, answer)
  const order = { id: 'order_1767225600000_k3x9qa2m', lines: cart, customer, stage: 'locked', payment }
  await page.evaluate((text) => localStorage.setItem('checkout_order', text), JSON.stringify(order))
  await page.reload()
  await page.getByRole('heading', { name: heading }).waitFor()
}

/** The cart empties after two seconds (R131). */
const untilEmpty = (page: Page) => link(page, 'Change your cart').waitFor({ state: 'hidden' })

const standing = (status: string): Answer => ({
  json: { success: true, message: '', data: { status, isMailed: false } },
})

const card = (isTaken: boolean) => ({ method: 'card', providerId: 'pi_1', isTaken })

const changedPrices = refusal(422, 'price_changed', 'The price of your basket has changed', {
  lines: [
    { id: 3, price: 529 },
    { id: 17, price: null },
  ],
})
const repeated = 'You ordered these courses with this email address a few minutes ago.'
const thanks = 'Thank you for your order!'
const notConfirmed = 'Your payment is not confirmed yet'
const unavailable = refusal(503, 'unavailable', 'Failed to confirm payment. Please check your order status.')

async function payInOtherTab(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/about')
  await other.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('checkout-payment', () => {
          held()
          return new Promise(() => {})
        })
      }),
  )
  // A tab behind another is painted once a second.
  await page.bringToFront()
}

const cardNumber: Action = (page) => page.getByLabel('Card number', { exact: true }).waitFor()

/** Parts of the form; the others replace the whole page. */
const onForm: Record<string, Action> = {
  'checkout-declined': (page) => payInVain(page, cards.isDeclined),
  'checkout-repeat': (page) => payInVain(page, cards.succeeds, refusal(409, 'similar_order', repeated)),
  'checkout-price-changed': (page) => payInVain(page, cards.succeeds, changedPrices),
  async 'checkout-processing'(page) {
    await typeAndPay(page, cards.isProcessed)
    await page.getByText('Payment processing.').first().waitFor()
  },
}

const wholePages: Record<string, Action> = {
  'checkout-card': cardNumber,
  'checkout-errors': (page) => cardNumber(page).then(() => submitWrong(page, /^Pay/)),
  async 'checkout-confirmed'(page) {
    await typeAndPay(page, cards.succeeds)
    await page.getByRole('heading', { name: thanks }).waitFor()
    await untilEmpty(page)
  },
  'checkout-unsettled': (page) => comeBackTo(page, card(false), notConfirmed, unavailable),
  'checkout-not-found': (page) => comeBackTo(page, card(true), notConfirmed, refusal(404, 'payment_not_found', '')),
  'checkout-bank-decides': (page) =>
    comeBackTo(page, card(false), 'Your payment is being checked', standing('processing')),
  async 'checkout-elsewhere'(page) {
    await payInOtherTab(page)
    await comeBackTo(page, card(false), 'Your payment is open in another tab')
  },
  async 'checkout-received'(page) {
    const payment = { method: 'paypal', providerId: 'PP-1', isTaken: true }
    await comeBackTo(page, payment, thanks, standing('needs_attention'))
    await untilEmpty(page)
  },
}

const atCheckout = (steps: Record<string, Action>, isWhole: boolean) =>
  Object.fromEntries(
    Object.entries(steps).map(([name, prepare]) => [name, { address: '/checkout', cart, prepare, isWhole }]),
  )

export const checkoutStates: Record<string, PageState> = {
  ...atCheckout(wholePages, true),
  ...atCheckout(onForm, false),
  'checkout-paypal': {
    address: '/checkout?method=paypal',
    cart,
    isWhole: true,
    prepare: (page) => walletButton(page).waitFor(),
  },
  'checkout-declined-wallet': {
    address: '/checkout?method=paypal',
    cart,
    async prepare(page) {
      await fillIn(page, newBuyer())
      await payByWallet(page, 'Pay, but the bank declines')
      await page.getByText('Choose another source of money').waitFor()
    },
  },
  'cart-removed': { address: '/cart', cart, prepare: (page) => button(page, /^Remove/).click() },
  'cart-price-changed': {
    address: '/courses',
    cart: cart.map((line) => ({ ...line, price: line.price - 10 })),
    async prepare(page) {
      await page.waitForFunction(() => localStorage.getItem('cart')?.includes('499'))
      await button(page, 'Cart').click()
      await link(page, 'View Cart & Checkout').click()
      await page.getByText('now costs').first().waitFor()
    },
  },
}
