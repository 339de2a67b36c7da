import type { Page } from '@playwright/test'
import {
  bank,
  cards,
  expectPaidOnce,
  expectSuccess,
  fillIn,
  newBuyer,
  openCheckout,
  payButton,
  payByCard,
  payByWallet,
  typeCard,
  walletButton,
} from '../support/checkout'
import { expect, hydrated, open, test } from '../support/test'

async function reload(page: Page): Promise<void> {
  await page.reload()
  await hydrated(page)
}

// The browser reports every refusal of the API, and of a provider, as an error.
test.use({ expectedErrors: /status of 4\d\d .*\/(api\/payments|sandbox)\// })

test('D-33: a double click on Pay pays once', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await typeCard(page, cards.succeeds)
  await payButton(page).dblclick()
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('D-33: a double click on the wallet’s button opens one payment', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await walletButton(page).dblclick()
  await page.getByRole('dialog', { name: 'PayPal sandbox' }).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('D-47: a reload before Pay loses the cart for nobody', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await typeCard(page, cards.succeeds)
  await reload(page)
  await fillIn(page, buyer)
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('D-47: a reload while the payment is being opened', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  // The reply is lost with the page.
  const isAnswered = new Promise<void>((resolve) => {
    void page.route('**/api/payments/create-payment-intent', async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await payByCard(page, cards.succeeds)
  await isAnswered
  await reload(page)
  // Not before: what is still held would go on, and might be paid ahead of the reload.
  await page.unroute('**/api/payments/create-payment-intent')
  await fillIn(page, buyer)
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('D-47: a reload while the bank asks', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.asks)
  await expect(bank(page)).toBeVisible()
  await page.reload()
  // The server finds the payment unmade and gives the form back.
  await expect(payButton(page)).toBeEnabled()
  await payByCard(page, cards.succeeds)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('D-47: a reload while the bank takes its time', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.isProcessed)
  await expect(page.getByText("Payment processing. We'll update you when payment is received.")).toBeVisible()
  await page.reload()
  await expect(page.getByText(/being checked|not confirmed yet/)).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('D-47: a reload after the card was charged and before the shop has heard of it', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await page.route('**/api/payments/confirm-stripe-payment', () => {})
  const confirmation = page.waitForRequest('**/api/payments/confirm-stripe-payment')
  await payByCard(page, cards.succeeds)
  await confirmation
  await page.unroute('**/api/payments/confirm-stripe-payment')
  await page.reload()
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('D-47: a reload while PayPal’s window is open', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await walletButton(page).click()
  await expect(page.getByRole('dialog', { name: 'PayPal sandbox' })).toBeVisible()
  await page.reload()
  await expect(payButton(page)).toBeEnabled()
  await payByWallet(page, 'Pay')
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})

test('R134: a reload of the confirmation shows it again and pays nothing', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.succeeds)
  const orderId = await expectSuccess(page, buyer)
  await page.reload()
  expect(await expectSuccess(page, buyer)).toBe(orderId)
  await expectPaidOnce(request, orderId, buyer)
})

test('R105: what was paid in one tab cannot be paid again in another', async ({ page, context, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  const other = await context.newPage()
  await open(other, '/checkout')
  await fillIn(other, buyer)
  await payByCard(page, cards.succeeds)
  const orderId = await expectSuccess(page, buyer)
  // The other tab confirms the same order.
  expect(await expectSuccess(other, buyer)).toBe(orderId)
  await expectPaidOnce(request, orderId, buyer)
})

test('D-32: a visitor who moves on while the payment runs finds cart and order right', async ({ page, request }) => {
  const buyer = newBuyer()
  await openCheckout(page, buyer)
  await payByCard(page, cards.isProcessed)
  await expect(page.getByText("Payment processing. We'll update you when payment is received.")).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart')), { timeout: 40_000 }).toBe('[]')
  await page.goBack()
  await expectPaidOnce(request, await expectSuccess(page, buyer), buyer)
})
