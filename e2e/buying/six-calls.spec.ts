import type { Page } from '@playwright/test'
import { password, signIn } from '../support/account'
import { fillIn, newBuyer, payButton, walletButton } from '../support/checkout'
import { expectBadge, readStoredCart, storeCart, storedLine } from '../support/shop'
import { expect, open, test } from '../support/test'

// Stubs the six calls of the specification and both providers' scripts; any other call fails a test. The checkout's own
// tests cover what fails.

type Call = { name: string; body: Record<string, unknown> }

const buyer = newBuyer()
const order = {
  orderId: expect.stringMatching(/^order_\d+_\w+$/),
  customerEmail: buyer.email,
  customerName: 'Ada Marsh',
  description: expect.any(String),
}
const session = { token: 'token', user: { id: 'u1', firstName: 'Ada', lastName: 'Marsh', email: buyer.email } }
const answers: Record<string, { json: object }> = {
  'auth/register': { json: session },
  'auth/login': { json: session },
  'payments/create-payment-intent': { json: { success: true, message: '', data: { clientSecret: 'pi_1_secret_2' } } },
  'payments/confirm-stripe-payment': { json: { success: true } },
  'payments/paypal-create-order': { json: { data: { paypalOrderId: 'PP-1' } } },
  'payments/paypal-capture': { json: { success: true } },
}

async function stub(page: Page): Promise<Call[]> {
  const calls: Call[] = []
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const name = new URL(request.url()).pathname.replace('/api/', '')
    const { authorization, 'x-requested-with': by } = request.headers()
    calls.push({ name, body: request.postDataJSON() })
    expect([request.method(), by, authorization], name).toEqual(['POST', 'XMLHttpRequest', undefined])
    await (answers[name] ? route.fulfill(answers[name]) : route.abort())
  })
  for (const [name, script] of Object.entries({ stripe, paypal })) {
    const reply = { contentType: 'text/javascript', body: `(${script})()` }
    await page.route(`**/sandbox/${name}.js*`, (route) => route.fulfill(reply))
  }
  await storeCart(page, [storedLine(1)])
  return calls
}

function stripe() {
  const field = {
    on: (event: string, tell: (change: object) => void) =>
      event === 'change' && setTimeout(() => tell({ brand: 'visa', complete: true })),
    mount: () => {},
    off: () => {},
    update: () => {},
    destroy: () => {},
  }
  const library = {
    elements: () => ({ create: () => field, getElement: () => field, update: () => {} }),
    createToken: () => {},
    createPaymentMethod: async ({ type, billing_details }: Record<string, unknown>) => {
      Object.assign(window, { asked: { type, billing_details } })
      return { paymentMethod: { id: 'pm_1', card: { brand: 'visa', last4: '4242' } } }
    },
    confirmCardPayment: async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }),
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  }
  Object.assign(window, { Stripe: Object.assign(() => library, { version: 'endive' }) })
}

function paypal() {
  type Options = Record<string, (...given: unknown[]) => Promise<string>> & { style: object }
  const captured = {
    id: 'PP-1',
    status: 'COMPLETED',
    payer: { email_address: 'payer@example.com', name: { given_name: 'Pat', surname: 'Payer' } },
    purchase_units: [{ amount: { value: '119.00', currency_code: 'GBP' } }],
  }
  const Buttons = (options: Options) => ({
    isEligible: () => true,
    updateProps: async (next: Options) => void Object.assign(options, next),
    close: async () => {},
    async render(place: HTMLElement) {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Pay with PayPal' })
      button.dataset.style = JSON.stringify(options.style)
      button.onclick = async () => {
        const orderID = await options.createOrder?.({}, {})
        const order = { capture: async () => captured }
        await options.onApprove?.({ orderID }, { order })
      }
      place.append(button)
    },
  })
  Object.assign(window, { paypal: { version: '5', Buttons, FUNDING: { PAYPAL: 'paypal' } } })
}

const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: 'Thank you for your order!' })

test('R114, R117–R121, R134, R136, R143–R146, R184: registered, a buyer pays by card in three calls', async ({
  page,
}) => {
  const calls = await stub(page)
  await open(page, '/signup')
  await fillIn(page, buyer)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText('Signed in as Ada Marsh')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await payButton(page).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('Paid by Visa ending in 4242.')).toBeVisible()
  await expect(page.getByRole('main').getByText('CITB Health & Safety Awareness')).toBeVisible()
  await expect.poll(() => readStoredCart(page)).toEqual([])
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toEqual({
    type: 'card',
    billing_details: { name: 'Ada Marsh', email: buyer.email },
  })
  const paid = { ...order, amount: 119, currency: 'gbp', paymentMethodId: 'pm_1' }
  const { firstName, lastName, email } = buyer
  expect(calls).toEqual([
    { name: 'auth/register', body: { firstName, lastName, email, password } },
    { name: 'payments/create-payment-intent', body: expect.objectContaining(paid) },
    {
      name: 'payments/confirm-stripe-payment',
      body: { paymentIntentId: 'pi_1', orderId: calls[1]?.body.orderId },
    },
  ])
  await page.getByRole('link', { name: 'Browse More Courses' }).click()
  await expect(page).toHaveURL('/courses')
  await expectBadge(page, 0)
})

test('R116, R152, R155, R156, R184: signed in, a buyer pays by wallet in exactly two calls', async ({ page }) => {
  const calls = await stub(page)
  await signIn(page, buyer.email)
  await open(page, '/checkout')
  await fillIn(page, buyer)
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await walletButton(page).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('Paid with PayPal.')).toBeVisible()
  await expect.poll(() => readStoredCart(page)).toEqual([])
  const paid = { ...order, amount: '119.00', currency: 'GBP', merchantEmail: expect.stringMatching(/@/) }
  expect(calls).toEqual([
    { name: 'auth/login', body: { email: buyer.email, password } },
    { name: 'payments/paypal-create-order', body: expect.objectContaining(paid) },
    {
      name: 'payments/paypal-capture',
      body: {
        paypalOrderId: 'PP-1',
        orderId: 'PP-1',
        payerEmail: 'payer@example.com',
        payerName: 'Pat Payer',
        amount: '119.00',
        currency: 'GBP',
      },
    },
  ])
})
